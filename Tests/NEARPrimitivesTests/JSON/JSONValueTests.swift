// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

@Suite struct JSONValueTests {
    @Test(
        arguments: [
            ("null", JSONValue.null), (" true ", true), ("-0", .number(-0.0)),
            ("18446744073709551615", 18_446_744_073_709_551_615),
            ("170141183460469231731687303715884105727", .integer(.max)), ("1.5", 1.5), ("1e2", 100.0),
            ("-1E-2", -0.01), ("\"a\\u00e9\\ud83d\\ude42\\n\\/\"", "aé🙂\n/"), ("[]", []), ("[1,[2]]", [1, [2]]),
            ("{\"a\" : {\"b\":[]}, \"a\":1}", ["a": 1]),
            ("340282366920938463463374607431768211456", 3.4028236692093846e38),
        ] as [(String, JSONValue)])
    func valuesAreRead(text: String, value: JSONValue) throws {
        #expect(try JSONValue.parse(text) == value)
        #expect(try JSONValue.parse(value.text) == value)
    }

    @Test(arguments: [
        "", " ", "nul", "01", "1.", ".5", "+1", "-", "1e", "NaN", "[1,]", "[1 2]", "{\"a\"}", "{a:1}", "{\"a\":1,}",
        "\"", "\"\\x\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\u{01}\"", "1 2", "]", "1e999",
        "\u{FEFF}1", "'a'",
    ])
    func otherTextsAreRefused(text: String) {
        #expect(throws: JSONParsingError.self) { try JSONValue.parse(text) }
    }

    @Test func wholeNumbersOfEveryLengthAreExact() throws {
        var number: Int128 = 0
        for digit in 1...38 {
            number = number * 10 + Int128(digit % 10)
            for signed in [number, -number] {
                #expect(try JSONValue.parse("\(signed)") == .integer(signed))
                #expect(try JSONValue.parse("[\(signed)]")[0] == .integer(signed))
            }
        }
        #expect(try JSONValue.parse("0") == .integer(0))
    }

    /// Plain ASCII, other text and escapes are read in different ways.
    @Test func textsOfEveryKindComeBack() throws {
        let pieces = ["", "a", "0123456789abcdef", "é", "🙂", "\"", "\\", "\n", "\u{7F}", "\u{0}", "\u{1F}", "K"]
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    let text = first + second + third
                    let parsed = try JSONValue.parse(JSONValue.string(text).text)
                    #expect(parsed == .string(text))
                }
            }
        }
    }

    @Test func membersAreReadInTheirOrder() throws {
        var found: [String] = []
        let text = #" {"b":1, "a":{"c":[2]} ,"b":null} "#
        #expect(try JSONValue.parseMembers(Array(text.utf8)) { found.append("\($0)=\($1)") })
        #expect(found == ["b=1", #"a={"c":[2]}"#, "b=null"])
        #expect(try JSONValue.parseMembers(Array(" {} ".utf8)) { _, _ in Issue.record("a member") })
        #expect(try !JSONValue.parseMembers(Array("[{}]".utf8)) { _, _ in Issue.record("a member") })
        for text in ["", "{", "{}x", #"{"a":1,}"#, "[", "[]x"] {
            #expect(throws: JSONParsingError.self) { try JSONValue.parseMembers(Array(text.utf8)) { _, _ in } }
        }
    }

    @Test func depthIsBounded() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try JSONValue.parse(nested(128)) }
        #expect(throws: JSONParsingError.tooDeep(offset: 128)) { try JSONValue.parse(nested(129)) }
        #expect(throws: JSONParsingError.self) { try JSONValue.parse(String(repeating: "[", count: 1_000_000)) }
    }

    @Test func invalidUTF8IsRefused() {
        #expect(throws: JSONParsingError.invalidString(offset: 0)) { try JSONValue.parse([0x22, 0xFF, 0x22]) }
    }

    @Test func otherFormatsCarryIt() throws {
        let value: JSONValue = ["a": [1, nil, true, "x", 1.5], "big": 18_446_744_073_709_551_615]
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
    }

    @Test func decodingErrorsSayWhere() throws {
        struct Document: Decodable {
            let accounts: [AccountId]
        }
        let data = Data(#"{"accounts":["alice.near","Bob"]}"#.utf8)
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Document.self, from: data) }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue).joined(separator: ".").contains("accounts"))
        #expect(context.debugDescription.contains("position 0"))
        for text in [#""ed25519:0""#, #""ed448:1""#, #""""#] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(PublicKey.self, from: Data(text.utf8)) }
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Signature.self, from: Data(text.utf8)) }
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(CryptoHash.self, from: Data(#""11""#.utf8)) }
    }
}
