// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import WalletConnectSign

/// Pairing links, read and written.
struct PairingURITests {
    static let now = UnixTime(seconds: 1_763_800_000)
    static let key = String(repeating: "0", count: 64)
    static let topic = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    static let link = "wc:\(topic)@2?expiryTimestamp=1763800300&relay-protocol=irn&symKey=\(key)"

    @Test func aLinkComesBack() throws {
        let uri = try PairingURI(Self.link, at: Self.now)
        #expect(uri.text == Self.link)
        #expect(uri.expires == UnixTime(seconds: 1_763_800_300))
        #expect(uri.methods.isEmpty)
    }

    @Test(arguments: [
        "wc://\(topic)@2?symKey=\(key)&relay-protocol=irn&expiryTimestamp=1763800300",
        "wc:\(topic)@2?relay-protocol=irn&symKey=\(key)&expiryTimestamp=1763800300&relay-data=x&unknown",
        Base64.encode(Array(link.utf8)),
        String(Base64.encode(Array(link.utf8)).prefix { $0 != "=" }),
    ]) func otherFormsAreTheSameLink(_ text: String) throws {
        #expect(try PairingURI(text, at: Self.now) == PairingURI(Self.link, at: Self.now))
    }

    @Test func methodsAreRead() throws {
        let uri = try PairingURI(Self.link + "&methods=wc_sessionPropose,wc_sessionAuthenticate", at: Self.now)
        #expect(uri.methods == ["wc_sessionPropose", "wc_sessionAuthenticate"])
    }

    static let bad: [(String, PairingURIError)] = [
        ("", .notALink), ("https://x", .notALink), ("wc:", .notALink), ("wc:\(topic)", .notALink),
        ("wc:\(topic)@1?bridge=https%3A%2F%2Fx&key=00", .versionOne), ("wc:\(topic)@3?", .unknownVersion("3")),
        ("wc:\(topic)@?", .unknownVersion("")), (link + "&symKey=\(key)", .repeatedField("symKey")),
        (link + "&a=1&a=2", .repeatedField("a")), (link.replacing(topic, with: "ab"), .invalidTopic),
        (link.replacing(topic, with: topic.uppercased()), .invalidTopic),
        (link.replacing(topic, with: String(topic.reversed())), .invalidKey),
        (link.replacing("symKey=0", with: "symKey="), .invalidKey),
        (link.replacing("symKey", with: "key"), .invalidKey),
        (link.replacing("irn", with: "waku"), .unknownProtocol),
        (link.replacing("&relay-protocol=irn", with: ""), .unknownProtocol),
        (link.replacing("1763800300", with: "soon"), .invalidExpiry),
        (link.replacing("1763800300", with: "9999999999999999999999"), .invalidExpiry),
        (link.replacing("1763800300", with: "1763800000"), .expired),
        (link.replacing("1763800300", with: "-9223372036854775808"), .expired), (link + "\n", .notALink),
        (link + "\u{202E}", .notALink), (link + "&a=%zz", .notALink), (link + "&%=1", .notALink),
        (link + String(repeating: "a", count: 4096), .notALink),
    ]

    @Test(arguments: bad) func badLinksAreRefusedByTheirFault(_ text: String, _ error: PairingURIError) {
        #expect(throws: error) { try PairingURI(text, at: Self.now) }
        #expect(!"\(error)".contains(Self.key))
        #expect("\(error)".hasSuffix("."))
    }

    @Test func aLinkOfVersionOneIsRefusedWithASentence() {
        #expect("\(PairingURIError.versionOne)".contains("shut down in 2023"))
    }

    @Test func aLinkWithoutAnEndCounts() throws {
        let uri = try PairingURI(Self.link.replacing("expiryTimestamp=1763800300&", with: ""), at: Self.now)
        #expect(uri.expires == nil)
    }
}
