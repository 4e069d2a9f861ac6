// SPDX-License-Identifier: MIT

import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// Lines that are calls, lines that aren't, and the codes that JSON-RPC gives them.
@Suite struct LocalMessageTests {
    @Test(
        arguments: [
            (#"{"jsonrpc":"2.0","id":1,"method":"m"}"#, LocalCallID.integer(1)),
            (#"{"jsonrpc":"2.0","id":"1","method":"m","params":{}}"#, .text("1")),
            (#"{"jsonrpc":"2.0","id":null,"method":"m","params":[1]}"#, .null),
            (#" {"method":"m","id":-9223372036854775808,"jsonrpc":"2.0","more":1} "#, .integer(.min)),
            (#"{"jsonrpc":"2.0","method":"m"}"#, nil),
        ] as [(String, LocalCallID?)])
    func callsAreReadWithTheirIds(line: String, id: LocalCallID?) throws {
        guard case .call(let read, let method, _) = try LocalMessage(line: Array(line.utf8)) else {
            Issue.record("no call: \(line)")
            return
        }
        #expect(read == id)
        #expect(method == "m")
    }

    @Test(arguments: [
        ("", -32700), ("{", -32700), (#"{"jsonrpc":"2.0","id":1,"method":"m"}x"#, -32700), ("\u{FEFF}{}", -32700),
        (#"{"jsonrpc":"2.0","id":1,"method":"\#("\u{1}")"}"#, -32700), ("[]", -32600), ("1", -32600), ("null", -32600),
        (#"[{"jsonrpc":"2.0","id":1,"method":"m"}]"#, -32600), ("{}", -32600), (#"{"id":1,"method":"m"}"#, -32600),
        (#"{"jsonrpc":"1.0","id":1,"method":"m"}"#, -32600), (#"{"jsonrpc":2.0,"id":1,"method":"m"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1}"#, -32600), (#"{"jsonrpc":"2.0","id":1,"method":1}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"m"}"#, -32600), (#"{"jsonrpc":"2.0","id":{},"method":"m"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":9223372036854775808,"method":"m"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":true,"method":"m"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":"\#(String(repeating: "x", count: 257))","method":"m"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"m","params":1}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"m","params":null}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"m","method":"n"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1,"a":2}}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":""}}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":""}}"#, -32600),
        (#"{"jsonrpc":"2.0","result":1}"#, -32600),
    ])
    func otherLinesAreRefusedByTheirCode(line: String, code: Int) {
        #expect(throws: LocalCallError.self) { try LocalMessage(line: Array(line.utf8)) }
        do throws(LocalCallError) {
            _ = try LocalMessage(line: Array(line.utf8))
        } catch {
            #expect(error.code == code)
            #expect(!error.message.isEmpty)
        }
    }

    @Test func everyMessageComesBackAndIsOneLine() throws {
        let error = LocalCallError(code: 7, message: "a\nb", data: ["c": 1])
        let messages: [LocalMessage] = [
            .call(id: .null, method: "a\nb", params: nil), .call(id: nil, method: "", params: [1, "\n"]),
            .call(id: .text("\r\n"), method: "m", params: ["p": nil]), .result(id: .integer(3), .null),
            .failure(id: .null, error), .failure(id: .text("x"), .unknownMethod),
        ]
        for message in messages {
            #expect(!message.line.contains(0x0A))
            #expect(try LocalMessage(line: message.line) == message)
        }
    }

    @Test func methodsThatUnicodeTakesForEqualAreOthers() throws {
        let kelvin = try LocalMessage(line: Array(#"{"jsonrpc":"2.0","id":1,"method":"\#u{212A}"}"#.utf8))
        #expect(kelvin == .call(id: .integer(1), method: "\u{212A}", params: nil))
        #expect(kelvin != .call(id: .integer(1), method: "K", params: nil))
        let table = LocalMethodTable([LocalMethod("K", for: .asks) { _, _ in .null }], for: .asks)
        #expect(table["\u{212A}"] == nil)
        #expect(table["K"] != nil)
    }
}
