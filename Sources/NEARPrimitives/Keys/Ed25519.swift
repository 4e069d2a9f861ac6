// SPDX-License-Identifier: MIT

import CSodium

/// Ed25519 (RFC 8032) as NEAR uses it, by libsodium.
///
/// Signatures are accepted exactly where nearcore accepts them.
package enum Ed25519 {
    /// Bytes of a seed, and of a public key.
    private static let keyByteCount = 32
    /// Bytes of libsodium's secret key: the seed and the public half.
    private static let pairByteCount = 64
    private static let signatureByteCount = 64

    /// libsodium picks its code for this processor once; it can be called from any thread.
    static let isReady = sodium_init() >= 0

    /// Makes the 64-byte pair of seed and public half that signs, and the public half; `nil` if libsodium fails.
    package static func keyPair(seed: [UInt8]) -> (pair: WipedBytes, publicKey: [UInt8])? {
        guard isReady, seed.count == keyByteCount else { return nil }
        var pair = [UInt8](repeating: 0, count: pairByteCount)
        defer { pair.wipe() }
        var publicKey = [UInt8](repeating: 0, count: keyByteCount)
        guard crypto_sign_ed25519_seed_keypair(&publicKey, &pair, seed) == 0 else { return nil }
        return (WipedBytes(pair), publicKey)
    }

    /// Signs `message` with a pair that `keyPair(seed:)` made; `nil` if libsodium fails.
    package static func sign(_ message: UnsafeRawBufferPointer, pair: WipedBytes) -> [UInt8]? {
        var signature = [UInt8](repeating: 0, count: signatureByteCount)
        let isSigned = pair.withUnsafeBytes { pair in
            guard let pair = pair.bytePointer else { return false }
            let count = UInt64(message.count)
            return crypto_sign_ed25519_detached(&signature, nil, message.bytePointer, count, pair) == 0
        }
        return isSigned ? signature : nil
    }

    /// Verifies a signature by the equation S·B - k·A = R, with R compared as bytes.
    ///
    /// That is `verify` of ed25519-dalek, by which nearcore decides. libsodium refuses three more things: keys and R of
    /// an order that divides 8, and keys whose y isn't reduced. Where one of these is why, `equationHolds` decides.
    static func verify(signature: [UInt8], message: UnsafeRawBufferPointer, publicKey: [UInt8]) -> Bool {
        guard isReady, signature.count == signatureByteCount, publicKey.count == keyByteCount else { return false }
        let status = crypto_sign_ed25519_verify_detached(
            signature, message.bytePointer, UInt64(message.count), publicKey)
        if status == 0 { return true }
        let needsEquation = isUnusual(publicKey[...]) || isUnusual(signature[..<keyByteCount])
        return needsEquation && equationHolds(signature: signature, message: message, publicKey: publicKey)
    }
}

extension UnsafeRawBufferPointer {
    fileprivate var bytePointer: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}
