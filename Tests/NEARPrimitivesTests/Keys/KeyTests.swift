// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@Suite struct KeyTests {
    @Test(arguments: KeyType.allCases.filter(\.isAvailable))
    func everySchemeSignsAndVerifies(type: KeyType) throws {
        let key = try SecretKey.generate(type)
        let other = try SecretKey.generate(type)
        let hash = CryptoHash.sha256(Array("message".utf8))
        let signature = try key.sign(hash)
        #expect(signature.keyType == type)
        #expect(key.publicKey.verify(signature, hash: hash))
        #expect(!other.publicKey.verify(signature, hash: hash))
        #expect(!key.publicKey.verify(signature, hash: .zero))
        #expect(try PublicKey(key.publicKey.description) == key.publicKey)
        #expect(try Signature(signature.description) == signature)
        #expect(try SecretKey(key.exposedText()).publicKey == key.publicKey)
        #expect(try PublicKey(borsh: key.publicKey.borshBytes) == key.publicKey)
        #expect(try Signature(borsh: signature.borshBytes) == signature)
    }

    @Test(arguments: KeyType.allCases.filter(\.isAvailable))
    func secretKeyDoesNotPrintItself(type: KeyType) throws {
        let key = try SecretKey.generate(type)
        let secret = key.exposedText().split(separator: ":")[1]
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(!text.contains(secret))
        }
    }

    @Test func foreignPublicHalfIsRefused() throws {
        let key = try SecretKey(keyType: .ed25519, seed: Array(repeating: 1, count: 32))
        let other = try SecretKey(keyType: .ed25519, seed: Array(repeating: 2, count: 32))
        let pair = Array(repeating: 1, count: 32) + other.publicKey.bytes
        #expect(throws: KeyError.mismatchedKeyPair(.ed25519)) { try SecretKey("ed25519:" + Base58.encode(pair)) }
        #expect(
            try SecretKey("ed25519:" + Base58.encode(pair.prefix(32) + key.publicKey.bytes)).publicKey == key.publicKey)
    }

    @Test func textWithoutSchemeIsEd25519() throws {
        let key = try SecretKey(keyType: .ed25519, seed: Array(repeating: 1, count: 32)).publicKey
        #expect(try PublicKey(Base58.encode(key.bytes)) == key)
        #expect(try PublicKey("ED25519:" + Base58.encode(key.bytes)) == key)
        #expect(throws: KeyError.unknownKeyType("ed448")) { try PublicKey("ed448:abc") }
        #expect(throws: KeyError.wrongLength(.ed25519, expected: 32, actual: 31)) {
            try PublicKey("ed25519:" + Base58.encode(Array(repeating: 1, count: 31)))
        }
        #expect(throws: KeyError.invalidCharacter(position: 2)) { try PublicKey("ed25519:ab0c") }
    }
}
