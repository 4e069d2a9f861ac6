// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import TestSupport
import XCTest

/// Jobs that are run again with a wallet's page: one idempotency key sends once, as without a page.
final class PageIdempotencyTests: MainLoopTestCase {
    private static let keystore = ["--wallet", "near-connect-keystore"]

    private static func send(_ amount: String) -> [String] {
        ["send", "bob.test.near", amount, "--idempotency-key", "job"] + keystore
    }

    /// Runs a test with a scene in which alice is signed in.
    private func withAlice(_ body: @escaping @MainActor (SigningScene, _ policy: [String]) async throws -> Void) throws
    {
        try withScene { scene in
            let policy = try scene.policy(deposit: "2 NEAR")
            _ = try scene.json(["sign-in"] + Self.keystore + policy)
            try await body(scene, policy)
        }
    }

    func testASecondRunShowsTheFirstOnesOutcome() throws {
        try withAlice { scene, policy in
            let first = try scene.json(Self.send("1 NEAR") + policy)
            XCTAssertNil(first["repeated"])
            let nonce = try await scene.nonce(of: scene.alice)
            // Also by the key itself: it is one journal.
            let native = ["send", "bob.test.near", "1 NEAR", "--idempotency-key", "job", "--signer", "alice.test.near"]
            for command in [Self.send("1 NEAR"), native] {
                let second = try scene.json(command + policy)
                XCTAssertEqual(second["repeated"], true)
                for field in ["hash", "state", "receiverId"] { XCTAssertEqual(first[field], second[field]) }
            }
            let now = try await scene.nonce(of: scene.alice)
            XCTAssertEqual(now, nonce)
            XCTAssertEqual(try scene.history().map { $0["idempotencyKey"]?.stringValue }, ["job"])
            let other = try scene.json(Self.send("1.5 NEAR") + policy, status: 64)
            XCTAssertEqual(other["code"]?.stringValue, "idempotency-key-reused")
            let told = try scene.json(Self.send("1 NEAR") + policy + ["--dry-run"])
            XCTAssertEqual(told["sentBefore"]?["hash"], first["hash"])
        }
    }

    func testWhatWasRefusedIsSentTheNextTime() throws {
        try withAlice { scene, policy in
            let before = try await scene.balance(of: scene.bob)
            _ = try scene.json(Self.send("1 NEAR") + scene.policy(deposit: "0.5 NEAR"), status: 11)
            XCTAssertNil(try scene.json(Self.send("1 NEAR") + policy)["repeated"])
            let after = try await scene.balance(of: scene.bob)
            XCTAssertEqual(after, try before.adding(try NEARToken("1 NEAR")))
        }
    }

    func testARunThatWasKilledIsRunAgain() throws {
        try withAlice { scene, policy in
            let before = try await scene.balance(of: scene.bob)
            // Its page waits for a node that says its chain and nothing else.
            let isStatus = { @Sendable (call: NEARPrimitives.JSONValue) in call["method"]?.stringValue == "status" }
            try await LyingNode.run(
                before: scene.devnet.rpcURL,
                lying: { call, answer in
                    guard !isStatus(call) else { return answer }
                    for await _ in AsyncStream<Never>.makeStream().stream {}
                    return answer
                },
                { @MainActor node in
                    let process = try CommandRun.process(
                        Self.send("1 NEAR") + policy + ["--network", "devnet", "--rpc-url", node.url.absoluteString],
                        scene.environment)
                    process.standardError = FileHandle.nullDevice
                    try process.run()
                    while process.isRunning,
                        try scene.history().isEmpty || node.exchanges.allSatisfy({ isStatus($0.call) })
                    {
                        try await Task.sleep(for: .milliseconds(20))
                    }
                    let view = try XCTUnwrap(
                        ProcessTree.children(named: "near-connect-vi", of: process.processIdentifier).first)
                    let meanwhile = try scene.json(Self.send("1 NEAR") + policy, status: 9)
                    XCTAssertEqual(meanwhile["code"]?.stringValue, "operation-in-progress")
                    kill(process.processIdentifier, SIGKILL)
                    process.waitForEnd()
                    await waitUntil("the page's end") { !ProcessTree.isRunning(view) }
                })
            XCTAssertNil(try scene.json(Self.send("1 NEAR") + policy)["repeated"])
            let after = try await scene.balance(of: scene.bob)
            XCTAssertEqual(after, try before.adding(try NEARToken("1 NEAR")))
        }
    }

    func testOfRunsAtTheSameTimeOneSends() throws {
        try withAlice { scene, policy in
            let before = try await scene.balance(of: scene.bob)
            let processes = try (0..<2).map { _ in
                let process = try scene.process(Self.send("1 NEAR") + policy)
                (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
                try process.run()
                return process
            }
            for process in processes { process.waitForEnd() }
            let statuses = processes.map(\.terminationStatus)
            XCTAssertTrue(statuses.contains(0) && statuses.allSatisfy { [0, 9].contains($0) }, "\(statuses)")
            let after = try await scene.balance(of: scene.bob)
            XCTAssertEqual(after, try before.adding(try NEARToken("1 NEAR")))
        }
    }
}
