// SPDX-License-Identifier: MIT

internal import CSodium

/// libsodium's one-time setup, and its random bytes.
enum Sodium {
    /// True once libsodium has chosen its code for this processor; safe to ask on any thread.
    static let isReady = sodium_init() >= 0

    /// Returns `count` random bytes of the system's generator.
    static func random(count: Int) -> [UInt8] {
        precondition(isReady, "libsodium can't be initialized")
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }
}

extension SignSecret {
    /// Makes a secret of `count` random bytes.
    static func random(count: Int) -> SignSecret {
        var bytes = Sodium.random(count: count)
        return SignSecret(moving: &bytes)
    }

    /// Lends the bytes as libsodium takes them; `nil` if there are none.
    func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result? {
        withUnsafeBytes { buffer in
            buffer.baseAddress.map { body($0.assumingMemoryBound(to: UInt8.self)) }
        }
    }
}
