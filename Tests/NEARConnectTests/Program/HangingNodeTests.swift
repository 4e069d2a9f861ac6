// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnectCore

/// `--timeout` with a node that takes requests and never answers: each command ends in time, and nothing is sent.
final class HangingNodeTests: MainLoopTestCase {
    /// Less than what one read has by itself, so that only the option can have ended the command.
    private static let longest = Duration.seconds(25)

    @MainActor
    private static func expect(
        _ words: [String], by node: SilentNode, in scene: SigningScene, status: Int32 = 3,
        code: String = "deadlineExceeded", line: UInt = #line
    ) throws {
        let address = ["--network", "devnet", "--rpc-url", node.url.absoluteString, "--timeout", "0.5", "--json"]
        let start = ContinuousClock.now
        let run = try scene.run(words, address: address)
        XCTAssertLessThan(start.duration(to: .now), longest, "\(words)", line: line)
        XCTAssertEqual(run.status, status, "\(words): \(run.output)\(run.errors)", line: line)
        let verb = words[0] == "keys" ? "keys \(words[1])" : words[0]
        let answer = try XCTUnwrap(try AnswerSchema.check(run, of: verb, line: line).last, run.errors, line: line)
        XCTAssertEqual(answer["outcome"], "failed", answer.text, line: line)
        XCTAssertEqual(answer["code"]?.stringValue, code, answer.text, line: line)
    }

    func testEveryCommandThatAsksEndsInTime() throws {
        try withScene { scene in
            let node = try SilentNode()
            let signer = ["--signer", "alice.test.near"]
            let policy = try scene.policy(deposit: "1 NEAR", ["messageRecipients": ["app.example"]])
            let key = scene.root.appending(path: ".near-credentials/devnet/alice.test.near.json").path
            for words in [
                ["status"], ["block"], ["account", "alice.test.near"], ["view", "alice.test.near", "m"],
                ["send", "bob.test.near", "1 NEAR"] + signer + policy,
                ["send", "bob.test.near", "1 NEAR", "--dry-run"] + signer,
                ["send", "bob.test.near", "1 NEAR", "--idempotency-key", "job"] + signer + policy,
                ["sign-message", "Hello", "--recipient", "app.example"] + signer + policy,
                ["delegate", "bob.test.near", "m"] + signer + policy,
                ["keys", "import", "alice.test.near", "--key", key, "--credentials", "\(scene.root.path)/other"],
            ] {
                try Self.expect(words, by: node, in: scene)
            }
            // The doctor's answer is that a node doesn't answer.
            try Self.expect(["doctor"], by: node, in: scene, status: 1, code: "check-failed")
            // Nothing was signed, and the journal says so.
            let states = try scene.history().map { $0["state"]?.stringValue }
            XCTAssertEqual(states.count, 3)
            XCTAssertTrue(states.allSatisfy { $0 == "not-sent" }, "\(states)")
        }
    }

    func testServersOfWalletsHaveTheirTimeToo() throws {
        let (command, server) = (try CommandSite(), try SilentNode())
        let list = "\(server.url.absoluteString)/manifest.json"
        for words in [
            ["wallets", "update"], ["wallets", "show", "some-wallet", "--fetch"], ["wallets", "trust", "some-wallet"],
        ] {
            let start = ContinuousClock.now
            let run = try CommandRun.run(
                words + ["--list", list, "--insecure-loopback", "--timeout", "0.5", "--json"], command.environment)
            XCTAssertLessThan(start.duration(to: .now), Self.longest, "\(words)")
            XCTAssertEqual(run.status, 3, "\(words): \(run.output)\(run.errors)")
            let answer = try AnswerSchema.check(run, of: words.prefix(2).joined(separator: " ")).last
            XCTAssertEqual(answer?["code"]?.stringValue, "deadlineExceeded", run.output)
        }
        let run = try CommandRun.run(
            ["wallets", "check", list, "--insecure-loopback", "--timeout", "0.5"], command.environment)
        XCTAssertEqual(run.status, 3, run.errors)
        XCTAssertTrue(run.errors.contains("haven’t answered within 0.5 s"), run.errors)
    }

    /// A transaction that may have been sent is never told as one that was not.
    func testATransactionThatWasSentHasAnUnknownOutcome() throws {
        try withScene { scene in
            let hidden = scene.devnet.rpcURL
            // It executes what is sent, and never says so.
            let node = try await ScriptedNode.start { method, request in
                let reply = try await ScriptedNode.forward(request, to: hidden)
                if ["send_tx", "broadcast_tx_commit", "broadcast_tx_async", "tx", "EXPERIMENTAL_tx_status"].contains(
                    method)
                {
                    try await Task.sleep(for: .seconds(3_600))
                }
                return reply
            }
            let before = try await scene.balance(of: scene.bob)
            let run = try scene.run(
                ["send", "bob.test.near", "1 NEAR", "--signer", "alice.test.near", "--json", "--timeout", "5"]
                    + scene.policy(deposit: "1 NEAR"),
                address: ["--network", "devnet", "--rpc-url", node.url.absoluteString])
            XCTAssertEqual(run.status, 9, run.output + run.errors)
            try AnswerSchema.check(run, of: "send")
            let after = try await scene.balance(of: scene.bob)
            XCTAssertEqual(after, NEARToken(yoctoNEAR: before.yoctoNEAR + (try NEARToken("1 NEAR").yoctoNEAR)))
            XCTAssertNotEqual(try scene.history().first?["state"]?.stringValue, "not-sent")
            await node.stop()
            // What isn't known yet is asked for, also in time; the entries come before the failure.
            let silent = try SilentNode()
            try Self.expect(["history", "--reconcile"], by: silent, in: scene)
            XCTAssertEqual(try scene.history().first?["state"]?.stringValue, "unknown")
            let settled = try scene.run(["history", "--reconcile", "--json"])
            XCTAssertEqual(settled.status, 0, settled.errors)
            XCTAssertEqual(try settled.json().first?["state"]?.stringValue, "confirmed")
        }
    }
}
