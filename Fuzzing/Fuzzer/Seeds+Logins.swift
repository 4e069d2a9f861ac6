// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARShares

/// Seeds of logins and their services.
extension Seeds {
    static func logins() throws -> [String: [[UInt8]]] {
        [
            "login-token": try loginToken(), "share-answer": try shareAnswer(), "share-document": try shareDocument(),
            "share-request": try shareRequest(),
        ]
    }

    /// A key of an issuer, as it publishes it, and what it signs.
    struct LoginKey: Sendable {
        let key: SecretKey

        var json: JSONValue {
            [
                "kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "kid": "one", "use": "sig",
                "x": .string(Base64.encodeForAddress(key.publicKey.bytes)),
            ]
        }

        func token(_ claims: JSONValue) throws -> String {
            let header: JSONValue = ["alg": "EdDSA", "kid": "one"]
            let text = [header, claims].map { Base64.encodeForAddress($0.bytes) }.joined(separator: ".")
            return text + "." + Base64.encodeForAddress(try key.sign(Array(text.utf8)).bytes)
        }
    }

    static let loginKey = (try? SecretKey(keyType: .ed25519, seed: [UInt8](repeating: 7, count: 32))).map(LoginKey.init)

    private static func loginToken() throws -> [[UInt8]] {
        guard let loginKey else { return [] }
        let claims: JSONValue = [
            "iss": "https://id.example", "aud": "program", "sub": "person", "nonce": "bound", "iat": 1_800_000_000,
            "exp": 1_800_000_600,
        ]
        return [Array(try loginKey.token(claims).utf8), JSONValue.object(["keys": [loginKey.json]]).bytes]
    }

    private static func shareAnswer() throws -> [[UInt8]] {
        let dealt = try ShareDealer.deal(to: [.login, .device])
        let commitment = SigningNonces(by: dealt.shares[0], for: SubjectDigest(.zero)).commitment
        let set = Base58.encode(dealt.set.bytes)
        return [
            #"{"result": {"sets": [{"set": "\#(set)", "state": "active"}]}}"#,
            #"{"result": {"commitment": "\#(Base64.encode(commitment.bytes))"}}"#,
            #"{"error": {"code": "token"}}"#,
        ].map { Array($0.utf8) }
    }

    private static func shareDocument() throws -> [[UInt8]] {
        let dealt = try ShareDealer.deal(to: [.login, .device, .recovery])
        let holders = [
            #"{"holder": 1, "since": "2026-11-26T00:00:00Z", "place": "service", "service": "https://s.example"}"#,
            #"{"holder": 2, "since": "2026-11-26T00:00:00Z", "place": "keyring"}"#,
            #"{"holder": 3, "since": "2026-11-26T00:00:00Z", "place": "words", "proven": "2026-11-26T00:00:00Z"}"#,
        ].joined(separator: ",")
        let set =
            #"{"set": "\#(Base58.encode(dealt.set.bytes))", "network": "testnet", "account": "a.near", "state": "pending", "holders": [\#(holders)]}"#
        return [Array(#"{"schema": 1, "sets": [\#(set)]}"#.utf8)]
    }

    private static func shareRequest() throws -> [[UInt8]] {
        let (nonce, key) = (
            Base64.encode([UInt8](repeating: 1, count: 16)), Base64.encode([UInt8](repeating: 2, count: 32))
        )
        let set = CryptoHash.sha256([1]).description
        return [
            ("share", #"{"set": "\#(set)", "to": "\#(key)"}"#), ("commit", #"{"set": "\#(set)", "digest": "\#(set)"}"#),
            ("sets", "{}"), ("sign-out", "{}"),
        ].map { call, parameters in
            let text =
                #"{"version": 1, "service": "https://s.example", "time": 5, "nonce": "\#(nonce)", "token": "a.b.c", "key": "\#(key)", "call": "\#(call)", "parameters": \#(parameters)}"#
            return Array(text.utf8)
        }
    }
}
