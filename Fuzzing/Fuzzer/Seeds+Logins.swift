// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARSharedKeys
import NEARShares

/// Seeds of logins and their services.
extension Seeds {
    static func logins() throws -> [String: [[UInt8]]] {
        [
            "login-redirect": loginRedirects(), "login-token": try loginToken(), "share-answer": try shareAnswer(),
            "share-document": try shareDocument(), "share-request": try shareRequest(),
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

    /// Keys of the two other algorithms, with which nothing here is signed: a modulus of 2,048 bits, P-256's base.
    static let foreignKeys: [JSONValue] = [
        [
            "kty": "RSA", "alg": "RS256", "kid": "two", "use": "sig", "e": "AQAB",
            "n": .string(Base64.encodeForAddress([UInt8](repeating: 0xC3, count: 256))),
        ],
        [
            "kty": "EC", "crv": "P-256", "alg": "ES256", "kid": "three", "use": "sig",
            "x": "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY", "y": "T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
        ],
    ]

    private static func loginRedirects() -> [[UInt8]] {
        ["code=a%20b&state=ours", "error=access_denied&error_description=a+b&state=ours"].map {
            Array("GET /back?\($0) HTTP/1.1\r\nHost: 127.0.0.1:4000\r\nAccept: */*\r\n".utf8)
        }
    }

    private static func loginToken() throws -> [[UInt8]] {
        guard let loginKey else { return [] }
        let claims: JSONValue = [
            "iss": "https://id.example", "aud": "program", "sub": "person", "nonce": "bound", "iat": 1_800_000_000,
            "exp": 1_800_000_600,
        ]
        let foreign = [("RS256", "two"), ("ES256", "three")].map { algorithm, kid in
            let header: JSONValue = ["alg": .string(algorithm), "kid": .string(kid)]
            let signature = [UInt8](repeating: 0x5A, count: algorithm == "RS256" ? 256 : 64)
            return [header.bytes, claims.bytes, signature].map { Base64.encodeForAddress($0) }.joined(separator: ".")
        }
        let keys = JSONValue.object(["keys": .array([loginKey.json] + foreignKeys)])
        return [Array(try loginKey.token(claims).utf8), keys.bytes] + foreign.map { Array($0.utf8) }
    }

    private static func shareAnswer() throws -> [[UInt8]] {
        let dealt = try ShareDealer.deal(to: [.login, .device])
        let digest = SubjectDigest(.zero)
        let nonces = SigningNonces(by: dealt.shares[0], for: digest)
        let other = SigningNonces(by: dealt.shares[1], for: digest)
        let commitment = nonces.commitment
        let part = try nonces.sign(try SigningPackage([commitment, other.commitment], for: digest, of: dealt.set))
        let box = BoxPublicKey(bytes: [9] + [UInt8](repeating: 0, count: 31))
        let sealed = box.flatMap { SealedShare(dealt.shares[0].share, to: $0) }?.bytes ?? []
        let set = Base58.encode(dealt.set.bytes)
        return [
            #"{"result": {"sets": [{"set": "\#(set)", "state": "active"}]}}"#,
            #"{"result": {"commitment": "\#(Base64.encode(commitment.bytes))"}}"#,
            #"{"result": {"share": "\#(Base64.encode(sealed))"}}"#,
            #"{"result": {"part": "\#(Base64.encode(part.bytes))"}}"#, #"{"error": {"code": "token"}}"#,
        ].map { Array($0.utf8) }
    }

    private static func shareDocument() throws -> [[UInt8]] {
        let dealt = try ShareDealer.deal(to: [.login, .device, .recovery])
        let holders = [
            #"{"holder": 1, "since": "2026-11-26T00:00:00Z", "place": "service", "service": "https://s.example"}"#,
            #"{"holder": 2, "since": "2026-11-26T00:00:00Z", "place": "keyring"}"#,
            #"{"holder": 3, "since": "2026-11-26T00:00:00Z", "place": "words", "proven": "2026-11-26T00:00:00Z"}"#,
        ].joined(separator: ",")
        let key = CryptoHash.sha256([2]).description
        let daily =
            #", "dailyKeys": [{"key": "ed25519:\#(key)", "contract": "b.near", "ends": "2026-12-26T00:00:00Z"}]"#
        let set =
            #"{"set": "\#(Base58.encode(dealt.set.bytes))", "network": "testnet", "account": "a.near", "state": "pending", "holders": [\#(holders)]\#(daily)}"#
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
