// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import NEARPrimitives

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

    @Test func membersAreReadByName() throws {
        func members(_ text: String) throws -> [JSONValue?]? {
            try JSONValue.parseMembers(Array(text.utf8), named: ["b", "a", "missing", "é"])
        }
        #expect(try members(#" {"b":1, "a":{"c":[2]} ,"b":null, "other":{"b":2}} "#) == [.null, ["c": [2]], nil, nil])
        // Names are compared after their escapes, and by their bytes.
        #expect(try members(#"{"\u0061":1,"\u00e9":2,"B":3,"aa":4,"":5,"e\u0301":6}"#) == [nil, 1, nil, 2])
        #expect(try members(" {} ") == [nil, nil, nil, nil])
        for text in ["[{}]", "1", #""b""#, "null"] { #expect(try members(text) == nil) }
        for text in ["", "{", "{}x", #"{"a":1,}"#, "[", "[]x", #"{"a"}"#, #"{"a:1}"#, #"{a:1}"#, #"{"x":}"#] {
            #expect(throws: JSONParsingError.self) { try members(text) }
        }
        let broken = Array(#"{"a\#u{1}":1}"#.utf8)
        #expect(throws: JSONParsingError.self) { try JSONValue.parseMembers(broken, named: ["a"]) }
        let notUTF8 = Array(#"{"a"#.utf8) + [0xFF] + Array(#"":1}"#.utf8)
        #expect(throws: JSONParsingError.self) { try JSONValue.parseMembers(notUTF8, named: ["a"]) }
    }

    /// Looks at eight bytes together and must find what looking at each finds.
    @Test func plainTextEndsAtTheSameByte() {
        let bytes: [UInt8] = [0x00, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7F, 0x80, 0xA2, 0xDC, 0xFF, 0x61]
        for count in 0...17 {
            for place in 0..<max(count, 1) {
                for byte in bytes {
                    for next in bytes {
                        var text = [UInt8](repeating: 0x61, count: count)
                        if place < count { text[place] = byte }
                        if place + 1 < count { text[place + 1] = next }
                        let end = text.firstIndex { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C } ?? count
                        let found = PlainText.prefix(of: text, from: 0)
                        #expect(found.end == end && found.isASCII == text[..<end].allSatisfy { $0 < 0x80 })
                    }
                }
            }
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
