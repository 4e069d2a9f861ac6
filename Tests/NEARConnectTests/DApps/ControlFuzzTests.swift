// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARPrimitives
import TestSupport
import XCTest

@testable import NEARConnectCore

/// Calls of the control channel that were damaged at random.
///
/// Each ends with a value, or with an error that is documented.
/// `Scripts/soak dapp-control` makes ten million; a failure names its number.
final class ControlFuzzTests: MainLoopTestCase {
    private static let codes: Set = [-32601, -32602, -32800, -32010, -32011, -32012]
    private static let calls = [
        #"{"method":"state"}"#, #"{"method":"policy.set","params":{"policy":"deny","beyond":"ask"}}"#,
        #"{"method":"requests.list","params":{"state":"any"}}"#,
        #"{"method":"requests.wait","params":{"kind":"switchNetwork","after":1,"timeout":0}}"#,
        #"{"method":"requests.approve","params":{"id":1,"account":"alice.test.near"}}"#,
        #"{"method":"requests.refuse","params":{"id":2,"reason":"no"}}"#,
        #"{"method":"accounts.add","params":{"accountId":"b.near","secretKey":"ed25519:1","network":"devnet"}}"#,
        #"{"method":"accounts.select","params":{"accountId":"alice.test.near"}}"#,
        #"{"method":"accounts.lock","params":{"locked":false}}"#, #"{"method":"sites.list","params":{}}"#,
        #"{"method":"sites.grant","params":{"origin":"http://localhost:1","accounts":["bob.test.near"]}}"#,
        #"{"method":"sites.revoke","params":{"origin":"http://localhost:1"}}"#,
        #"{"method":"network.select","params":{"network":"devnet"}}"#,
        #"{"method":"journal.list","params":{"limit":1}}"#,
    ]

    func testEachCallEnds() throws {
        try run(timeout: 7200) {
            let scene = try await ControlScene()
            var texts = DamagedText(Self.calls, seed: 2304)
            let asked = Task { await scene.approver.approve(scene.signIn()) }
            await waitUntil("the request") { scene.approver.requests.count == 1 }
            for number in 0..<SoakCount.full(or: 25_000) {
                guard let call = try? JSONValue.parse(texts.next()), let method = call["method"]?.stringValue else {
                    continue
                }
                let answer = Task { () async -> Result<JSONValue, LocalCallError> in
                    do throws(LocalCallError) {
                        return .success(try await scene.channel.answer(method, call["params"]))
                    } catch {
                        return .failure(error)
                    }
                }
                // What doesn't come at once won't come.
                if method == "requests.wait" { answer.cancel() }
                if case .failure(let error) = await answer.value {
                    XCTAssertTrue(Self.codes.contains(error.code), "call \(number): \(call.text): \(error)")
                }
            }
            scene.approver.dismiss()
            _ = await asked.value
            XCTAssertTrue(scene.approver.requests.allSatisfy { $0.state != .open })
            try await scene.stop()
        }
    }
}
