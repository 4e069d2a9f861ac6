// SPDX-License-Identifier: MIT

import CSecp256k1

/// The secp256k1 scheme as NEAR uses it, by libsecp256k1.
///
/// Keys are the two coordinates (64 bytes), signatures r, s and the recovery id (65 bytes), messages are hashes (32
/// bytes).
///
/// Each call works on libsecp256k1's static context or on one of its own, so there is no shared state.
package enum Secp256k1 {
    private static let messageByteCount = 32
    private static var staticContext: OpaquePointer { near_secp256k1_static_context() }

    /// Returns whether the 32 bytes are a secret key: a scalar that's neither zero nor beyond the group's order.
    static func isSecretKey(_ key: UnsafeRawBufferPointer) -> Bool {
        guard key.count == 32, let bytes = key.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return false }
        return secp256k1_ec_seckey_verify(staticContext, bytes) == 1
    }

    /// The public key of a secret key, or `nil` where that is none.
    static func publicKey(of key: UnsafeRawBufferPointer) -> [UInt8]? {
        guard isSecretKey(key) else { return nil }
        return withSigningContext { context in
            guard let bytes = key.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
            var point = secp256k1_pubkey()
            guard secp256k1_ec_pubkey_create(context, &point, bytes) == 1 else { return nil }
            return serialize(point)
        }
    }

    /// A recoverable signature over a hash with a deterministic nonce (RFC 6979) and the lower of the two s.
    static func sign(_ message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer) -> [UInt8]? {
        guard message.count == messageByteCount, isSecretKey(key),
            let message = message.baseAddress?.assumingMemoryBound(to: UInt8.self),
            let key = key.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else { return nil }
        return withSigningContext { context in
            var signature = secp256k1_ecdsa_recoverable_signature()
            guard secp256k1_ecdsa_sign_recoverable(context, &signature, message, key, nil, nil) == 1 else {
                return nil
            }
            var bytes = [UInt8](repeating: 0, count: 65)
            var recoveryId: CInt = 0
            secp256k1_ecdsa_recoverable_signature_serialize_compact(
                staticContext, &bytes, &recoveryId, &signature)
            bytes[64] = UInt8(truncatingIfNeeded: recoveryId)
            return bytes
        }
    }

    /// Returns whether the signature is the key's over the hash.
    ///
    /// The higher of the two s is refused, as nearcore does.
    static func verify(signature: [UInt8], message: UnsafeRawBufferPointer, publicKey: [UInt8]) -> Bool {
        guard signature.count == 65, signature[64] < 4, publicKey.count == 64, message.count == messageByteCount,
            let message = message.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else { return false }
        let context = staticContext
        var recoverable = secp256k1_ecdsa_recoverable_signature()
        var plain = secp256k1_ecdsa_signature()
        var point = secp256k1_pubkey()
        let uncompressed = [4] + publicKey
        guard
            secp256k1_ecdsa_recoverable_signature_parse_compact(
                context, &recoverable, signature, CInt(signature[64])) == 1,
            secp256k1_ecdsa_recoverable_signature_convert(context, &plain, &recoverable) == 1,
            secp256k1_ec_pubkey_parse(context, &point, uncompressed, uncompressed.count) == 1
        else { return false }
        return secp256k1_ecdsa_verify(context, &plain, message, &point) == 1
    }

    /// The key that made the signature over the hash, or `nil` where there is none.
    package static func recover(signature: [UInt8], message: UnsafeRawBufferPointer) -> [UInt8]? {
        guard signature.count == 65, signature[64] < 4, message.count == messageByteCount,
            let message = message.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else { return nil }
        var recoverable = secp256k1_ecdsa_recoverable_signature()
        var point = secp256k1_pubkey()
        guard
            secp256k1_ecdsa_recoverable_signature_parse_compact(
                staticContext, &recoverable, signature, CInt(signature[64])) == 1,
            secp256k1_ecdsa_recover(staticContext, &point, &recoverable, message) == 1
        else { return nil }
        return serialize(point)
    }

    private static func serialize(_ point: secp256k1_pubkey) -> [UInt8]? {
        var point = point
        var bytes = [UInt8](repeating: 0, count: 65)
        var count = bytes.count
        let serialized = secp256k1_ec_pubkey_serialize(
            staticContext, &bytes, &count, &point, UInt32(SECP256K1_EC_UNCOMPRESSED))
        guard serialized == 1, count == 65 else { return nil }
        return Array(bytes.dropFirst())
    }

    /// Calls `body` with a context of its own, blinded against side channels.
    ///
    /// Multiplying the generator by a secret needs one.
    private static func withSigningContext<Result>(_ body: (OpaquePointer) -> Result?) -> Result? {
        guard let context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE)) else { return nil }
        defer { secp256k1_context_destroy(context) }
        var generator = SystemRandomNumberGenerator()
        var seed = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        defer { seed.wipe() }
        guard secp256k1_context_randomize(context, seed) == 1 else { return nil }
        return body(context)
    }
}
