// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@Suite struct KeyVectorTests {
    struct Ed25519: Decodable {
        let secretKey: String
        let publicKey: PublicKey
        let message: HexBytes
        let signature: Signature
        let accountId: AccountId
    }

    struct Secp256k1: Decodable {
        let secretKey: String
        let publicKey: PublicKey
        let hash: HexBytes
        let signature: HexBytes
        let accountId: AccountId
    }

    struct MLDSA65: Decodable {
        let secretKey: String
        let publicKey: PublicKey
        let hash: HexBytes
        let signature: String
        let handle: PublicKeyHandle
    }

    struct File: Decodable {
        let ed25519: [Ed25519]
        let secp256k1: [Secp256k1]
        let mldsa65: [MLDSA65]
    }

    private let file: File

    init() throws {
        file = try Vectors.load("keys")
    }

    @Test func ed25519AgreesWithOthers() throws {
        for vector in file.ed25519 {
            let key = try SecretKey(vector.secretKey)
            #expect(key.publicKey == vector.publicKey)
            #expect(try key.sign(vector.message.bytes) == vector.signature)
            #expect(vector.publicKey.verify(vector.signature, message: vector.message.bytes))
            #expect(key.exposedText() == vector.secretKey)
            #expect(vector.publicKey.implicitAccountId == vector.accountId)
        }
    }

    @Test func secp256k1AgreesWithOthers() throws {
        for vector in file.secp256k1 {
            let key = try SecretKey(vector.secretKey)
            let signature = try Signature(keyType: .secp256k1, bytes: vector.signature.bytes)
            #expect(key.publicKey == vector.publicKey)
            #expect(try key.sign(vector.hash.bytes) == signature)
            #expect(vector.publicKey.verify(signature, message: vector.hash.bytes))
            #expect(signature.recoverPublicKey(hash: try CryptoHash(bytes: vector.hash.bytes)) == vector.publicKey)
            #expect(key.exposedText() == vector.secretKey)
            #expect(vector.publicKey.implicitAccountId == vector.accountId)
        }
    }

    @Test(.enabled(if: KeyType.mldsa65.isAvailable)) func mldsa65AgreesWithOthers() throws {
        for vector in file.mldsa65 {
            let key = try SecretKey(vector.secretKey)
            let signature = try Signature(keyType: .mldsa65, bytes: try #require(Base64.decode(vector.signature)))
            #expect(key.publicKey == vector.publicKey)
            #expect(vector.publicKey.verify(signature, message: vector.hash.bytes))
            #expect(vector.publicKey.verify(try key.sign(vector.hash.bytes), message: vector.hash.bytes))
            #expect(vector.publicKey.handle == vector.handle)
            #expect(try PublicKeyHandle(vector.publicKey.description) == vector.handle)
            #expect(vector.publicKey.implicitAccountId == nil)
        }
    }

    @Test func higherSIsRefused() throws {
        let vector = try #require(file.secp256k1.first)
        // n - s: the same point mirrored, which ECDSA alone would accept.
        let order = try #require(
            Hexadecimal.decode("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"))
        var bytes = vector.signature.bytes
        var borrow = 0
        for index in (0..<32).reversed() {
            let difference = Int(order[index]) - Int(bytes[32 + index]) - borrow
            borrow = difference < 0 ? 1 : 0
            bytes[32 + index] = UInt8(truncatingIfNeeded: difference)
        }
        bytes[64] ^= 1
        let mirrored = try Signature(keyType: .secp256k1, bytes: bytes)
        #expect(!vector.publicKey.verify(mirrored, message: vector.hash.bytes))
    }
}
