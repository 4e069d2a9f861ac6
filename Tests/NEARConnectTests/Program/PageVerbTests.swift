// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import NEARRPC
import ProcessSetup
import XCTest

/// `sign-in`, `sign-out`, and `--wallet` of the commands that sign, in a page of their own without a display.
final class PageVerbTests: MainLoopTestCase {
    private static let keystore = ["--wallet", "near-connect-keystore"]

    @MainActor
    private static func signIn(_ scene: SigningScene) throws -> [String] {
        let policy = try scene.policy(deposit: "2 NEAR", ["messageRecipients": ["shop.example"]])
        let account = try scene.json(["sign-in"] + keystore + policy)
        XCTAssertEqual(account["accountId"]?.stringValue, "alice.test.near")
        XCTAssertEqual(account["wallet"]?.stringValue, "near-connect-keystore")
        return keystore + policy
    }

    func testTheWalletThatIsSignedInSends() throws {
        try withScene { scene in
            let wallet = try Self.signIn(scene)
            let before = try await scene.balance(of: scene.bob)
            let sent = try scene.json(["send", "bob.test.near", "1.5 NEAR"] + wallet)
            XCTAssertEqual(sent["signerId"]?.stringValue, "alice.test.near")
            XCTAssertEqual(sent["progress"]?.stringValue, "FINAL")
            let after = try await scene.balance(of: scene.bob)
            XCTAssertEqual(after.yoctoNEAR - before.yoctoNEAR, try NEARToken("1.5 NEAR").yoctoNEAR)
            let entries = try scene.history()
            XCTAssertEqual(entries.count, 1, "the page's process has the same journal")
            // A refusal by the chain is an answer, too.
            let failed = try scene.json(["call", "bob.test.near", "missing"] + wallet, status: 8)
            XCTAssertEqual(failed["state"]?.stringValue, "failed")
        }
    }

    /// The answer comes before the page is closed, which takes longer than what is left to do.
    func testAnAnswerDoesNotWaitForTheEndOfThePage() throws {
        try withScene { scene in
            _ = try Self.signIn(scene)
            let policy = try scene.policy(deposit: "2 NEAR", ["messageRecipients": ["shop.example"]])
            let process = try CommandRun.process(["wallet-request"], scene.environment)
            process.executableURL = try CommandRun.executable().deletingLastPathComponent()
                .appendingPathComponent("near-connect-view")
            let (input, output) = (Pipe(), Pipe())
            (process.standardInput, process.standardOutput) = (input, output)
            try process.run()
            let request: JSONValue = [
                "network": "devnet", "profile": "default", "wallet": "near-connect-keystore",
                "nodes": [["url": .string(scene.devnet.rpcURL.absoluteString), "headers": [:]]],
                "signer": "alice.test.near", "policy": .string(policy[1]),
                "signMessage": [
                    "message": "hello", "recipient": "shop.example",
                    "nonce": .string(Data(repeating: 7, count: 32).base64EncodedString()),
                ],
            ]
            input.fileHandleForWriting.write(Data("\(request.text)\n".utf8))
            var answer = Data()
            while !answer.contains(UInt8(ascii: "\n")) {
                let piece = output.fileHandleForReading.availableData
                guard !piece.isEmpty else { break }
                answer += piece
            }
            XCTAssertNotNil(try JSONValue.parse(Array(answer))["signature"], String(decoding: answer, as: UTF8.self))
            // It waits for its reader, and not for long if there is none.
            try await Task.sleep(for: .milliseconds(300))
            XCTAssertTrue(process.isRunning)
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
            XCTAssertEqual(process.terminationStatus, 0)
        }
    }

    func testWhatThePolicyRefusesIsNotSent() throws {
        try withScene { scene in
            let wallet = try Self.signIn(scene)
            let nonce = try await scene.nonce(of: scene.alice)
            let run = try scene.run(["send", "bob.test.near", "2.000000000000000000000001 NEAR"] + wallet)
            XCTAssertEqual(run.status, 11, run.errors)
            XCTAssertTrue(run.errors.contains("rule “ci”"), run.errors)
            XCTAssertTrue(run.errors.contains("the policy allows 2 NEAR"), run.errors)
            let after = try await scene.nonce(of: scene.alice)
            XCTAssertEqual(after, nonce)
        }
    }

    func testWhatTheChainRefusesIsItsOwnWord() throws {
        try withScene { scene in
            let wallet = Array(try Self.signIn(scene).prefix(2)) + (try scene.policy(deposit: "99999 NEAR"))
            let poor = try scene.json(["send", "bob.test.near", "20000 NEAR"] + wallet, status: 8)
            XCTAssertEqual(poor["code"]?.stringValue, "transaction-refused")
            let sentence = try XCTUnwrap(poor["message"]?.stringValue)
            XCTAssertTrue(sentence.contains("it is short by 10000"), sentence)
            XCTAssertFalse(sentence.contains("{"), sentence)
            // Programs have the node's own error, as without a page, in the same form.
            let native = try scene.json(
                ["send", "bob.test.near", "20000 NEAR", "--signer", "alice.test.near"] + wallet.dropFirst(2), status: 8)
            for field in ["code", "status"] { XCTAssertEqual(poor[field], native[field]) }
            let reason = { (told: JSONValue) in told["error"]?["data"]?["TxExecutionError"]?["InvalidTxError"] }
            XCTAssertNotNil(reason(poor)?["NotEnoughBalance"], poor.text)
            XCTAssertNotNil(reason(native)?["NotEnoughBalance"], native.text)
            // The journal believes no more than before: the chain has to prove that it wasn't sent.
            let entry = try XCTUnwrap(try scene.history().first)
            XCTAssertTrue(entry.text.contains("command:send"), entry.text)
            XCTAssertNotEqual(entry["state"]?.stringValue, "confirmed")
        }
    }

    /// The receiver is the account that the user names, and never the one that happens to be signed in.
    func testAnAccountThatIsNotSignedInIsNotDeleted() throws {
        try withScene { scene in
            let policy = try scene.policy(deposit: "2 NEAR", ["dangerousActions": true])
            _ = try scene.json(["sign-in"] + Self.keystore + policy)
            let delete = { ["account", $0, "--delete", "--beneficiary", $1] + Self.keystore + policy }
            for more in [[], ["--dry-run"]] {
                let run = try scene.run(delete("bob.test.near", "alice.test.near") + more)
                XCTAssertEqual(run.status, 64, run.errors)
                for name in ["bob.test.near has to sign", "alice.test.near is signed in"] {
                    XCTAssertTrue(run.errors.contains(name), run.errors)
                }
            }
            for account in [scene.alice, scene.bob] { _ = try await scene.balance(of: account) }
            XCTAssertEqual(try scene.history(), [])

            let told = try scene.json(delete("alice.test.near", "bob.test.near") + ["--dry-run"])
            XCTAssertEqual(told["receiverId"]?.stringValue, "alice.test.near")
            let before = try await scene.balance(of: scene.bob)
            let deleted = try scene.json(delete("alice.test.near", "bob.test.near"))
            XCTAssertEqual(deleted["signerId"]?.stringValue, "alice.test.near")
            let after = try await scene.balance(of: scene.bob)
            XCTAssertGreaterThan(after, before)
            let gone = try scene.json(["account", "alice.test.near"], status: 8)
            XCTAssertEqual(gone["outcome"]?.stringValue, "failed")
        }
    }

    /// A policy that another wallet never asks would only look like one.
    func testOptionsThatAWalletDoesNotHeedAreRefused() throws {
        try withScene { scene in
            let policy = try scene.policy(deposit: "2 NEAR")
            let folder = ["--credentials", scene.root.path]
            for command in [
                ["sign-in"], ["send", "bob.test.near", "1 NEAR"], ["keys", "revoke", "\(scene.bob.publicKey)"],
            ] {
                for more in [policy, folder, policy + ["--dry-run"]] where command.count > 1 || more.count == 2 {
                    let run = try scene.run(command + ["--wallet", "other"] + more)
                    XCTAssertEqual(run.status, 64, run.errors)
                    XCTAssertTrue(run.errors.contains("leave --approve and --credentials out"), run.errors)
                }
            }
            // Wallets have no form for signed delegate actions, whichever wallet it is.
            let action = try XCTUnwrap(
                try scene.json(
                    ["delegate", "bob.test.near", "hello", "--signer", "alice.test.near"]
                        + scene.policy(deposit: "0", ["gas": "30 Tgas", "methods": ["hello"]]))["signedDelegate"]?
                    .stringValue)
            for more in [[], ["--dry-run"]] {
                let relay = try scene.run(["relay", action] + Self.keystore + more)
                XCTAssertEqual(relay.status, 64, relay.errors)
                XCTAssertTrue(relay.errors.contains("relay it with a key"), relay.errors)
            }
            let signIn = ["sign-in", "--wallet", "near-connect-keystore", "--credentials"]
            _ = try scene.json(signIn + ["\(scene.root.path)/.near-credentials"] + policy)
        }
    }

    /// The verbs that change accounts and keys, each compared with what the chain has then.
    func testAccountsKeysAndContractsAreChanged() throws {
        try withScene { scene in
            let policy = try scene.policy(deposit: "9 NEAR", ["dangerousActions": true])
            _ = try scene.json(["sign-in"] + Self.keystore + policy)
            let wallet = Self.keystore + policy
            let code = try SampleContract.guestBook.code()
            let file = scene.root.appending(path: "contract.wasm")
            try Data(code).write(to: file)
            XCTAssertEqual(
                try scene.json(["deploy", file.path] + wallet)["receiverId"]?.stringValue, "alice.test.near")
            let deployed = try await scene.client.viewAccount(scene.alice.id).value.codeHash
            XCTAssertEqual(deployed, CryptoHash.sha256(code))

            let key = "\(try SecretKey.generate().publicKey)"
            let keys = {
                try await scene.client.viewAccessKeyList(of: scene.alice.id).value.keys.map { "\($0.publicKey)" }
            }
            _ = try scene.json(["keys", "add", key, "--receiver", "bob.test.near", "--methods", "a"] + wallet)
            let added = try await keys()
            XCTAssertTrue(added.contains(key))
            _ = try scene.json(["keys", "revoke", key] + wallet)
            let revoked = try await keys()
            XCTAssertFalse(revoked.contains(key))

            let made = try AccountId("app.alice.test.near")
            _ = try scene.json(["account", made.text, "--create", "--amount", "1 NEAR", "--new-key", key] + wallet)
            let view = try await scene.client.viewAccount(made).value
            XCTAssertEqual(view.amount, try NEARToken("1 NEAR"))
        }
    }

    func testADryRunStartsNoPage() throws {
        try withScene { scene in
            let wallet = try Self.signIn(scene)
            var environment = scene.environment
            // A page's process would find no program to show it.
            environment["PATH"] = "/nonexistent"
            for name in ["DISPLAY", "WAYLAND_DISPLAY"] { environment[name] = nil }
            let send = ["send", "bob.test.near", "1 NEAR", "--dry-run", "--json"] + wallet
            let process = try scene.process(send)
            process.environment = environment
            let run = try CommandRun.run(process)
            XCTAssertEqual(run.status, 0, run.errors)
            let told = try XCTUnwrap(try run.json().first)
            XCTAssertTrue(try SigningScene.isDescribed(told, of: send), told.text)
            XCTAssertEqual(told["wallet"]?.stringValue, "near-connect-keystore")
            XCTAssertEqual(told["publicKey"]?.stringValue, "\(scene.alice.publicKey)")
            XCTAssertEqual(told["policy"]?["rule"]?["name"]?.stringValue, "ci")
            XCTAssertEqual(try scene.history(), [])
            let refused = try scene.run(["send", "bob.test.near", "3 NEAR", "--dry-run"] + wallet)
            XCTAssertEqual(refused.status, 11, refused.errors)
        }
    }

    func testMessagesAndDelegateActionsAreSigned() throws {
        try withScene { scene in
            let wallet = try Self.signIn(scene)
            let signed = try scene.json(["sign-message", "Hello", "--recipient", "shop.example"] + wallet)
            let file = scene.root.appending(path: "signed.json")
            try Data(signed.text.utf8).write(to: file)
            let verified = try scene.run(["verify-message", "@\(file.path)", "--recipient", "shop.example"])
            XCTAssertEqual(verified.status, 0, verified.errors)
            let delegate = try scene.json(["delegate", "bob.test.near", "hello"] + wallet)
            XCTAssertEqual(delegate["senderId"]?.stringValue, "alice.test.near")
        }
    }

    func testWithoutAUserNothingIsAskedAndNothingSent() throws {
        try withScene { scene in
            _ = try Self.signIn(scene)
            let nonce = try await scene.nonce(of: scene.alice)
            // No display, no policy: the keystore would ask in a window.
            let process = try scene.process(["send", "bob.test.near", "1 NEAR"] + Self.keystore)
            var environment = scene.environment
            for name in ["DISPLAY", "WAYLAND_DISPLAY"] { environment[name] = nil }
            process.environment = environment
            let run = try CommandRun.run(process)
            XCTAssertEqual(run.status, 10, run.errors)
            XCTAssertTrue(run.errors.contains("there is no display"), run.errors)
            let after = try await scene.nonce(of: scene.alice)
            XCTAssertEqual(after, nonce)
        }
    }

    /// On a desktop the keystore asks in a window, and Escape is a user's no.
    func testAUserIsAskedInAWindow() throws {
        try withScene { scene in
            _ = try Self.signIn(scene)
            let nonce = try await scene.nonce(of: scene.alice)
            let display = try VirtualDisplay()
            var environment = scene.environment
            (environment["DISPLAY"], environment["GDK_BACKEND"]) = (display.name, "x11")
            environment["WAYLAND_DISPLAY"] = nil
            let user = Process()
            user.executableURL = URL(filePath: "/usr/bin/env")
            let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Fixtures/press_escape.py")
            user.arguments = ["python3", script.path, "Approval"]
            user.environment = environment
            let windows = Pipe()
            user.standardOutput = windows
            try user.run()
            let process = try scene.process(["send", "bob.test.near", "1 NEAR"] + Self.keystore)
            process.environment = environment
            let run = try CommandRun.run(process)
            XCTAssertEqual(run.status, 6, run.errors)
            XCTAssertTrue(run.errors.contains("cancelled"), run.errors)
            user.terminate()
            user.waitForEnd()
            let titles = String(decoding: try windows.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            XCTAssertTrue(titles.contains("NEAR Connect"), "the windows were: \(titles)")
            display.stop()
            let after = try await scene.nonce(of: scene.alice)
            XCTAssertEqual(after, nonce)
            XCTAssertEqual(try scene.history().first?["state"]?.stringValue, "not-sent")
        }
    }

    func testWhoIsNotSignedInIsTold() throws {
        try withScene { scene in
            let send = try scene.json(["send", "bob.test.near", "1 NEAR"] + Self.keystore, status: 1)
            XCTAssertEqual(send["code"]?.stringValue, "not-signed-in")
            XCTAssertEqual(try scene.json(["sign-out"], status: 1)["code"]?.stringValue, "not-signed-in")
            _ = try Self.signIn(scene)
            let other = try scene.json(["send", "bob.test.near", "1 NEAR", "--wallet", "other"], status: 1)
            XCTAssertTrue(other["message"]?.stringValue?.contains("near-connect-keystore") == true, other.text)
            XCTAssertEqual(try scene.json(["sign-out"])["accountId"]?.stringValue, "alice.test.near")
            XCTAssertEqual(try scene.json(["sign-out"], status: 1)["code"]?.stringValue, "not-signed-in")
            XCTAssertEqual(try scene.json(["sign-in", "--wallet", "nobody"], status: 5)["outcome"], "failed")
            for words in [["--signer", "alice.test.near"], ["--key", "-"], ["--unsigned", "f"]] {
                let run = try scene.run(["send", "bob.test.near", "1 NEAR"] + Self.keystore + words)
                XCTAssertEqual(run.status, 64, run.errors)
            }
        }
    }
}
