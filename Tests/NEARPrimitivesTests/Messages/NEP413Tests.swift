// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

@Suite struct NEP413Tests {
    struct File: Decodable {
        struct Case: Decodable {
            let message: String
            let recipient: String
            let callbackUrl: String?
            let nonce: String
            let hash: HexBytes?
            let secretKey: String
            let signature: String
        }

        let cases: [Case]
    }

    private let alice: AccountId
    private let key: SecretKey
    private let payload: NEP413Payload

    init() throws {
        alice = try AccountId("alice.near")
        key = try SecretKey(keyType: .ed25519, seed: Array(repeating: 9, count: 32))
        payload = try NEP413Payload(message: "hi", nonce: Array(repeating: 1, count: 32), recipient: "app.near")
    }

    @Test func signaturesAreThoseOfOthers() throws {
        for vector in try Vectors.load("nep-413", as: File.self).cases {
            let payload = try NEP413Payload(
                message: vector.message, nonce: try #require(Base64.decode(vector.nonce)),
                recipient: vector.recipient, callbackUrl: vector.callbackUrl)
            let key = try SecretKey(vector.secretKey)
            if let hash = vector.hash {
                #expect(payload.hash.bytes == hash.bytes)
            }
            #expect(Base64.encode(try payload.sign(with: key).bytes) == vector.signature)
            #expect(try NEP413Payload(borsh: payload.borshBytes) == payload)
        }
    }

    @Test func verificationTellsWhatIsWrong() throws {
        let signed = try payload.sign(with: key, accountId: alice, state: "s")
        let bob = try AccountId("bob.near")
        let other = try NEP413Payload(message: "ho", nonce: payload.nonce, recipient: payload.recipient.text)
        #expect(throws: Never.self) { try signed.verify(payload, expectedAccount: alice, expectedState: "s") }
        #expect(throws: NEP413Error.accountMismatch(expected: bob, actual: alice)) {
            try signed.verify(payload, expectedAccount: bob)
        }
        #expect(throws: NEP413Error.stateMismatch) { try signed.verify(payload, expectedState: "t") }
        #expect(throws: NEP413Error.signatureInvalid) { try signed.verify(other) }
        #expect(throws: NEP413Error.nonceLength(byteCount: 31)) {
            try NEP413Payload(message: "", nonce: Array(repeating: 0, count: 31), recipient: "")
        }
    }

    @Test func chainDecidesWhetherTheAccountSigned() async throws {
        let signed = try payload.sign(with: key, accountId: alice)
        let call = FunctionCallPermission(allowance: nil, receiverId: alice, methodNames: [])
        try await signed.verify(payload) { account, key in
            account == signed.accountId && key == signed.publicKey ? .fullAccess : nil
        }
        await #expect(throws: NEP413Error.keyNotFullAccess) {
            try await signed.verify(payload) { _, _ in .functionCall(call) }
        }
        await #expect(throws: NEP413Error.keyNotOfAccount) { try await signed.verify(payload) { _, _ in nil } }
        await #expect(throws: NEP413Error.signatureInvalid) {
            let other = SignedMessage(
                accountId: alice, publicKey: key.publicKey, signature: try key.sign(CryptoHash.zero))
            try await other.verify(payload) { _, _ in .fullAccess }
        }
    }

    @Test func walletsFormIsReadAndWritten() throws {
        let signed = try payload.sign(with: key, accountId: alice)
        let json = try JSONEncoder().encode(signed)
        #expect(try JSONDecoder().decode(SignedMessage.self, from: json) == signed)
        let value = try JSONValue.parse(Array(json))
        #expect(value["signature"] == .string(Base64.encode(signed.signature.bytes)))
        #expect(value["state"] == nil)
        let printed = try JSONValue.parse(Array(json)).replacing("signature", by: .string(signed.signature.description))
        #expect(try JSONDecoder().decode(SignedMessage.self, from: Data(printed.bytes)) == signed)
    }
}

extension JSONValue {
    fileprivate func replacing(_ name: ExactText, by value: JSONValue) -> JSONValue {
        var members = objectValue ?? [:]
        members[name] = value
        return .object(members)
    }
}
