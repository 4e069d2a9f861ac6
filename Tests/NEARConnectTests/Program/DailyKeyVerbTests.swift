// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

/// `near-connect shares daily-key`, against a devnet and `near-connect shares serve`.
final class DailyKeyVerbTests: MainLoopTestCase {
    private static let wanted = ["--receiver", "book.test.near", "--methods", "add_message, get_messages"]

    /// Runs a command of `shares daily-key`.
    @MainActor
    private static func dailyKey(
        _ verb: String, _ words: [String], on computer: SharesComputer, status: Int32 = 0, line: UInt = #line
    ) throws -> JSONValue {
        try computer.answer("daily-key \(verb)", words, status: status, line: line)
    }

    func testADailyKeyIsAddedListedAndRemovedWithWords() throws {
        try withScene { scene in
            let (login, alice) = (try ShareServiceProcess(), "alice.test.near")
            let here = SharesComputer(scene: scene, login: login, name: "here")
            _ = try here.answer("create", [alice] + here.places + here.newWords + here.changing())
            let empty = try here.run("daily-key list", [])
            XCTAssertEqual(empty.output, "")
            XCTAssertTrue(empty.errors.contains("no daily key on devnet"), empty.errors)

            // Its allowance counts as a deposit.
            let refused = try Self.dailyKey(
                "add", [alice] + Self.wanted + here.places + scene.policy(deposit: "0.1 NEAR"), on: here, status: 11)
            XCTAssertEqual(refused["code"], "refused")
            XCTAssertEqual(try here.run("daily-key list", []).output, "")

            let added = try Self.dailyKey(
                "add", [alice] + Self.wanted + here.places + scene.policy(deposit: "0.25 NEAR"), on: here)
            XCTAssertEqual(added["receiverId"], "book.test.near")
            let key = try XCTUnwrap(added["key"]?.stringValue)
            let view = try await scene.client.viewAccessKey(
                try PublicKey(key), of: try AccountId(alice), at: .final)
            guard case .functionCall(let permission) = view.value.permission else {
                return XCTFail("\(view.value.permission)")
            }
            XCTAssertEqual(permission.receiverId, ExactText("book.test.near"))
            XCTAssertEqual(permission.methodNames.map(\.text), ["add_message", "get_messages"])

            let listed = try Self.dailyKey("list", [alice], on: here)
            XCTAssertEqual(listed["key"], added["key"])
            XCTAssertEqual(listed["ends"], added["ends"])
            XCTAssertEqual(listed["onChain"], true)
            XCTAssertEqual(listed["methodNames"], ["add_message", "get_messages"])
            XCTAssertEqual(listed["allowance"], "250000000000000000000000")
            XCTAssertNil(try Self.dailyKey("list", ["--offline"], on: here)["onChain"])
            XCTAssertEqual(try here.run("daily-key list", ["bob.test.near"]).output, "")
            // A key of ours is no strange one.
            XCTAssertEqual(
                try here.answer("status", [])["strangeKeys"], [.string(scene.alice.publicKey.description)])

            let other = try SecretKey.generate(.ed25519).publicKey.description
            let unknown = try Self.dailyKey(
                "remove", [alice, other] + here.places + here.changing(), on: here, status: 5)
            XCTAssertEqual(unknown["code"], "dailyKeyUnknown")
            // The service is gone: words and this computer.
            try login.stop()
            let removed = try Self.dailyKey(
                "remove", [alice, key] + here.oldWords + here.places + here.changing(), on: here)
            XCTAssertEqual(removed["keys"], [.string(key)])
            let keys = try await scene.client.viewAccessKeyList(of: try AccountId(alice), at: .final).value.keys
            XCTAssertFalse(keys.contains { $0.publicKey.description == key })
            XCTAssertEqual(try here.run("daily-key list", []).output, "")
            XCTAssertEqual(
                try Self.dailyKey("remove", [alice, "--all"] + here.places + here.changing(), on: here)["keys"], [])
        }
    }

    func testADailyKeyCallsItsContractWithoutLoginOrWords() throws {
        try withScene { scene in
            let (login, alice) = (try ShareServiceProcess(), "alice.test.near")
            let here = SharesComputer(scene: scene, login: login, name: "here")
            _ = try here.answer("create", [alice] + here.places + here.newWords + here.changing())
            let book = scene.bob.id
            try await scene.devnet.deploy(.guestBook, to: book)
            let (call, text) = ([alice, book.text, "add_message"], #"{"text": "from a daily key"}"#)
            let missing = try Self.dailyKey("call", call + [text] + here.vault + here.changing(), on: here, status: 5)
            XCTAssertEqual(missing["code"], "dailyKeyUnknown")
            XCTAssertTrue(missing["message"]?.stringValue?.contains("add_message") ?? false, "\(missing)")

            let added = try Self.dailyKey(
                "add",
                [alice, "--receiver", book.text, "--methods", "add_message"] + here.places
                    + scene.policy(deposit: "0.25 NEAR"), on: here)
            // The service is gone: the key alone signs.
            try login.stop()
            let called = try Self.dailyKey("call", call + [text] + here.vault + here.changing(), on: here)
            XCTAssertEqual(called["key"], added["key"])
            let hash = try CryptoHash(try XCTUnwrap(called["hash"]?.stringValue))
            let result = try await scene.client.transaction(
                hash, signerId: try AccountId(alice), waitUntil: .final)
            XCTAssertEqual(result.outcome?.transaction.publicKey.description, added["key"]?.stringValue)
            let messages = try await scene.client.callFunction(
                "get_messages", of: book, arguments: [:], at: .final)
            XCTAssertTrue(String(decoding: messages.value.result, as: UTF8.self).contains("from a daily key"))

            // A method that no permission names is refused before anything is signed.
            let other = [alice, book.text, "get_messages"]
            let unnamed = try Self.dailyKey("call", other + here.vault + here.changing(), on: here, status: 5)
            XCTAssertEqual(unnamed["code"], "dailyKeyUnknown")
            // A contract's refusal is the chain's.
            let failed = try Self.dailyKey(
                "call", call + [#"{"wrong": 1}"#] + here.vault + here.changing(), on: here, status: 8)
            XCTAssertEqual(failed["code"], "transaction-failed")
        }
    }

    func testWhatIsNoDailyKeyIsRefused() throws {
        let rows = [
            (["add", "a.near"], "--receiver"), (["add", "a.near"] + Self.wanted + ["--days", "366"], "1 to 365"),
            (["add", "a.near", "--receiver", "c.near", "--methods", ","], "a name is empty"),
            (["add", "a.near", "--receiver", "c.near", "--methods", "a,,b"], "a name is empty"),
            (["call", "a.near", "c.near", "add", "{"], "no JSON"), (["call", "a.near", "c.near"], "method"),
            (["remove", "a.near"], "--all"),
            (["remove", "a.near", "ed25519:CGuADEcovcQ6tBEFw3ZWwQ2WaFkYT8a27DTxB9Jrz2z8", "--all"], "--all"),
        ]
        for (words, said) in rows {
            let run = try CommandRun.run(["shares", "daily-key"] + words, ProcessInfo.processInfo.environment)
            XCTAssertEqual(run.status, 64, "\(words): \(run.errors)")
            XCTAssertTrue(run.errors.contains(said), "\(words): \(run.errors)")
        }
    }
}
