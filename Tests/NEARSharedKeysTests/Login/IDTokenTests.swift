// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARPrimitives
import Synchronization
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// Tokens that look right and aren't: none of them counts (promise 7).
@Suite struct IDTokenTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let issuer = "https://id.example"

    private static func claims(_ changes: JSONValue.Members = [:]) -> JSONValue {
        let right: JSONValue.Members = [
            "iss": .string(issuer), "aud": "program", "sub": "person", "nonce": "bound", "iat": 1_800_000_000,
            "exp": 1_800_000_600,
        ]
        return .object(right.merging(changes) { _, new in new })
    }

    private static let check = IDTokenCheck(
        issuer: ExactText(issuer), audiences: ["program"].reduce(into: []) { $0.insert(ExactText($1)) },
        nonce: "bound", subject: ExactText("person"))

    private static func refusal(_ text: String, _ keys: TokenKeySet) -> IDTokenError? {
        do throws(IDTokenError) {
            _ = try check.claims(of: try CompactToken(text), keys: keys, now: now)
            return nil
        } catch {
            return error
        }
    }

    private static func keys(_ keys: IdentityKey...) throws -> TokenKeySet {
        try #require(TokenKeySet(["keys": .array(keys.map(\.publicJSON))]))
    }

    @Test(arguments: TokenAlgorithm.allCases) func aRightTokenCounts(_ algorithm: TokenAlgorithm) throws {
        let key = try IdentityKey(algorithm, name: "one")
        let token = try CompactToken(key.token(Self.claims(["email": "ada@example.org"])))
        let claims = try Self.check.claims(of: token, keys: try Self.keys(key), now: Self.now)
        #expect(claims.subject == ExactText("person"))
        #expect(claims.program == ExactText("program"))
        #expect(claims.email == "ada@example.org")
        #expect(claims.expires == Date(timeIntervalSince1970: 1_800_000_600))
    }

    @Test(arguments: TokenAlgorithm.allCases) func wrongClaimsAreRefused(_ algorithm: TokenAlgorithm) throws {
        let key = try IdentityKey(algorithm, name: "one")
        let keys = try Self.keys(key)
        let wrong: [(JSONValue.Members, IDTokenError?)] = [
            (["iss": "https://id.example/"], .issuer), (["iss": "https://evil.example"], .issuer),
            (["iss": 5], .malformed),
            (["aud": "other"], .audience), (["aud": ["other", "another"]], .audience), (["aud": []], .malformed),
            (["aud": ["program", "other"]], .audience), (["aud": ["program", "other"], "azp": "other"], .audience),
            (["azp": "other"], .audience), (["aud": ["other"], "azp": "program"], .audience),
            (["aud": ["program", "other"], "azp": "program"], nil), (["aud": ["program"]], nil),
            (["nonce": "other"], .nonce), (["nonce": .null], .nonce), (["nonce": "bound\u{301}"], .nonce),
            (["sub": "somebody"], .subject), (["sub": ""], .subject), (["sub": .null], .subject),
            (["exp": 1_799_999_400], .expired), (["exp": 1_799_999_401], nil),
            (["iat": 1_800_000_600], .expired), (["iat": 1_800_000_599], nil),
            (["nbf": 1_800_000_600], .expired), (["nbf": "soon"], .malformed),
            (["exp": .null], .malformed), (["iat": .null], .malformed), (["exp": -1], .malformed),
            (["exp": .number(1e300)], .malformed), (["exp": "1800000600"], .malformed),
        ]
        for (changes, error) in wrong {
            #expect(Self.refusal(key.token(Self.claims(changes)), keys) == error, "\(changes)")
        }
    }

    /// A token whose signature was right once isn't computed again, for as long as its issuer has the same keys.
    @Test func aTokenThatCountedIsRefusedOnceItsKeyIsGoneOrItsTimeIsOver() async throws {
        let (old, new) = (try IdentityKey(.rs256, name: "one"), try IdentityKey(.rs256, name: "one"))
        let published = Mutex(try Self.keys(old))
        let time = Mutex(Self.now)
        let cache = TokenKeyCache(
            now: { time.withLock { $0 } }, fetch: { () throws(LoginError) in published.withLock { $0 } })
        let token = old.token(Self.claims(["exp": 1_900_000_000]))
        func refusal(_ text: String) async -> LoginError? {
            do throws(LoginError) {
                _ = try await cache.claims(of: text, by: Self.check)
                return nil
            } catch {
                return error
            }
        }
        for _ in 0..<2 { #expect(await refusal(token) == nil) }
        // Its claims are compared each time, and another text is another token.
        let brief = old.token(Self.claims())
        #expect(await refusal(brief) == nil)
        time.withLock { $0 += 3_000 }
        #expect(await refusal(brief) == .token(.expired))
        let parts = token.split(separator: ".")
        #expect(await refusal("\(parts[0]).\(parts[1]).\(brief.split(separator: ".")[2])") == .token(.signature))
        // The issuer replaces its key and keeps the name.
        let next = try Self.keys(new)
        published.withLock { $0 = next }
        #expect(await refusal(token) == nil)
        time.withLock { $0 += TokenKeyCache.lifetime }
        #expect(await refusal(token) == .token(.signature))
        #expect(await refusal(new.token(Self.claims(["exp": 1_900_000_000]))) == nil)
    }

    @Test(arguments: TokenAlgorithm.allCases) func forgedSignaturesAreRefused(_ algorithm: TokenAlgorithm) throws {
        let key = try IdentityKey(algorithm, name: "one")
        let (keys, right) = (try Self.keys(key), key.token(Self.claims()))
        let parts = right.split(separator: ".").map(String.init)
        func header(_ json: JSONValue) -> String { Base64.encodeForAddress(json.bytes) }
        // A shared secret that everybody knows: the public key, as it is published and as its own numbers.
        let number = try #require((key.publicJSON["n"] ?? key.publicJSON["x"])?.stringValue)
        for secret in [key.publicJSON.bytes, Array(number.utf8)] {
            let signed = "\(header(["alg": "HS256", "kid": "one"])).\(parts[1])"
            let forged = "\(signed).\(Base64.encodeForAddress(Self.hmac(secret, Array(signed.utf8))))"
            #expect(Self.refusal(forged, keys) == .algorithm)
        }
        for name in ["none", "None", "NONE", "", "HS256", "RS512", "rs256", "ES256K", "EdDSA "] {
            let forged = "\(header(["alg": .string(name), "kid": "one"])).\(parts[1])."
            #expect(Self.refusal(forged, keys) == .algorithm, "\(name)")
        }
        let other = try IdentityKey(algorithm, name: "one")
        #expect(Self.refusal(other.token(Self.claims()), keys) == .signature)
        let unknown = try IdentityKey(algorithm, name: "two")
        #expect(Self.refusal(unknown.token(Self.claims()), keys) == .unknownKey)
        for another in TokenAlgorithm.allCases where another != algorithm {
            let forged = "\(header(["alg": .string(another.rawValue), "kid": "one"])).\(parts[1]).\(parts[2])"
            #expect(Self.refusal(forged, keys) == .unknownKey, "\(another)")
        }
        let changed = Base64.encodeForAddress(Self.claims(["sub": "person", "email": "eve@example.org"]).bytes)
        #expect(Self.refusal("\(parts[0]).\(changed).\(parts[2])", keys) == .signature)
    }

    @Test func textsThatAreNoTokensAreRefused() throws {
        let key = try IdentityKey(.edDSA, name: "one")
        let (keys, right) = (try Self.keys(key), key.token(Self.claims()))
        let parts = right.split(separator: ".").map(String.init)
        let critical = Base64.encodeForAddress(Self.critical.bytes)
        let wrong = [
            "", "a", "a.b", "a.b.c", right + ".", ".\(right)", "\(parts[0]).\(parts[1])", right + "=", right + "\n",
            "\(critical).\(parts[1]).\(parts[2])", "\(parts[0]).W10.\(parts[2])",
            "\(parts[0]).\(String(repeating: "A", count: 20_000)).\(parts[2])",
        ]
        for text in wrong { #expect(Self.refusal(text, keys) == .malformed, "\(text.prefix(40))") }
    }

    @Test func damagedTokensNeverCount() throws {
        let key = try IdentityKey(.edDSA, name: "one")
        let (keys, right) = (try Self.keys(key), Array(key.token(Self.claims()).utf8))
        for index in right.indices {
            var changed = right
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(Self.refusal(String(decoding: changed, as: UTF8.self), keys) != nil, "\(index)")
        }
    }

    private static let critical: JSONValue = ["alg": "EdDSA", "kid": "one", "crit": ["b64"]]

    private static func hmac(_ key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        var block = key.count > 64 ? SHA2.sha256(key) : key
        block += [UInt8](repeating: 0, count: 64 - block.count)
        return SHA2.sha256(block.map { $0 ^ 0x5C } + SHA2.sha256(block.map { $0 ^ 0x36 } + message))
    }
}
