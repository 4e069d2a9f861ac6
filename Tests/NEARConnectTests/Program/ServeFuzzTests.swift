// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARPrimitives
import TestSupport
import XCTest

/// Calls of `near-connect serve` that were damaged at random, sent to the program itself.
///
/// Each line is answered as documented, the helper serves on, and its memory stays as it was.
/// `Scripts/soak serve` sends a million; a failure names its line.
final class ServeFuzzTests: MainLoopTestCase {
    private static let codes: Set<JSONValue> = [
        -32700, -32600, -32601, -32602, -32603, -32800, -32000, -32020,
    ]
    // Nobody is signed in: what is whole enough to be done changes nothing.
    private static let calls = [
        #""method":"state""#, #""method":"wallets""#, #""method":"signIn","params":{"walletId":"nobody"}"#,
        #""method":"signInAndSignMessage","params":{"message":"m","recipient":"r","nonce":"AA==","walletId":"n"}"#,
        #""method":"signOut""#, #""method":"checkSession","params":{}"#,
        #""method":"signMessage","params":{"message":"m","recipient":"shop.example"}"#,
        #""method":"sendNEAR","params":{"receiverId":"bob.test.near","amount":"1"}"#,
        #""method":"callFunction","params":{"contractId":"a.near","methodName":"m","args":{"a":1},"gas":"3"}"#,
        #""method":"signAndSendTransaction","params":{"receiverId":"b.near","actions":[{"type":"CreateAccount"}]}"#,
        #""method":"signDelegateActions","params":{"delegateActions":[]}"#, #""method":"history""#,
        #""method":"viewFunction","params":{"contractId":"a.near","methodName":"m","argsBase64":"e30="}"#,
        #""method":"viewAccount","params":{"accountId":"bob.test.near"}"#, #""method":"$/cancel","params":{"id":1}"#,
    ].map { #"{"jsonrpc":"2.0","id":1,\#($0)}"# }

    func testEachLineIsAnswered() throws {
        // A million take longer than a test may otherwise.
        try run(timeout: 7200) {
            let scene = try await SigningScene()
            let helper = try await ServeProcess(listening: scene)
            let count = SoakCount.full(or: 4_000)
            var (texts, client) = (DamagedText(Self.calls, seed: 2911), try RawLocalClient(helper.path))
            var (number, before) = (0, 0)
            while number < count {
                let lines = (0..<20).map { _ in texts.next().filter { $0 != 0x0A } }
                number += lines.count
                guard !number.isMultiple(of: 400) else {
                    // One that leaves in the middle of a line, with open calls.
                    client.send(Array(lines.joined(separator: [0x0A])))
                    client = try RawLocalClient(helper.path)
                    continue
                }
                client.send(Array(lines.joined(separator: [0x0A])) + [0x0A])
                let mark = JSONValue.string("mark \(number)")
                client.send(line: #"{"jsonrpc":"2.0","id":\#(mark.text),"method":"state"}"#)
                while true {
                    let line = try XCTUnwrap(try client.json(), "closed before line \(number)")
                    XCTAssertEqual(line["jsonrpc"], "2.0", "before line \(number): \(line.text)")
                    if line["method"] == "changed" { continue }
                    XCTAssertTrue((line["result"] == nil) != (line["error"] == nil), "before line \(number)")
                    if let code = line["error"]?["code"] {
                        XCTAssertTrue(Self.codes.contains(code), "before line \(number): \(line.text)")
                    }
                    if line["id"] == mark { break }
                }
                // After the first lines the program has what it needs.
                if before == 0, number >= count / 4 { before = try helper.residentByteCount() }
            }
            XCTAssertLessThan(try helper.residentByteCount() - before, 48 << 20)
            XCTAssertEqual(helper.interrupt(), 0)
            try await scene.stop()
        }
    }
}
