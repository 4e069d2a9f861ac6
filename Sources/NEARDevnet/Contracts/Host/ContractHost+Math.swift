// SPDX-License-Identifier: MIT

import CNettle
import NEARPrimitives

extension ContractHost {
    func randomSeed(_ register: UInt64) throws(HostCallError) {
        try gas.pay(.base)
        try setRegister(register, call.randomSeed.bytes)
    }

    func sha256(_ count: UInt64, _ pointer: UInt64, to register: UInt64) throws(HostCallError) {
        try gas.pay(.sha256Base)
        let value = try bytes(pointer, count)
        try gas.pay(.sha256Byte, per: value.count)
        try setRegister(register, CryptoHash.sha256(value).bytes)
    }

    func keccak256(_ count: UInt64, _ pointer: UInt64, to register: UInt64) throws(HostCallError) {
        try gas.pay(.keccak256Base)
        let value = try bytes(pointer, count)
        try gas.pay(.keccak256Byte, per: value.count)
        try setRegister(register, Keccak.keccak256(value))
    }

    func keccak512(_ count: UInt64, _ pointer: UInt64, to register: UInt64) throws(HostCallError) {
        try gas.pay(.keccak512Base)
        let value = try bytes(pointer, count)
        try gas.pay(.keccak512Byte, per: value.count)
        try setRegister(register, Keccak.keccak512(value))
    }

    func ripemd160(_ count: UInt64, _ pointer: UInt64, to register: UInt64) throws(HostCallError) {
        try gas.pay(.ripemd160Base)
        let value = try bytes(pointer, count)
        try gas.pay(.ripemd160Block, per: (value.count + 8) / 64 + 1)
        try setRegister(register, Ripemd160.hash(value))
    }

    /// The secp256k1 key that signed a hash: 1, and the key in the register; or 0.
    func ecrecover(
        _ hashSlice: Slice, _ signatureSlice: Slice, recoveryId: UInt64, malleabilityFlag: UInt64, to register: UInt64
    ) throws(HostCallError) -> UInt64 {
        try gas.pay(.ecrecoverBase)
        let signature = try bytes(signatureSlice.pointer, signatureSlice.count)
        guard signature.count == 64 else {
            throw .ecRecover("The length of the signature: \(signature.count), exceeds the limit 64")
        }
        guard recoveryId < 4 else {
            throw .ecRecover("V recovery byte 0 through 3 are valid but was provided \(recoveryId)")
        }
        let hash = try bytes(hashSlice.pointer, hashSlice.count)
        guard hash.count == 32 else {
            throw .ecRecover("The length of the hash: \(hash.count), exceeds the limit 32")
        }
        guard malleabilityFlag <= 1 else {
            throw .ecRecover("Malleability flag needs to be 0 or 1, but is instead \(malleabilityFlag)")
        }
        if malleabilityFlag == 1, Self.halfOrder.lexicographicallyPrecedes(signature[32...]) { return 0 }
        let key = hash.withUnsafeBytes {
            Secp256k1.recover(signature: signature + [UInt8(recoveryId)], message: $0)
        }
        guard let key else { return 0 }
        try setRegister(register, key)
        return 1
    }

    /// Half the order of secp256k1's group: above it, a signature's s has a lower twin.
    private static let halfOrder: [UInt8] =
        [0x7F] + Array(repeating: 0xFF, count: 15) + [
            0x5D, 0x57, 0x6E, 0x73, 0x57, 0xA4, 0x50, 0x1D, 0xDF, 0xE9, 0x2F, 0x46, 0x68, 0x1B, 0x20, 0xA0,
        ]

    /// Returns whether an ed25519 signature is the key's over the message.
    func ed25519Verify(signature: Slice, message: Slice, key: Slice) throws(HostCallError) -> UInt64 {
        try gas.pay(.ed25519VerifyBase)
        let signature = try bytes(signature.pointer, signature.count)
        guard signature.count == 64 else { throw .ed25519VerifyInvalidInput("invalid signature length") }
        // As in nearcore, a signature that can't be one is refused before the message is paid for.
        guard signature[63] & 0b1110_0000 == 0 else { return 0 }
        let message = try bytes(message.pointer, message.count)
        try gas.pay(.ed25519VerifyByte, per: message.count)
        let key = try bytes(key.pointer, key.count)
        guard key.count == 32 else { throw .ed25519VerifyInvalidInput("invalid public key length") }
        do {
            let isValid = try PublicKey(keyType: .ed25519, bytes: key)
                .verify(Signature(keyType: .ed25519, bytes: signature), message: message)
            return isValid ? 1 : 0
        } catch {
            return 0
        }
    }

    /// The place of an argument's bytes: in memory, or in a register.
    struct Slice {
        let count: UInt64
        let pointer: UInt64
    }
}

/// RIPEMD-160, by nettle.
enum Ripemd160 {
    static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var context = ripemd160_ctx()
        nettle_ripemd160_init(&context)
        nettle_ripemd160_update(&context, bytes.count, bytes)
        var digest = [UInt8](repeating: 0, count: Int(RIPEMD160_DIGEST_SIZE))
        nettle_ripemd160_digest(&context, digest.count, &digest)
        return digest
    }
}
