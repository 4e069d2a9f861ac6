// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import TestSupport
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// `--network` and `--rpc-url` where the name and the nodes disagree, and where they don't.
final class ChainCommandTests: MainLoopTestCase {
    private static let mainnet = "EPnLgE7iEq9s7yTkos96M3cWymH5avBAPm3qx3NXqR8H"

    @MainActor
    private static func findings(_ arguments: [String]) throws -> (levels: [String], text: String, status: Int32) {
        let run = try CommandRun.run(["doctor", "--json"] + arguments, ProcessInfo.processInfo.environment)
        let checks = try run.json().first?["checks"]?.arrayValue ?? []
        let network = checks.filter { $0["check"]?.stringValue == "network" }
        return (
            network.compactMap { $0["level"]?.stringValue },
            network.compactMap { $0["summary"]?.stringValue }.joined(separator: "\n") + run.errors, run.status
        )
    }

    func testTheDoctorGoesByTheGenesis() throws {
        try run {
            let devnet = try await Devnet.start(DevnetConfiguration())
            let mask = try await ChainMask.start(before: devnet.rpcURL, .genesis(Self.mainnet))
            let (own, other) = (devnet.rpcURL.absoluteString, mask.url.absoluteString)
            // An own node of mainnet is one; its last block is old, as a devnet's is.
            let right = try Self.findings(["--network", "mainnet", "--rpc-url", other])
            XCTAssertEqual(right.levels, ["warn"], right.text)
            XCTAssertTrue(right.text.contains("last block"), right.text)
            let wrong = try Self.findings(["--network", "mainnet", "--rpc-url", own])
            XCTAssertEqual(wrong.levels, ["fail"], wrong.text)
            XCTAssertTrue(wrong.text.contains("nothing is signed"), wrong.text)
            let hidden = try Self.findings(["--network", "devnet", "--rpc-url", other])
            XCTAssertEqual(hidden.levels, ["warn"], hidden.text)
            XCTAssertTrue(hidden.text.contains("real money"), hidden.text)
            let mixed = try Self.findings(["--network", "devnet", "--rpc-url", own, "--rpc-url", other])
            XCTAssertEqual(mixed.levels, ["ok", "warn", "fail"], mixed.text)
            mask.show(.nameless)
            let nameless = try Self.findings(["--network", "devnet", "--rpc-url", other])
            XCTAssertEqual(nameless.levels, ["fail"], nameless.text)
            await mask.stop()
            await devnet.stop()
        }
    }

    func testTheShellEndsWithASentenceWhereTheNameIsWrong() throws {
        try run {
            let devnet = try await Devnet.start(DevnetConfiguration())
            for id in ["mainnet", "testnet"] {
                let bus = try PrivateBus()
                let shell = try await bus.run(
                    CommandRun.executable(), ["shell", "--network", id, "--rpc-url", devnet.rpcURL.absoluteString])
                XCTAssertEqual(shell.status, 1)
                let port = try XCTUnwrap(devnet.rpcURL.port)
                XCTAssertTrue(shell.errors.contains("127.0.0.1:\(port) is a node of another chain"), shell.errors)
            }
            await devnet.stop()
        }
    }

    func testTheHistoryBelievesNoOtherChain() throws {
        try run {
            let devnet = try await Devnet.start(DevnetConfiguration())
            let state = FileManager.default.temporaryDirectory.appendingPathComponent("history-\(UUID().uuidString)")
            let folder = state.appendingPathComponent("near-connect/shop")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appendingPathComponent("journal.jsonl")
            let intent = JournalRecord.intent(try JournalBuilders.intent("a"))
            var fields = try XCTUnwrap(try JSONValue.parse(intent.line).objectValue)
            fields["network"] = "mainnet"
            let line = Data((JSONValue.object(fields).text + "\n").utf8)
            try line.write(to: file)
            var environment = ProcessInfo.processInfo.environment
            environment["XDG_STATE_HOME"] = state.path
            let run = try CommandRun.run(
                [
                    "history", "--profile", "shop", "--network", "mainnet", "--reconcile", "--rpc-url",
                    devnet.rpcURL.absoluteString,
                ], environment)
            XCTAssertEqual(run.status, 1, run.errors)
            XCTAssertTrue(run.errors.contains(Self.mainnet), run.errors)
            XCTAssertEqual(try Data(contentsOf: file), line, "nothing was settled")
            try FileManager.default.removeItem(at: state)
            await devnet.stop()
        }
    }
}
