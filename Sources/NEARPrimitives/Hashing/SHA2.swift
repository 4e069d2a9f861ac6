// SPDX-License-Identifier: MIT

import CNettle

/// SHA-256, SHA-384 and SHA-512, by nettle.
package enum SHA2 {
    /// Computes the SHA-256 of `bytes`.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBytes { buffer in withSHA256(buffer) { Array($0) } }
    }

    /// Computes the SHA-384 of `bytes`.
    package static func sha384(_ bytes: [UInt8]) -> [UInt8] {
        var context = sha512_ctx()
        nettle_sha384_init(&context)
        nettle_sha512_update(&context, bytes.count, bytes)
        var digest = [UInt8](repeating: 0, count: Int(SHA384_DIGEST_SIZE))
        nettle_sha384_digest(&context, digest.count, &digest)
        return digest
    }

    /// Computes the SHA-512 of `bytes`.
    package static func sha512(_ bytes: [UInt8]) -> [UInt8] {
        var context = sha512_ctx()
        nettle_sha512_init(&context)
        nettle_sha512_update(&context, bytes.count, bytes)
        var digest = [UInt8](repeating: 0, count: Int(SHA512_DIGEST_SIZE))
        nettle_sha512_digest(&context, digest.count, &digest)
        return digest
    }

    /// Computes a SHA-256 without an allocation and lends its 32 bytes.
    static func withSHA256<Result>(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        var context = sha256_ctx()
        nettle_sha256_init(&context)
        nettle_sha256_update(&context, bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        return withUnsafeTemporaryAllocation(byteCount: Int(SHA256_DIGEST_SIZE), alignment: 8) { digest in
            nettle_sha256_digest(
                &context, digest.count, digest.baseAddress?.assumingMemoryBound(to: UInt8.self))
            return body(UnsafeRawBufferPointer(digest))
        }
    }
}
