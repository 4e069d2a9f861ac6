// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import XCTest

/// Jobs that are run again: under one idempotency key a request is executed once, whatever happened to the first try.
final class IdempotencyKeyTests: MainLoopTestCase {
    private static func send(_ amount: String, _ key: String) -> [String] {
        ["send", "bob.test.near", amount, "--signer", "alice.test.near", "--idempotency-key", key]
    }

    func testASecondRunShowsTheFirstOnesOutcome() throws {
        try withScene { scene in
            let policy = try scene.policy(deposit: "2 NEAR")
            let before = try await scene.balance(of: scene.bob)
            let first = try scene.json(Self.send("1 NEAR", "job \"7\"") + policy)
            XCTAssertNil(first["repeated"])
            let nonce = try await scene.nonce(of: scene.alice)
            let second = try scene.json(Self.send("1 NEAR", "job \"7\"") + policy)
            XCTAssertEqual(second["repeated"], true)
            for field in ["hash", "state", "receiverId", "tokensBurnt"] { XCTAssertEqual(first[field], second[field]) }
            let (after, now) = (try await scene.balance(of: scene.bob), try await scene.nonce(of: scene.alice))
            XCTAssertEqual(after, try before.adding(try NEARToken("1 NEAR")))
            XCTAssertEqual(now, nonce)
            XCTAssertEqual(try scene.history().first?["idempotencyKey"]?.stringValue, "job \"7\"")

            // Another amount or receiver is another request, and needs a key of its own.
            let other = try scene.json(Self.send("1.5 NEAR", "job \"7\"") + policy, status: 64)
            XCTAssertEqual(other["code"]?.stringValue, "idempotency-key-reused")
            // A key that this one begins with is another one.
            XCTAssertNil(try scene.json(Self.send("1 NEAR", "job \"7") + policy)["repeated"])
            XCTAssertEqual(try scene.run(Self.send("1 NEAR", "") + policy).status, 64)
        }
    }

    func testWhatWasNotSentIsSentTheNextTime() throws {
        try withScene { scene in
            let before = try await scene.balance(of: scene.bob)
            _ = try scene.json(Self.send("1 NEAR", "k") + scene.policy(deposit: "0.5 NEAR"), status: 11)
            let policy = try scene.policy(deposit: "2 NEAR")
            // A run that waits for its node, and then is killed.
            let node = try SilentNode()
            let process = try CommandRun.process(
                Self.send("1 NEAR", "k") + policy + ["--network", "devnet", "--rpc-url", node.url.absoluteString],
                scene.environment)
            try process.run()
            while try scene.history().count < 2 { try await Task.sleep(for: .milliseconds(20)) }
            let meanwhile = try scene.json(Self.send("1 NEAR", "k") + policy, status: 9)
            XCTAssertEqual(meanwhile["code"]?.stringValue, "operation-in-progress")
            kill(process.processIdentifier, SIGKILL)
            process.waitForEnd()
            XCTAssertEqual(try scene.run(Self.send("1 NEAR", "k") + policy).status, 0)
            let after = try await scene.balance(of: scene.bob)
            XCTAssertEqual(after, try before.adding(try NEARToken("1 NEAR")))
        }
    }

    func testWhatFailedOnTheChainIsNotTriedAgain() throws {
        try withScene { scene in
            try await scene.devnet.deploy(.guestBook, to: scene.bob.id)
            let policy = try scene.policy(deposit: "0", ["methods": ["add_message"], "gas": "30 Tgas"])
            let call =
                ["call", "bob.test.near", "add_message", "--signer", "alice.test.near", "--idempotency-key", "k"]
                + policy
            let first = try scene.json(call, status: 8)
            let nonce = try await scene.nonce(of: scene.alice)
            let second = try scene.json(call, status: 8)
            XCTAssertEqual(second["repeated"], true)
            XCTAssertEqual(second["hash"], first["hash"])
            let now = try await scene.nonce(of: scene.alice)
            XCTAssertEqual(now, nonce)
        }
    }

    func testOfRunsAtTheSameTimeOneSends() throws {
        try withScene { scene in
            let policy = try scene.policy(deposit: "2 NEAR")
            let before = try await scene.balance(of: scene.bob)
            let processes = try (0..<4).map { _ in
                let process = try scene.process(Self.send("1 NEAR", "k") + policy)
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
