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
