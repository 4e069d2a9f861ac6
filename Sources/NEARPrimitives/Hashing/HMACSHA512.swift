// SPDX-License-Identifier: MIT

import CNettle
import Glibc

/// HMAC-SHA-512 (RFC 2104) under one key, by nettle.
///
/// The key's state is overwritten when the last reference goes.
final class HMACSHA512 {
    private var keyed = hmac_sha512_ctx()

    /// Prepares for codes under `key`; its length doesn't matter.
    init(key: UnsafeRawBufferPointer) {
        nettle_hmac_sha512_set_key(&keyed, key.count, key.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }

    deinit {
        explicit_bzero(&keyed, MemoryLayout<hmac_sha512_ctx>.size)
    }

    /// Writes the 64-byte code of `message` to `code`.
    ///
    /// They may share memory: reading ends before writing begins.
    func authenticate(_ message: UnsafeRawBufferPointer, into code: UnsafeMutableRawBufferPointer) {
        nettle_hmac_sha512_update(
            &keyed, message.count, message.baseAddress?.assumingMemoryBound(to: UInt8.self))
        // This also sets the state back to that of the key alone.
        nettle_hmac_sha512_digest(&keyed, code.count, code.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }

    /// Computes the 64-byte code of `message`.
    ///
    /// The caller wipes it where it is a secret.
    func code(of message: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: Int(SHA512_DIGEST_SIZE))
        code.withUnsafeMutableBytes { code in message.withUnsafeBytes { authenticate($0, into: code) } }
        return code
    }
}
