// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

/// Commands with `--dry-run`, compared with what the same commands then do on the chain.
final class DryRunTests: MainLoopTestCase {
    private static let alice = ["--signer", "alice.test.near"]

    func testTheFeeIsTheOneThatTheChainTakes() throws {
        try withScene { scene in
            try await scene.devnet.deploy(.guestBook, to: scene.bob.id)
            let policy = try scene.policy(deposit: "9 NEAR", ["dangerousActions": true])
            let code = scene.root.appendingPathComponent("contract.wasm")
            try Data(try SampleContract.guestBook.code()).write(to: code)
            let implicit = String(repeating: "ab", count: 32)
            for command in [
                ["send", "bob.test.near", "1.5 NEAR"], ["send", implicit, "1 NEAR"],
                ["call", "bob.test.near", "add_message", #"{"text":"hello"}"#, "--deposit", "1 yoctoNEAR"],
                ["keys", "add", "\(scene.bob.publicKey)", "--full-access"],
                [
                    "keys", "add", "\(try SecretKey.generate().publicKey)", "--receiver", "bob.test.near", "--methods",
                    "a,bc", "--allowance", "1 NEAR",
                ],
                ["keys", "revoke", "\(scene.bob.publicKey)"],
                ["account", "app.alice.test.near", "--create", "--amount", "1 NEAR"], ["deploy", code.path],
                ["account", "app.alice.test.near", "--delete", "--beneficiary", "alice.test.near"],
            ] {
                let signer = command.contains("--delete") ? [] : Self.alice
                let before = try scene.history().count
                let told = try scene.json(command + ["--dry-run"] + signer + policy)
                XCTAssertEqual(try scene.history().count, before, "a dry run was recorded")
                let account = try AccountId(try XCTUnwrap(told["signerId"]?.stringValue))
                let key = try PublicKey(try XCTUnwrap(told["publicKey"]?.stringValue))
                let nonce = try await scene.client.viewAccessKey(key, of: account, at: .optimistic).value.nonce
                XCTAssertEqual(told["nonce"]?.stringValue, "\(nonce + 1)", "\(command)")
                XCTAssertEqual(told["policy"]?["decision"]?.stringValue, "approve")
                let done = try scene.json(command + signer + policy)
                let fee = try XCTUnwrap(told["fee"])
                let burnt = try XCTUnwrap(UInt128(try XCTUnwrap(done["tokensBurnt"]?.stringValue)))
                let least = try XCTUnwrap(UInt128(try XCTUnwrap(fee["least"]?.stringValue)))
                let most = try XCTUnwrap(UInt128(try XCTUnwrap(fee["most"]?.stringValue)))
                if command[0] == "call" {
                    XCTAssertTrue((least + 1..<most).contains(burnt), "\(command): \(burnt) of \(fee.text)")
                } else {
                    XCTAssertEqual(least, most)
                    XCTAssertEqual(burnt, most, "\(command)")
                }
            }
        }
    }

    /// The account that is named is deleted, by itself and by nobody else.
    func testAnAccountIsDeletedByItselfOnly() throws {
        try withScene { scene in
            let policy = try scene.policy(deposit: "0", ["dangerousActions": true])
            for (account, other) in [("alice.test.near", "bob.test.near"), ("bob.test.near", "alice.test.near")] {
                let delete = ["account", account, "--delete", "--beneficiary", other, "--dry-run"] + policy
                let told = try scene.json(delete)
                XCTAssertEqual(told["signerId"]?.stringValue, account)
                XCTAssertEqual(told["receiverId"]?.stringValue, account)
                let refused = try scene.run(delete + ["--signer", other])
                XCTAssertEqual(refused.status, 64, refused.errors)
                XCTAssertTrue(refused.errors.contains("deletes itself"), refused.errors)
            }
        }
    }

    func testTheRuleThatDecidesIsNamed() throws {
        try withScene { scene in
            let file = scene.root.appendingPathComponent("policy.json")
            let text = """
                {"version": 1, "rules": [
                  {"name": "messages", "networks": ["devnet"], "deposit": "0", "receivers": ["carol.test.near"]},

                  {"name": "small", "networks": ["devnet"], "deposit": "1 NEAR",
                   "sums": [{"deposit": "1.5 NEAR", "per": "24 h"}]}
                ]}
                """
            try Data(text.utf8).write(to: file)
            let send = ["send", "bob.test.near", "--approve", file.path] + Self.alice
            let told = try scene.json(send + ["1 NEAR", "--dry-run"])
            XCTAssertEqual(told["policy"]?["rule"], ["index": 2, "name": "small", "line": 4])
            // Looking counts nothing: the sum still allows it, and then it doesn't.
            _ = try scene.json(send + ["1 NEAR", "--dry-run"])
            _ = try scene.json(send + ["1 NEAR"])
            let over = try scene.json(send + ["1 NEAR", "--dry-run"], status: 11)
            let rules = try XCTUnwrap(over["policy"]?["rules"]?.arrayValue)
            XCTAssertEqual(rules.compactMap { $0["line"] }, [2, 4])
            XCTAssertTrue(rules[1]["reason"]?.stringValue?.contains("1.5 NEAR") == true, over.text)
            let words = try scene.run(send + ["0.1 NEAR", "--dry-run"])
            XCTAssertEqual(words.status, 0, words.errors)
            for part in ["approves it by rule 2, “small”", "line 4", "Send 0.1 NEAR to bob.test.near", "fee"] {
                XCTAssertTrue(words.output.contains(part), "\(part) isn’t in \(words.output)")
            }
            XCTAssertTrue(words.errors.contains("Nothing was signed or sent."), words.errors)
            XCTAssertEqual(try scene.run(send + ["0.1 NEAR", "--dry-run", "--quiet"]).output, "")
        }
    }

    /// The network has a name of its own, so only the entry's genesis tells the chain.
    func testAReceiverThatACommandHasPaidIsKnownFromThenOn() throws {
        try withScene { scene in
            let send = try ["send", "bob.test.near", "1 NEAR"] + Self.alice + scene.policy(deposit: "9 NEAR")
            XCTAssertEqual(try scene.json(send + ["--dry-run"])["firstTimeTo"], ["bob.test.near"])
            for _ in 0..<2 { _ = try scene.json(send) }
            XCTAssertEqual(try scene.json(send + ["--dry-run"])["firstTimeTo"] ?? [], [])
        }
    }

    func testNothingIsReadOrWrittenThatNeedNotBe() throws {
        try withScene { scene in
            // Neither a key nor a terminal nor a policy is there.
            try FileManager.default.removeItem(at: scene.root.appendingPathComponent(".near-credentials"))
            let before = try FileManager.default.subpathsOfDirectory(atPath: scene.root.path)
            let key = ["--public-key", "\(scene.alice.publicKey)"]
            let told = try scene.json(["send", "bob.test.near", "1 NEAR", "--dry-run"] + Self.alice + key)
            XCTAssertEqual(told["policy"]?["decision"]?.stringValue, "ask")
            XCTAssertEqual(told["firstTimeTo"], ["bob.test.near"])
            let create = ["account", "app.alice.test.near", "--create", "--dry-run"] + Self.alice + key
            XCTAssertNil(try scene.json(create)["code"])
            XCTAssertEqual(try FileManager.default.subpathsOfDirectory(atPath: scene.root.path), before)
            for words in [key, Self.alice + key + ["--key", "-"], ["--unsigned", "f"] + Self.alice + key] {
                let dry = words.contains("f") || words.count > 2 ? ["--dry-run"] : []
                XCTAssertEqual(try scene.run(["send", "bob.test.near", "1 NEAR"] + dry + words).status, 64)
            }
            XCTAssertEqual(try scene.run(["account", "alice.test.near", "--dry-run"]).status, 64)
        }
    }

    func testWhatTheChainWouldRefuseIsSaid() throws {
        try withScene { scene in
            let policy = try scene.policy(deposit: "99999 NEAR", ["dangerousActions": true])
            let stranger = try SecretKey.generate().publicKey
            for (command, reason) in [
                (["send", "nobody.test.near", "1 NEAR"], "AccountDoesNotExist"),
                (["send", "bob.test.near", "20000 NEAR"], "NotEnoughBalance"),
                (["call", "bob.test.near", "hello"], "CodeDoesNotExist"),
                (["keys", "add", "\(scene.alice.publicKey)", "--full-access"], "AddKeyAlreadyExists"),
                (["keys", "revoke", "\(stranger)"], "DeleteKeyDoesNotExist"),
            ] {
                let told = try scene.json(command + ["--dry-run"] + Self.alice + policy, status: 8)
                XCTAssertEqual(told["chain"]?["refusals"]?.arrayValue?.first?["reason"]?.stringValue, reason)
                XCTAssertEqual(told["code"]?.stringValue, "refused-by-chain")
                // The chain does what was told.
                let done = try scene.json(command + Self.alice + policy, status: 8)
                XCTAssertTrue(done.text.contains("\"\(reason)\""), done.text)
            }
            let unknown = ["--dry-run", "--public-key", "\(stranger)"] + Self.alice + policy
            let keyless = try scene.json(["send", "bob.test.near", "1 NEAR"] + unknown, status: 8)
            XCTAssertTrue(keyless.text.contains("AccessKeyNotFound"), keyless.text)
            // The policy is asked first.
            let small = try scene.policy(deposit: "0")
            let both = ["send", "nobody.test.near", "1 NEAR", "--dry-run"] + Self.alice
            XCTAssertEqual(try scene.json(both + small, status: 11)["chain"]?["decision"]?.stringValue, "refuse")
        }
    }

    func testAKeyForCallsIsHeldToWhatItMayDo() throws {
        try withScene { scene in
            try await scene.devnet.deploy(.guestBook, to: scene.bob.id)
            let key = try SecretKey.generate()
            let policy = try scene.policy(deposit: "2 NEAR")
            _ = try scene.json(
                ["keys", "add", "\(key.publicKey)", "--receiver", "bob.test.near", "--methods", "add_message"]
                    + ["--allowance", "0.002 NEAR"] + Self.alice + policy)
            let named = ["--dry-run", "--public-key", "\(key.publicKey)"] + Self.alice + policy
            let call = ["call", "bob.test.near", "add_message", #"{"text":"a"}"#, "--gas"]
            XCTAssertNil(try scene.json(call + ["10 Tgas"] + named)["code"])
            for (command, reason) in [
                (call + ["30 Tgas"], "NotEnoughAllowance"),
                (call + ["10 Tgas", "--deposit", "1 yoctoNEAR"], "DepositWithFunctionCall"),
                (["call", "bob.test.near", "other", "--gas", "10 Tgas"], "MethodNameMismatch"),
                (["call", "alice.test.near", "add_message", "--gas", "10 Tgas"], "ReceiverMismatch"),
                (["send", "bob.test.near", "1 NEAR"], "RequiresFullAccess"),
            ] {
                let told = try scene.json(command + named, status: 8)
                XCTAssertEqual(
                    told["chain"]?["refusals"]?.arrayValue?.first?["reason"]?.stringValue, reason, told.text)
            }
        }
    }

    func testMessagesAndDelegateActionsToo() throws {
        try withScene { scene in
            try await scene.devnet.deploy(.guestBook, to: scene.bob.id)
            let policy = try scene.policy(
                deposit: "0", ["messageRecipients": ["app.example"], "dangerousActions": true])
            let message = ["sign-message", "Hello", "--dry-run", "--recipient"]
            let told = try scene.json(message + ["app.example"] + Self.alice + policy)
            XCTAssertEqual(told["kind"]?.stringValue, "message")
            XCTAssertNil(told["signature"])
            XCTAssertNil(told["fee"])
            XCTAssertEqual(try scene.run(message + ["other.example"] + Self.alice + policy).status, 11)

            let delegate = ["delegate", "bob.test.near", "add_message", #"{"text":"a"}"#] + Self.alice + policy
            let free = try scene.json(delegate + ["--dry-run"])
            XCTAssertEqual(free["kind"]?.stringValue, "delegateAction")
            XCTAssertEqual(free["fee"], .null)
            XCTAssertEqual(free["feeUnknown"], .null)
            XCTAssertNil(free["signedDelegate"])
            let signed = try XCTUnwrap(try scene.json(delegate)["signedDelegate"]?.stringValue)
            let relay = ["relay", signed, "--signer", "bob.test.near"] + policy
            let paid = try scene.json(relay + ["--dry-run"])
            let most = try XCTUnwrap(UInt128(try XCTUnwrap(paid["fee"]?["most"]?.stringValue)))
            let before = try await scene.balance(of: scene.bob)
            let done = try scene.json(relay)
            let burnt = try XCTUnwrap(UInt128(try XCTUnwrap(done["tokensBurnt"]?.stringValue)))
            XCTAssertLessThan(burnt, most)
            let after = try await scene.balance(of: scene.bob)
            XCTAssertGreaterThanOrEqual(after.yoctoNEAR, before.yoctoNEAR - burnt)
            // Its nonce is used up now.
            let again = try scene.json(relay + ["--dry-run"], status: 8)
            XCTAssertTrue(again.text.contains("DelegateActionInvalidNonce"), again.text)
        }
    }

    func testARequestThatWasSentBeforeIsSaid() throws {
        try withScene { scene in
            let policy = try scene.policy(deposit: "2 NEAR")
            let send = ["send", "bob.test.near", "1 NEAR", "--idempotency-key", "job"] + Self.alice + policy
            XCTAssertNil(try scene.json(send + ["--dry-run"])["sentBefore"])
            let sent = try scene.json(send)
            XCTAssertNil(sent["repeated"])
            let told = try scene.json(send + ["--dry-run"])
            XCTAssertEqual(told["sentBefore"]?["hash"], sent["hash"])
        }
    }
}
