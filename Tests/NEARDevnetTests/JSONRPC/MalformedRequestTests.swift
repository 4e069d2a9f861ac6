// SPDX-License-Identifier: MIT

import NEARDevnet
import NEARPrimitives
import Testing

/// Requests that can't be understood are answered, with nearcore's error objects and statuses.
@Suite struct MalformedRequestTests {
    @Test(arguments: [
        "", "{", "not json", "[1,2", "\u{0}", #"{"jsonrpc":"2.0","method":"status""#,
        String(repeating: "[", count: 100_000),
    ])
    func bodyThatIsNotJSON(_ body: String) async throws {
        try await withDevnet { _, client in
            let answer = try await client.send(body: Array(body.utf8))
            #expect(answer.status == 400)
            let json = try answer.json()
            #expect(json["id"] == .null)
            #expect(json["jsonrpc"] == "2.0")
            #expect(json["error"]?["name"] == "REQUEST_VALIDATION_ERROR")
            #expect(json["error"]?["cause"]?["name"] == "PARSE_ERROR")
            #expect(json["error"]?["code"] == -32_700)
            #expect(json["error"]?["message"] == "Parse error")
            #expect(json["error"]?["cause"]?["info"]?["error_message"] == json["error"]?["data"])
        }
    }

    @Test(arguments: [
        "[]", "1", "null", #""status""#, "{}", #"{"jsonrpc":"1.0","id":1,"method":"status"}"#,
        #"{"jsonrpc":"2.0","id":{},"method":"status"}"#, #"{"jsonrpc":"2.0","id":1,"method":7}"#,
        #"[{"jsonrpc":"2.0","id":1,"method":"status","params":[]}]"#,
    ])
    func bodyThatIsNoRequest(_ body: String) async throws {
        try await withDevnet { _, client in
            let answer = try await client.send(body: Array(body.utf8))
            #expect(answer.status == 400)
            #expect(try answer.json()["error"]?["data"] == "JSON RPC Request format was expected")
        }
    }

    @Test func unknownMethod() async throws {
        try await withDevnet { _, client in
            let error = try await client.error("no_such_method")
            #expect(
                error == [
                    "name": "REQUEST_VALIDATION_ERROR", "code": -32_601, "message": "Method not found",
                    "data": "no_such_method",
                    "cause": ["name": "METHOD_NOT_FOUND", "info": ["method_name": "no_such_method"]],
                ])
        }
    }

    @Test(arguments: [
        ("block", #"{}"#), ("block", #"{"block_id":-1}"#), ("block", #"{"block_id":"0O0"}"#),
        ("block", #"{"finality":"soon"}"#), ("block", #"{"block_id":1.5}"#), ("block", #"[]"#),
        ("query", #"{"request_type":"view_account","finality":"final"}"#),
        ("query", #"{"request_type":"view_account","finality":"final","account_id":"NOT VALID"}"#),
        ("query", #"{"request_type":"view_account","finality":"final","account_id":5}"#),
        ("query", #"{"request_type":"nonsense","finality":"final","account_id":"test.near"}"#),
        ("query", #"{"request_type":"view_account","account_id":"test.near"}"#),
        ("query", #"{"request_type":"view_access_key","finality":"final","account_id":"test.near","public_key":"x"}"#),
        ("query", #"{"request_type":"view_state","finality":"final","account_id":"test.near","prefix_base64":"*"}"#),
        ("query", #"["account"]"#), ("query", #"["nonsense/test.near",""]"#),
        ("send_tx", #"{}"#), ("send_tx", #"{"signed_tx_base64":"*"}"#), ("send_tx", #"{"signed_tx_base64":"AAAA"}"#),
        ("send_tx", #"["",""]"#), ("send_tx", #"[7]"#),
        ("tx", #"{"tx_hash":"11111111111111111111111111111111"}"#), ("tx", #"["x","test.near"]"#),
        ("chunk", #"{}"#), ("gas_price", #"["x"]"#), ("EXPERIMENTAL_receipt", #"{}"#), ("validators", #"[1.5]"#),
    ])
    func parametersOfTheWrongKind(_ method: String, _ params: String) async throws {
        try await withDevnet { _, client in
            let error = try await client.error(method, try JSONValue.parse(params))
            #expect(error["name"] == "REQUEST_VALIDATION_ERROR")
            #expect(error["cause"]?["name"] == "PARSE_ERROR")
            #expect(error["code"] == -32_700)
        }
    }

    @Test func idIsRepeated() async throws {
        try await withDevnet { _, client in
            for id in ["\"dontcare\"", "17", "null", "1.5", "-3"] {
                let body = #"{"jsonrpc":"2.0","id":\#(id),"method":"health","params":[]}"#
                let answer = try await client.send(body: Array(body.utf8))
                #expect(try answer.json()["id"] == JSONValue.parse(id))
            }
        }
    }
}
