// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import XCTest

/// Commands with `--devnet`: a chain for one command, which leaves nothing behind.
final class OwnChainTests: MainLoopTestCase {
    /// A user's home, and the program's commands in it.
    private struct Home: Sendable {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("own-chain-\(UUID().uuidString)")

        private var environment: [String: String] {
            ProcessInfo.processInfo.environment.merging(
                [
                    "HOME": folder.path, "TMPDIR": folder.appending(path: "tmp").path, "XDG_STATE_HOME": "",
                    "XDG_DATA_HOME": "",
                ]) { $1 }
        }

        func make() throws {
            try FileManager.default.createDirectory(
                at: folder.appending(path: "tmp"), withIntermediateDirectories: true)
        }

        /// Returns a command, as a pipeline starts it.
        func process(_ arguments: [String]) throws -> Process {
            try CommandRun.process(arguments + ["--devnet"], environment)
        }

        /// Runs a command in a session of its own, which has no terminal.
        func run(_ arguments: [String]) throws -> CommandRun {
            let process = try process(arguments)
            process.arguments = ["--wait", try CommandRun.executable().path] + arguments + ["--devnet"]
            process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
            return try CommandRun.run(process)
        }

        /// Returns what is in the home, the temporary folder included.
        func left() throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0 != "tmp" }
        }

        /// True once a chain has written its accounts' keys.
        var hasKeys: Bool {
            do {
                return try left().contains { $0.hasSuffix("/bob.test.near.json") }
            } catch {
                return false  // A folder was removed while it was read.
            }
        }

        @MainActor
        func json(_ arguments: [String], status: Int32 = 0, line: UInt = #line) throws -> JSONValue {
            let run = try run(arguments + ["--json"])
            XCTAssertEqual(run.status, status, run.errors, line: line)
            let answer = try XCTUnwrap(try run.json().first, run.errors, line: line)
            XCTAssertTrue(try SigningScene.isDescribed(answer, of: arguments), answer.text, line: line)
            XCTAssertEqual(answer["network"]?.stringValue, "devnet", line: line)
            XCTAssertEqual(try left(), [], line: line)
            return answer
        }
    }

    private let home = Home()

    override func setUpWithError() throws { try home.make() }

    override func tearDownWithError() throws { try FileManager.default.removeItem(at: home.folder) }

    func testEachVerbHasAChainOfItsOwn() throws {
        let home = home
        try run {
            let sent = try home.json(["send", "bob.test.near", "1.5 NEAR"])
            XCTAssertEqual(sent["signerId"]?.stringValue, "alice.test.near")
            XCTAssertEqual(sent["progress"]?.stringValue, "FINAL")
            // Another command has another chain.
            let balance = try home.json(["account", "bob.test.near"])["balance"]?.stringValue
            XCTAssertEqual(balance, "10000000000000000000000000000")
            let called = try home.json(["call", "book.test.near", "add_message", #"{"text":"hello"}"#])
            XCTAssertEqual(called["logs"], ["alice.test.near signed the guest book"])
            XCTAssertEqual(try home.json(["view", "book.test.near", "total_messages"])["result"], 0)
            let tokens = try home.json([
                "view", "token.test.near", "ft_balance_of", #"{"account_id":"alice.test.near"}"#,
            ])
            XCTAssertEqual(tokens["result"], "1000000000")
            let code = home.folder.appending(path: "contract.wasm")
            try Data(try SampleContract.guestBook.code()).write(to: code)
            let deploy = try home.run(["deploy", code.path, "--signer", "bob.test.near"])
            XCTAssertEqual(deploy.status, 0, deploy.errors)
            XCTAssertTrue(deploy.errors.contains("a chain of its own"), deploy.errors)
            try FileManager.default.removeItem(at: code)
            let signed = try home.json(["sign-message", "Hello", "--recipient", "app.example"])
            _ = try home.json(["verify-message", signed.text, "--recipient", "app.example"])
            _ = try home.json(["delegate", "book.test.near", "add_message", #"{"text":"a"}"#])
            _ = try home.json(["keys", "add", "\(try SecretKey.generate().publicKey)", "--full-access"])
            _ = try home.json(["account", "app.alice.test.near", "--create"])
            _ = try home.json(["account", "bob.test.near", "--delete", "--beneficiary", "alice.test.near"])
            XCTAssertEqual(try home.json(["block"])["height"], try home.json(["status"])["block"]?["height"])
            let told = try home.json(["send", "bob.test.near", "1 NEAR", "--dry-run"])
            XCTAssertEqual(told["policy"]?["rule"]?["name"]?.stringValue, "devnet")
            // The chain's and a policy's refusals end as on every chain.
            _ = try home.json(["send", "bob.test.near", "20000 NEAR"], status: 8)
            _ = try home.json(["tx", sent["hash"]?.stringValue ?? "", "--signer", "alice.test.near"], status: 9)
        }
    }

    /// Each chain begins like the others, so that what was signed for one is sent to the next.
    func testSignedActionsTransactionsAndKeysAreForAChainToo() throws {
        let home = home
        try run {
            let call = ["delegate", "book.test.near", "add_message", #"{"text":"hello"}"#]
            let action = try XCTUnwrap(try home.json(call)["signedDelegate"]?.stringValue)
            let relayed = try home.json(["relay", action, "--signer", "bob.test.near"])
            XCTAssertEqual(relayed["signerId"]?.stringValue, "bob.test.near")
            XCTAssertEqual(relayed["receiverId"]?.stringValue, "alice.test.near")
            XCTAssertEqual(relayed["logs"], ["alice.test.near signed the guest book"])

            let alice = try DevnetAccount(AccountId("alice.test.near"), seed: DevnetConfiguration().seed)
            let revoked = try home.json(["keys", "revoke", "\(alice.publicKey)"])
            XCTAssertEqual(revoked["state"]?.stringValue, "succeeded")

            // Its block is of no chain, which the chain says.
            let transaction = Transaction.v0(
                TransactionV0(
                    signerId: alice.id, publicKey: alice.publicKey, nonce: 1,
                    receiverId: try AccountId("bob.test.near"),
                    blockHash: .zero, actions: [.transfer(TransferAction(deposit: try NEARToken("1 NEAR")))]))
            let signed = try SignedTransaction.sign(transaction, with: alice.secretKey)
            let refused = try home.json(["send-signed", signed.base64], status: 8)
            XCTAssertEqual(refused["error"]?["cause"]?["name"]?.stringValue, "UNKNOWN_BLOCK", refused.text)
        }
    }

    func testAPolicyThatIsNamedDecides() throws {
        let home = home
        try run {
            let file = home.folder.appending(path: "policy.json")
            let text = #"{"version":1,"rules":[{"name":"ci","networks":["devnet"],"deposit":"1 NEAR"}]}"#
            try Data(text.utf8).write(to: file)
            let send = ["send", "bob.test.near", "--approve", file.path]
            let refused = try home.run(send + ["2 NEAR"])
            XCTAssertEqual(refused.status, 11, refused.errors)
            XCTAssertEqual(try home.run(send + ["1 NEAR"]).status, 0)
        }
    }

    func testOptionsThatContradictItStartNothing() throws {
        let home = home
        try run {
            let send = ["send", "bob.test.near", "1 NEAR"]
            for arguments in [
                send + ["--network", "devnet"], send + ["--rpc-url", "http://127.0.0.1:1"], send + ["--networks", "f"],
                send + ["--key", "f"], send + ["--credentials", "f"], send + ["--wallet", "near-connect-keystore"],
                send + ["--idempotency-key", "k"],
                send + ["--unsigned", "f", "--signer", "alice.test.near", "--public-key", "ed25519:f"],
                ["sign-in"], ["sign-out"], ["keys", "import", "alice.test.near"],
            ] {
                let run = try home.run(arguments)
                XCTAssertEqual(run.status, 64, "\(arguments): \(run.errors)")
                XCTAssertTrue(run.errors.contains("leave"), run.errors)
                XCTAssertEqual(try home.left(), [])
            }
        }
    }

    func testTheChainEndsWithTheCommandHoweverThatEnds() throws {
        let home = home
        try run {
            for signal in [SIGKILL, SIGTERM, SIGINT] {
                // It waits for its message when the chain is there.
                let process = try home.process(["sign-message", "-", "--recipient", "app.example"])
                let input = Pipe()
                process.standardInput = input
                process.standardError = FileHandle.nullDevice
                try process.run()
                let devnet = try await Self.chain(of: process.processIdentifier, in: home)
                kill(process.processIdentifier, signal)
                process.waitForEnd()
                await waitUntil("the chain's end") { !ProcessTree.isRunning(devnet) }
                XCTAssertEqual(try home.left(), [])
                XCTAssertEqual(process.terminationReason, .uncaughtSignal)
                try input.fileHandleForWriting.close()
            }
        }
    }
    /// The folder of a chain that was killed goes with the next command that has one.
    func testTheFolderOfAKilledChainGoesWithTheNext() throws {
        let home = home
        try run {
            let process = try home.process(["sign-message", "-", "--recipient", "app.example"])
            let input = Pipe()
            process.standardInput = input
            process.standardError = FileHandle.nullDevice
            try process.run()
            let devnet = try await Self.chain(of: process.processIdentifier, in: home)
            kill(devnet, SIGKILL)
            await waitUntil("the chain's end") { !ProcessTree.isRunning(devnet) }
            try input.fileHandleForWriting.close()
            process.waitForEnd()
            XCTAssertNotEqual(try home.left(), [])
            _ = try home.json(["block"])
        }
    }

    /// Waits until a command has a chain.
    ///
    /// - Returns: The chain's process.
    private static func chain(of process: Int32, in home: Home) async throws -> Int32 {
        await waitUntil("the chain") {
            !ProcessTree.children(named: "near-connect-de", of: process).isEmpty && home.hasKeys
        }
        return try XCTUnwrap(ProcessTree.children(named: "near-connect-de", of: process).first)
    }
}
