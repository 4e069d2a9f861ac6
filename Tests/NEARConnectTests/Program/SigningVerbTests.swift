// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

/// The commands that sign with keys of this computer, and `verify-message`, against a devnet.
final class SigningVerbTests: MainLoopTestCase {
    func testSendMovesExactlyTheAmountOnce() throws {
        try withScene { scene in
            let policy = try scene.policy(deposit: "2 NEAR", ["receivers": ["bob.test.near"]])
            let (sender, receiver) = (try await scene.balance(of: scene.alice), try await scene.balance(of: scene.bob))
            let nonce = try await scene.nonce(of: scene.alice)
            let sent = try scene.json(
                ["send", "bob.test.near", "1.5", "NEAR", "--signer", "alice.test.near"] + policy)
            let amount = try NEARToken("1.5 NEAR")
            let found1 = try await scene.balance(of: scene.bob)
            XCTAssertEqual(found1, try receiver.adding(amount))
            let fee = try NEARToken(try XCTUnwrap(sent["tokensBurnt"]?.stringValue))
            let found2 = try await scene.balance(of: scene.alice)
            XCTAssertEqual(found2, try sender.subtracting(amount).subtracting(fee))
            let found3 = try await scene.nonce(of: scene.alice)
            XCTAssertEqual(found3, nonce + 1)
            XCTAssertEqual(sent["state"]?.stringValue, "succeeded")
            XCTAssertEqual(sent["progress"]?.stringValue, "FINAL")

            let entry = try XCTUnwrap(try scene.history().first)
            XCTAssertEqual(entry["state"]?.stringValue, "confirmed", entry.text)
            XCTAssertTrue(entry.text.contains("command:send"), entry.text)
            XCTAssertTrue(entry.text.contains(try XCTUnwrap(sent["hash"]?.stringValue)), entry.text)
        }
    }

    func testQuietPrintsNothingUnlessItFails() throws {
        try withScene { scene in
            let options = ["--signer", "alice.test.near", "--quiet"] + (try scene.policy(deposit: "1 NEAR"))
            let sent = try scene.run(["send", "bob.test.near", "1 NEAR"] + options)
            XCTAssertEqual(sent.status, 0, sent.errors)
            XCTAssertEqual(sent.output + sent.errors, "")
            let failed = try scene.run(["call", "bob.test.near", "missing"] + options)
            XCTAssertEqual(failed.status, 8)
            XCTAssertEqual(failed.output, "")
            XCTAssertTrue(failed.errors.hasPrefix("Error: "), failed.errors)
            XCTAssertEqual(try scene.run(["send", "bob.test.near", "1 NEAR", "--json"] + options).status, 64)
        }
    }

    func testAPolicyRefusesOneYoctoNEARMore() throws {
        try withScene { scene in
            let policy = try scene.policy(deposit: "2 NEAR")
            let send = ["send", "bob.test.near", "--signer", "alice.test.near"] + policy
            let nonce = try await scene.nonce(of: scene.alice)
            let refused = try scene.json(send + ["2000000000000000000000001 yoctoNEAR"], status: 11)
            XCTAssertEqual(refused["code"]?.stringValue, "refused-by-policy")
            XCTAssertTrue(refused["message"]?.stringValue?.contains("rule “ci”") == true, refused.text)
            // A rule for one command's receivers or another network covers nothing else.
            for other in [["receivers": ["carol.test.near"]], ["networks": ["testnet"]]] as [JSONValue.Members] {
                let policy = try scene.policy(deposit: "2 NEAR", other)
                let run = try scene.run(["send", "bob.test.near", "1", "NEAR", "--signer", "alice.test.near"] + policy)
                XCTAssertEqual(run.status, 11, run.errors)
            }
            let found4 = try await scene.nonce(of: scene.alice)
            XCTAssertEqual(found4, nonce)
            XCTAssertEqual(
                try scene.history().compactMap { $0["state"]?.stringValue }, ["not-sent", "not-sent", "not-sent"])
            XCTAssertEqual(try scene.run(send + ["2 NEAR"]).status, 0)
        }
    }

    func testCallReturnsWhatTheContractDoes() throws {
        try withScene { scene in
            try await scene.devnet.deploy(.guestBook, to: scene.bob.id)
            let policy = try scene.policy(deposit: "0", ["methods": ["add_message"], "gas": "30 Tgas"])
            let call = ["call", "bob.test.near", "add_message", "--signer", "alice.test.near"] + policy
            let called = try scene.json(call + [#"{"text":"hello"}"#])
            XCTAssertEqual(called["logs"], ["alice.test.near signed the guest book"])
            let messages = try await scene.client.callFunction(
                "total_messages", of: scene.bob.id, args: Array("{}".utf8))
            XCTAssertEqual(String(decoding: messages.value.result, as: UTF8.self), "1")

            // The contract's own error, and what the policy doesn't cover.
            let failed = try scene.json(call + ["{}"], status: 8)
            XCTAssertEqual(failed["code"]?.stringValue, "transaction-failed")
            XCTAssertEqual(try scene.run(call + [#"{"text":"x"}"#, "--gas", "31 Tgas"]).status, 11)
            XCTAssertEqual(try scene.run(call + [#"{"text":"x"}"#, "--deposit", "1 yoctoNEAR"]).status, 11)
            let other = ["call", "bob.test.near", "remove", "--signer", "alice.test.near"] + policy
            XCTAssertEqual(try scene.run(other).status, 11)
        }
    }

    func testDeployNeedsAPolicyForDangerousActions() throws {
        try withScene { scene in
            let file = scene.root.appendingPathComponent("contract.wasm")
            try Data(try SampleContract.guestBook.code()).write(to: file)
            let deploy = ["deploy", file.path, "--signer", "alice.test.near"]
            XCTAssertEqual(try scene.run(deploy + scene.policy(deposit: "0")).status, 11)
            let before = try await scene.client.viewAccount(scene.alice.id).value
            XCTAssertEqual(before.codeHash, .zero)
            _ = try scene.json(deploy + scene.policy(deposit: "0", ["dangerousActions": true]))
            let after = try await scene.client.viewAccount(scene.alice.id).value
            XCTAssertEqual(after.codeHash, CryptoHash.sha256(try SampleContract.guestBook.code()))
        }
    }

    func testAMessageIsSignedForItsRecipientAndVerified() throws {
        try withScene { scene in
            let policy = try scene.policy(deposit: "0", ["messageRecipients": ["app.example"]])
            let sign = ["sign-message", "--signer", "alice.test.near"] + policy
            let signed = try scene.json(sign + ["Hello, Wörld", "--recipient", "app.example"])
            let verified = try scene.json(["verify-message", signed.text, "--recipient", "app.example"])
            XCTAssertEqual(verified["accountId"]?.stringValue, "alice.test.near")
            XCTAssertEqual(try scene.run(sign + ["Hello", "--recipient", "other.example"]).status, 11)
            XCTAssertEqual(try scene.run(["verify-message", "-"], input: signed.text).status, 0)

            // Each field is part of what was signed; and another key, or a key of another account, proves nothing.
            for (field, value) in [
                ("message", "Hello, World"), ("recipient", "app.example.evil"), ("accountId", "bob.test.near"),
                ("publicKey", "\(scene.bob.publicKey)"), ("nonce", Base64.encode([UInt8](repeating: 0, count: 32))),
                ("signature", Base64.encode([UInt8](repeating: 7, count: 64))),
            ] {
                var fields = try XCTUnwrap(signed.objectValue)
                fields[ExactText(field)] = .string(value)
                let answer = try scene.json(["verify-message", JSONValue.object(fields).text], status: 1)
                XCTAssertEqual(answer["code"]?.stringValue, "signature-invalid", field)
            }
            for option in [["--recipient", "else"], ["--nonce", Base64.encode([UInt8](repeating: 1, count: 32))]] {
                XCTAssertEqual(try scene.run(["verify-message", signed.text] + option).status, 1)
            }
        }
    }

    func testARelayerSendsWhatAnotherAccountSigned() throws {
        try withScene { scene in
            try await scene.devnet.deploy(.guestBook, to: scene.bob.id)
            let file = scene.root.appendingPathComponent("delegate.b64").path
            let policy = try scene.policy(deposit: "0", ["methods": ["add_message"]])
            let delegate = ["delegate", "bob.test.near", "add_message", #"{"text":"paid by bob"}"#]
            let signed = try scene.json(delegate + ["--signer", "alice.test.near", "--output", file] + policy)
            XCTAssertEqual(signed["senderId"]?.stringValue, "alice.test.near")
            let balance = try await scene.balance(of: scene.alice)

            // Bob pays for it, so his policy counts it as dangerous; a signature that was altered isn't sent.
            let relay = ["relay", "@\(file)", "--signer", "bob.test.near"]
            XCTAssertEqual(try scene.run(relay + policy).status, 11)
            let text = try XCTUnwrap(signed["signedDelegate"]?.stringValue)
            var bytes = try XCTUnwrap(Base64.decode(text))
            bytes[bytes.count - 1] ^= 1
            let dangerous = try scene.policy(deposit: "0", ["dangerousActions": true])
            let altered = try scene.run(["relay", Base64.encode(bytes), "--signer", "bob.test.near"] + dangerous)
            XCTAssertEqual(altered.status, 64, altered.errors)
            let sent = try scene.json(relay + dangerous)
            XCTAssertEqual(sent["logs"], ["alice.test.near signed the guest book"])
            let unchanged = try await scene.balance(of: scene.alice)
            XCTAssertEqual(unchanged, balance)
            // Once: its nonce is used, and nobody pays for finding that out.
            let payer = try await scene.balance(of: scene.bob)
            let again = try scene.run(relay + dangerous)
            XCTAssertEqual(again.status, 8)
            XCTAssertTrue(again.errors.contains("is used already"), again.errors)
            let unpaid = try await scene.balance(of: scene.bob)
            XCTAssertEqual(unpaid, payer)
            let states = try scene.history().compactMap { $0["state"]?.stringValue }
            XCTAssertEqual(states.last, "signed")
        }
    }

    func testAUserApprovesInTheTerminal() throws {
        try withScene { scene in
            let send = ["send", "bob.test.near", "1 NEAR", "--signer", "alice.test.near"]
            let receiver = try await scene.balance(of: scene.bob)
            let approved = try scene.runInTerminal(send, typing: "yes")
            XCTAssertEqual(approved.status, 0, approved.output)
            for text in ["Send 1 NEAR to bob.test.near", "Command: near-connect send", "First time to: bob.test.near"] {
                XCTAssertTrue(approved.output.contains(text), "\(text) isn’t in \(approved.output)")
            }
            let found5 = try await scene.balance(of: scene.bob)
            XCTAssertEqual(found5, try receiver.adding(.near(1)))
            for line in ["no", "", "y"] {
                XCTAssertEqual(try scene.runInTerminal(send, typing: line).status, 6, line)
            }
            let found6 = try await scene.balance(of: scene.bob)
            XCTAssertEqual(found6, try receiver.adding(.near(1)))
            let alone = try scene.run(send)
            XCTAssertEqual(alone.status, 64)
            XCTAssertTrue(alone.errors.contains("--approve"), alone.errors)
        }
    }

    func testKeysComeFromFilesAndStandardInputAndAreNeverPrinted() throws {
        try withScene { scene in
            let policy = try scene.policy(deposit: "2 NEAR")
            let send = ["send", "bob.test.near", "1 NEAR", "--verbose"] + policy
            let file = scene.root.appendingPathComponent("key")
            let secret = scene.alice.secretKey.exposedText()
            try Data("\(secret)\n".utf8).write(to: file)
            chmod(file.path, 0o644)
            let open = try scene.run(send + ["--key", file.path, "--signer", "alice.test.near"])
            XCTAssertEqual(open.status, 0, open.errors)
            XCTAssertTrue(open.errors.contains("chmod 600"), open.errors)
            let piped = try scene.run(send + ["--key", "-"], input: SigningScene.credential(of: scene.alice))
            XCTAssertEqual(piped.status, 0, piped.errors)
            for run in [open, piped] { XCTAssertFalse((run.output + run.errors).contains(secret)) }
            for (text, words) in [
                (secret, "--signer"), ("ed25519:zzz", "can’t be used"), ("{}", "can’t be used"), ("", "can’t be used"),
                (String(secret.dropLast(6)), "can’t be used"),
            ] {
                let run = try scene.run(send + ["--key", "-"], input: text)
                XCTAssertEqual(run.status, 64, run.errors)
                XCTAssertTrue(run.errors.contains(words), run.errors)
                XCTAssertFalse(run.errors.contains(String(secret.dropFirst(8).prefix(20))), run.errors)
            }
        }
    }

    func testNodesOfAnotherChainGetNoSignature() throws {
        try withScene { scene in
            let policy = try scene.policy(deposit: "2 NEAR", ["networks": ["testnet", "devnet"]])
            let key = scene.root.appendingPathComponent(".near-credentials/devnet/alice.test.near.json").path
            let nonce = try await scene.nonce(of: scene.alice)
            let arguments = [
                "send", "bob.test.near", "1 NEAR", "--key", key, "--network", "testnet", "--rpc-url",
                scene.devnet.rpcURL.absoluteString,
            ]
            let run = try CommandRun.run(arguments + policy, scene.environment)
            XCTAssertNotEqual(run.status, 0)
            XCTAssertTrue(run.errors.contains("another chain"), run.errors)
            let found7 = try await scene.nonce(of: scene.alice)
            XCTAssertEqual(found7, nonce)
        }
    }

    func testBadInputEndsWith64BeforeANodeIsAsked() throws {
        try withScene { scene in
            let policy = try scene.policy(deposit: "2 NEAR")
            let signer = ["--signer", "alice.test.near"] + policy
            let text = scene.root.appendingPathComponent("text.wasm")
            try Data("no module".utf8).write(to: text)
            for (arguments, words) in [
                (["send", "bob.test.near", "1.5"] + signer, "no unit"), (["send", "bob.test.near"] + signer, "amount"),
                (["send", "bob.test.near", "one NEAR"] + signer, "no amount"),
                (["send", "B!", "1 NEAR"] + signer, "B!"),
                (["send", "bob.test.near", "1 BTC"] + signer, "no amount"),
                (["send", "bob.test.near", "0.0000000000000000000000001 NEAR"] + signer, "no amount"),
                (["send", "bob.test.near", "1 NEAR"] + policy, "alice.test.near, bob.test.near"),
                (["send", "bob.test.near", "1 NEAR", "--signer", "carol.test.near"] + policy, "no key of carol"),
                (["send", "bob.test.near", "1 NEAR", "--approve", "/nowhere.json"], "/nowhere.json"),
                (["send", "bob.test.near", "1 NEAR", "--key", "a", "--credentials", "b"] + policy, "leave one out"),
                (["send", "bob.test.near", "1 NEAR", "--key", "/nowhere"] + policy, "/nowhere"),
                (["send", "bob.test.near", "1 NEAR", "--credentials", "/nowhere"] + policy, "no key in"),
                (["send", "bob.test.near", "1 NEAR", "--profile", "../x"] + signer, "profile"),
                (["call", "bob.test.near"] + signer, "method"), (["call", "bob.test.near", ""] + signer, "method"),
                (["call", "bob.test.near", "m", "{"] + signer, "line 1, column 2"),
                (["call", "bob.test.near", "m", "--gas", "30"] + signer, "no unit"),
                (["call", "bob.test.near", "m", "--deposit", "1"] + signer, "no unit"),
                (["call", "bob.test.near", "m", "-", "--key", "-"] + policy, "standard input"),
                (["deploy", "/nowhere.wasm"] + signer, "/nowhere.wasm"),
                (["deploy", text.path] + signer, "no WebAssembly"),
                (["sign-message", "x"] + signer, "--recipient"),
                (["sign-message", "x", "--recipient", ""] + signer, "recipient"),
                (["sign-message", "x", "--recipient", "a", "--nonce", "AAAA"] + signer, "32 bytes"),
                (["delegate", "bob.test.near"] + signer, "method"), (["relay", "!"] + signer, "no signed delegate"),
                (["relay", "-", "--key", "-"] + policy, "standard input"),
                (["verify-message", "{"], "line 1, column 2"), (["verify-message", "{}"], "publicKey"),
                (["verify-message", "@/nowhere"], "/nowhere"),
            ] as [([String], String)] {
                let run = try scene.run(arguments)
                XCTAssertEqual(run.status, 64, "\(arguments): \(run.errors)")
                XCTAssertTrue(run.errors.contains(words), "\(words): \(run.errors)")
                XCTAssertEqual(run.output, "")
            }
            XCTAssertEqual(try scene.history(), [])
        }
    }
}
