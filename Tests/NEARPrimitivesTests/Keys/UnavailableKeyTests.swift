// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

/// ML-DSA-65 in a build without the trait.
///
/// Forms are read and written, and what needs the scheme says how to get it.
@Suite(.enabled(if: !KeyType.mldsa65.isAvailable)) struct UnavailableKeyTests {
    private let vector: KeyVectorTests.MLDSA65

    init() throws {
        vector = try #require(Vectors.load("keys", as: KeyVectorTests.File.self).mldsa65.first)
    }

    private func signature() throws -> Signature {
        try Signature(keyType: .mldsa65, bytes: try #require(Base64.decode(vector.signature)))
    }

    @Test func publicKeysAndSignaturesKeepTheirForms() throws {
        let key = vector.publicKey
        #expect(try PublicKey(key.description) == key)
        #expect(try PublicKey(borsh: key.borshBytes) == key)
        #expect(key.handle == vector.handle)
        let signature = try signature()
        #expect(try Signature(signature.description) == signature)
        #expect(try Signature(borsh: signature.borshBytes) == signature)
    }

    @Test func secretKeysSayWhatTheyNeed() throws {
        let seed = [UInt8](repeating: 7, count: 32)
        #expect(throws: KeyError.unavailable(.mldsa65)) { try SecretKey(vector.secretKey) }
        #expect(throws: KeyError.unavailable(.mldsa65)) { try SecretKey(keyType: .mldsa65, seed: seed) }
        #expect(throws: KeyError.unavailable(.mldsa65)) { try SecretKey.generate(.mldsa65) }
        #expect(KeyError.unavailable(.mldsa65).description.contains("swift build --traits MLDSA65"))
        // What is wrong with a text is said first, as in a build that has the scheme.
        #expect(throws: KeyError.wrongLength(.mldsa65, expected: 32, actual: 31)) {
            try SecretKey(keyType: .mldsa65, seed: Array(seed.dropLast()))
        }
    }

    @Test func aSignatureThatCannotBeVerifiedIsNotCalledWrong() throws {
        let payload = try NEP413Payload(message: "hello", nonce: Array(repeating: 1, count: 32), recipient: "shop.near")
        let message = SignedMessage(
            accountId: try AccountId("alice.near"), publicKey: vector.publicKey, signature: try signature())
        #expect(throws: NEP413Error.keyUnavailable(.unavailable(.mldsa65))) { try message.verify(payload) }
        #expect(!vector.publicKey.verify(try signature(), message: vector.hash.bytes))
    }

    @Test func credentialFilesWithSuchKeysSayWhatTheyNeed() throws {
        let members: JSONValue.Members = [
            "account_id": "alice.near", "public_key": .string(vector.publicKey.description),
            "private_key": .string(vector.secretKey),
        ]
        #expect(throws: CredentialError.secretKey(.unavailable(.mldsa65))) {
            try Credential(json: JSONValue.object(members).bytes)
        }
    }
}
