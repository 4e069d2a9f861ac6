// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARPrimitives
import TestSupport
import XCTest

/// Clients of `near-connect serve` that are many, never read, or close half of their socket.
///
/// What they get, what it costs the helper, and that others are served all the same.
final class ServeLoadTests: MainLoopTestCase {
    /// The most that the helper's memory may grow by: the limits of a connection, several times over.
    private static let growth = 64 << 20
    /// The most connections to nodes that the helper keeps for later requests (`CURLMOPT_MAXCONNECTS` of `CurlMulti`).
    private static let kept = 8
    private static let state = #"{"jsonrpc":"2.0","id":"state","method":"state"}"#

    /// Expects that a new client is answered.
    private static func expectService(_ path: String) throws {
        let client = try RawLocalClient(path)
        client.send(line: Self.state)
        while let line = try client.json() {
            if line["id"] == "state" { return XCTAssertEqual(line["result"]?["network"], "devnet") }
        }
        XCTFail("a client was closed")
    }

    /// Returns the answers by id; notifications are left out.
    private static func answers(_ client: RawLocalClient, count: Int) throws -> [JSONValue: JSONValue] {
        var answers: [JSONValue: JSONValue] = [:]
        while answers.count < count {
            let line = try XCTUnwrap(try client.json(), "closed after \(answers.count) of \(count) answers")
            if let id = line["id"] { answers[id] = line }
        }
        return answers
    }

    func testSixtyFourClientsAreServedAtOnce() throws {
        try withScene { scene in
            let helper = try await ServeProcess(listening: scene)
            let path = helper.path
            let calls = [
                #""method":"state""#, #""method":"viewAccount","params":{"accountId":"bob.test.near"}"#,
                #""method":"signIn","params":{"walletId":"nobody"}"#, #""method":"history""#, #""method":"none""#,
            ]
            let clients = try (0..<64).map { _ in try RawLocalClient(path) }
            for client in clients {
                for (id, call) in calls.enumerated() { client.send(line: #"{"jsonrpc":"2.0","id":\#(id),\#(call)}"#) }
            }
            for client in clients {
                let answers = try Self.answers(client, count: calls.count)
                XCTAssertEqual(answers[0]?["result"]?["network"], "devnet")
                XCTAssertNotNil(answers[1]?["result"]?["spendable"])
                let code = answers[2]?["error"]?["data"]?["code"]?.stringValue ?? ""
                XCTAssertTrue(["unknown-wallet", "operation-in-progress"].contains(code), code)
                XCTAssertEqual(answers[3]?["result"], [])
                XCTAssertEqual(answers[4]?["error"]?["code"], -32601)
            }
            let late = try RawLocalClient(path)
            XCTAssertEqual(try late.json()?["error"]?["code"], -32001)
            XCTAssertNil(try late.line())
            clients[5].finish()
            while try clients[5].line() != nil {}
            try Self.expectService(path)
            XCTAssertEqual(helper.interrupt(), 0)
        }
    }

    /// Each line is answered, so that what waits for a client who never reads grows with what it sends.
    func testAClientThatNeverReadsIsDisconnectedAndOthersAreServed() throws {
        try withScene { scene in
            let helper = try await ServeProcess(listening: scene)
            let path = helper.path
            try Self.expectService(path)
            let before = try helper.residentByteCount()
            for line in ["\n", Self.state + "\n"] {
                let client = try RawLocalClient(path)
                let lines = Array(String(repeating: line, count: 4096).utf8)
                var rounds = 0
                while client.send(lines) {
                    rounds += 1
                    if rounds.isMultiple(of: 8) { try Self.expectService(path) }
                    guard rounds < 1024 else { return XCTFail("it was never disconnected") }
                }
                try Self.expectService(path)
                _ = try client.linesToEnd()
            }
            XCTAssertLessThan(try helper.residentByteCount() - before, Self.growth)
            XCTAssertEqual(helper.interrupt(), 0)
        }
    }

    func testHalfClosedSocketsGetTheirAnswersAndLeaveNothing() throws {
        try withScene { scene in
            let helper = try await ServeProcess(listening: scene)
            let path = helper.path
            let view = #"{"jsonrpc":"2.0","id":1,"method":"viewAccount","params":{"accountId":"bob.test.near"}}"#
            try Self.expectService(path)
            let before = try helper.descriptorCount()
            for round in 0..<50 {
                // It sends nothing any more, and waits for what it has asked.
                let asking = try RawLocalClient(path)
                asking.send(line: view)
                asking.send(line: Self.state)
                asking.finish()
                let answers = try Self.answers(asking, count: 2)
                XCTAssertNotNil(answers[1]?["result"], "round \(round)")
                while try asking.line() != nil {}
                // A line that is cut off is none.
                let cut = try RawLocalClient(path)
                cut.send(Array(#"{"jsonrpc":"2.0","id":1,"method":"state"}"#.utf8))
                cut.finish()
                while let line = try cut.json() { XCTAssertNil(line["id"], "round \(round)") }
                // It listens no more, asks on, and is gone.
                let deaf = try RawLocalClient(path)
                deaf.stopListening()
                deaf.send(line: view)
                deaf.send(line: Self.state)
            }
            try Self.expectService(path)
            await waitUntil("closed descriptors") { (try? helper.descriptorCount()) ?? .max <= before + Self.kept }
            XCTAssertEqual(helper.interrupt(), 0)
        }
    }

    /// Over its standard streams, the helper ends with its one client.
    func testAHelperOverStreamsAnswersWhoSendsNothingAnyMore() throws {
        try withScene { scene in
            let helper = try ServeProcess(over: scene)
            let client = try helper.startOverStreams()
            client.send(line: #"{"jsonrpc":"2.0","id":1,"method":"ready"}"#)
            client.send(line: Self.state)
            client.finish()
            let answers = try Self.answers(client, count: 2)
            XCTAssertNotNil(answers[1]?["result"])
            XCTAssertNil(try client.line())
            XCTAssertEqual(helper.end(), 0)
        }
    }

    func testAHelperOverStreamsStaysSmallBeforeAClientThatNeverReads() throws {
        try withScene { scene in
            let helper = try ServeProcess(over: scene)
            let client = try helper.startOverStreams()
            client.send(line: Self.state)
            _ = try Self.answers(client, count: 1)
            let before = try helper.residentByteCount()
            // As much as is taken within half a second; then the helper waits for its client, or has left it.
            let sent = client.sendUntilNothingIsTaken(Array(repeating: 0x0A, count: 65_536), most: 64 << 20)
            XCTAssertLessThan(sent, 64 << 20)
            XCTAssertLessThan(try helper.residentByteCount() - before, Self.growth)
            client.finish()
            _ = try client.linesToEnd()
            XCTAssertEqual(helper.end(), 0)
        }
    }
}
