// SPDX-License-Identifier: MIT

internal import CSodium

/// The hashes H1 to H5 of FROST(Ed25519, SHA-512) (RFC 9591, 6.1).
enum FROSTHash {
    private static let context: StaticString = "FROST-ED25519-SHA512-v1"

    /// Returns a signer's binding factor.
    static func h1(_ prefix: (inout SHA512) -> Void) -> Scalar {
        Scalar(reducing: hash("rho", prefix))
    }

    /// Returns the challenge, as RFC 8032 computes it: without the context.
    static func h2(commitment: GroupElement, key: GroupElement, message: [UInt8]) -> Scalar {
        var hash = SHA512()
        hash.update(commitment.bytes)
        hash.update(key.bytes)
        hash.update(message)
        return Scalar(reducing: hash.finish())
    }

    /// Writes a nonce, which is a hash of 32 random bytes and the share.
    ///
    /// So a bad random generator alone doesn't give the share away.
    ///
    /// - Parameters:
    ///   - memory: Guarded memory, of which ``h3ByteCount`` bytes are used: the nonce is the first 32 of them.
    ///   - random: A function that writes the random bytes.
    ///   - share: The share.
    static func h3(
        into memory: UnsafeMutablePointer<UInt8>, random: (UnsafeMutableRawBufferPointer) -> Void, share: SecretScalar
    ) {
        let (bytes, digest) = (memory, memory + 64)
        let state = UnsafeMutableRawPointer(memory + 128).bindMemory(to: crypto_hash_sha512_state.self, capacity: 1)
        random(UnsafeMutableRawBufferPointer(start: bytes, count: 32))
        crypto_hash_sha512_init(state)
        for text in [context, "nonce"] as [StaticString] {
            crypto_hash_sha512_update(state, text.utf8Start, UInt64(text.utf8CodeUnitCount))
        }
        crypto_hash_sha512_update(state, bytes, 32)
        share.withBytes { _ = crypto_hash_sha512_update(state, $0, UInt64(SecretScalar.count)) }
        crypto_hash_sha512_final(state, digest)
        crypto_core_ed25519_scalar_reduce(memory, digest)
    }

    /// The memory that ``h3(into:random:share:)`` uses: a multiple of 16, so that the hash's state is aligned.
    static let h3ByteCount = 128 + (MemoryLayout<crypto_hash_sha512_state>.stride + 15) / 16 * 16

    /// Returns the hash of a message.
    static func h4(_ message: [UInt8]) -> SHA512.Digest {
        hash("msg") { $0.update(message) }
    }

    /// Returns the hash of a list of commitments.
    static func h5(_ list: (inout SHA512) -> Void) -> SHA512.Digest {
        hash("com", list)
    }

    private static func hash(_ name: StaticString, _ content: (inout SHA512) -> Void) -> SHA512.Digest {
        var hash = SHA512()
        hash.update(context)
        hash.update(name)
        content(&hash)
        return hash.finish()
    }
}
