// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import NEARRPC
import NEARShares
import XCTest

@testable import NEARSharedKeys

/// The life of an account with a shared key by commands alone: against a devnet and `near-connect shares serve`.
///
/// The browser step is the program's own (`--browser fetch`): the identity provider of `serve` approves by itself.
final class SharesVerbTests: MainLoopTestCase {
    @MainActor
    private static func keys(of account: String, in scene: SigningScene) async throws -> [String] {
        try await scene.client.viewAccessKeyList(of: try AccountId(account), at: .final).value.keys
            .map { $0.publicKey.description }
    }

    func testAnAccountLivesByCommandsAlone() throws {
        try withScene { scene in
            let audit = scene.root.appending(path: "audit")
            let (login, carol) = (try ShareServiceProcess(["--audit", audit.path]), "carol.alice.test.near")
            let here = SharesComputer(scene: scene, login: login, name: "here")
            let made = try here.answer(
                "create",
                [carol, "--creator", "alice.test.near", "--deposit", "2 NEAR"] + here.places + here.newWords
                    + here.changing())
            XCTAssertEqual(made["state"], "active")
            let key = try XCTUnwrap(made["key"]?.stringValue)
            var keys = try await Self.keys(of: carol, in: scene)
            XCTAssertEqual(keys, [key])
            XCTAssertEqual(try String(contentsOf: here.words, encoding: .utf8).split(separator: " ").count, 24)
            let status = try here.answer("status", [])
            XCTAssertEqual(status["onChain"], true)
            XCTAssertEqual(status["strangeKeys"], [])
            XCTAssertEqual(status["drillDue"], false)
            // Ninety days pass.
            let records = ShareSetRecords(
                folder: scene.root.appending(path: "here/data/near-connect/default"),
                now: { Date().addingTimeInterval(-90 * 86_400) })
            try records.prove(
                try ShareWords(try String(contentsOf: here.words, encoding: .utf8)), of: try AccountId(carol),
                on: ExactText("devnet"))
            XCTAssertEqual(try here.answer("status", ["--offline"])["drillDue"], true)
            XCTAssertEqual(try here.answer("prove", [carol] + here.oldWords)["holders"], ["recovery"])
            XCTAssertEqual(try here.answer("status", ["--offline"])["drillDue"], false)
            // The login is saved; what the service did is in its list.
            let short = Array(here.places.prefix(6))
            XCTAssertEqual(try here.answer("sign-in", [carol] + short)["person"], "person-1")
            let events = try login.tell(#"{"events": true}"#)
            let calls = events["events"]?.arrayValue?.compactMap { $0["call"]?.stringValue } ?? []
            XCTAssertTrue(calls.contains("sign"), "\(calls)")
            let lines = try String(contentsOf: audit, encoding: .utf8).split(separator: "\n")
            XCTAssertEqual(try lines.map { try JSONValue.parse(Array($0.utf8)) }, events["events"]?.arrayValue)
            let mode = try FileManager.default.attributesOfItem(atPath: audit.path)[.posixPermissions] as? Int
            XCTAssertEqual(mode, 0o600)
            // Stolen: another key.
            let old = scene.root.appending(path: "old")
            try FileManager.default.copyItem(at: here.words, to: old)
            let rotated = try here.answer("rotate", [carol] + short + here.newWords + here.changing())
            keys = try await Self.keys(of: carol, in: scene)
            XCTAssertEqual(keys, [rotated["key"]?.stringValue])
            XCTAssertNotEqual(keys, [key])
            let wrong = try here.answer("prove", [carol] + here.oldWords, input: old, status: 13)
            XCTAssertEqual(wrong["code"], "wrongShare")
            XCTAssertTrue(wrong["message"]?.stringValue?.contains("was replaced on 20") ?? false, wrong.text)
            // The service is gone: words and this computer.
            try login.stop()
            XCTAssertEqual(
                try here.answer("sign-in", [carol] + short, status: 3)["code"], "loginUnavailable")
            XCTAssertEqual(
                try here.answer("recover", [carol, "--without-login"] + here.oldWords + short)["state"], "active")
            let own = try SecretKey.generate(.ed25519).publicKey.description
            _ = try here.answer("leave", [carol, own] + here.oldWords + short + here.changing())
            keys = try await Self.keys(of: carol, in: scene)
            XCTAssertEqual(keys, [own])
            XCTAssertEqual(try here.answer("sign-in", [carol] + short, status: 3)["code"], "loginUnavailable")
        }
    }

    /// A session that is kept opens the account, and a fresh login takes another one's place.
    func testAFreshLoginIsAskedForAlsoWhereASessionIsKept() throws {
        try withScene { scene in
            let (login, alice) = (try ShareServiceProcess(), "alice.test.near")
            let here = SharesComputer(scene: scene, login: login, name: "here")
            let made = try here.answer("create", [alice] + here.places + here.newWords + here.changing())
            _ = try here.answer("sign-in", [alice, "--keep-session"] + here.places)
            _ = try login.tell(#"{"person": "person-2"}"#)
            XCTAssertEqual(try here.answer("sign-in", [alice, "--keep-session"] + here.places)["person"], "person-1")
            let other = try here.answer("sign-in", [alice, "--fresh-login"] + here.places, status: 14)
            XCTAssertEqual(other["code"], "serviceRefused", other.text)
            // Taken over: the other login takes its place.
            let rotated = try here.answer(
                "rotate", [alice, "--fresh-login"] + here.oldWords + here.places + here.newWords + here.changing())
            XCTAssertNotEqual(rotated["key"], made["key"])
            XCTAssertEqual(
                try here.answer("sign-in", [alice, "--fresh-login"] + here.places)["person"], "person-2")
            let kept = try here.answer(
                "sign-in", [alice, "--keep-session", "--mode", "release"] + here.places, status: 64)
            XCTAssertTrue(kept["message"]?.stringValue?.contains("whoever has that place") ?? false, kept.text)
            let both = ["--fresh-login", "--without-login"]
            XCTAssertEqual(
                try here.answer("recover", [alice] + both + here.oldWords + here.places, status: 64)["code"], "usage")
            XCTAssertEqual(try here.answer("join", ["--fresh-login"] + here.vault, status: 64)["code"], "usage")
            try login.stop()
        }
    }

    func testANewComputerReplacesTheKeyAndTheOldOneFollows() throws {
        try withScene { scene in
            let (login, alice) = (try ShareServiceProcess(), "alice.test.near")
            let first = SharesComputer(scene: scene, login: login, name: "first")
            let second = SharesComputer(scene: scene, login: login, name: "second")
            // The account that there is gets the key from its present one, which the owner removes by himself.
            _ = try first.answer("create", [alice] + first.places + first.newWords + first.changing())
            XCTAssertEqual(
                try first.answer("status", [])["strangeKeys"], [.string(scene.alice.publicKey.description)])
            XCTAssertEqual(
                try second.answer("rotate", [alice] + second.places + second.newWords + second.changing(), status: 5)[
                    "code"], "keyUnknown")
            let none = try second.answer("recover", [alice] + second.oldWords + second.places, status: 12)
            XCTAssertEqual(none["code"], "shareMissing")
            let rotated = try second.answer(
                "rotate", [alice] + second.oldWords + second.places + second.newWords + second.changing())
            let owned = try second.answer("sign-in", [alice] + second.places)
            XCTAssertEqual(owned["key"], rotated["key"])
            XCTAssertEqual(owned["strangeKeys"], [.string(scene.alice.publicKey.description)])
            let gone = try first.answer("sign-in", [alice] + first.places, status: 8)
            XCTAssertEqual(gone["code"], "keysGone")
            // The first computer has no share of the new key; the words and another rotation bring it one.
            _ = try first.answer("recover", [alice] + first.oldWords + first.places, status: 12)
            let last = try first.answer(
                "rotate", [alice] + first.oldWords + first.places + first.newWords + first.changing())
            XCTAssertEqual(try first.answer("sign-in", [alice] + first.places)["key"], last["key"])
            try login.stop()
        }
    }

    /// Another key and a new file take the place of what nobody can open, where the service only signs.
    func testAForgottenPassphraseIsReplacedWithTheKey() throws {
        try withScene { scene in
            let (login, alice) = (try ShareServiceProcess(), "alice.test.near")
            var here = SharesComputer(scene: scene, login: login, name: "here")
            func isAside() throws -> Bool {
                try FileManager.default.subpathsOfDirectory(atPath: scene.root.path)
                    .contains { $0.hasSuffix("secrets.sealed.forgotten-1") }
            }
            _ = try here.answer("create", [alice] + here.places + here.newWords + here.changing())
            here.passphrase = "battery staple"
            let forgotten = [alice, "--forgotten-passphrase"] + here.oldWords
            XCTAssertEqual(try here.answer("sign-in", [alice] + here.places, status: 1)["code"], "vault")
            // What can't work moves nothing.
            XCTAssertEqual(try here.answer("recover", forgotten + here.places, status: 64)["code"], "usage")
            XCTAssertFalse(try isAside())
            let rotated = try here.answer("rotate", forgotten + here.places + here.newWords + here.changing())
            XCTAssertTrue(try isAside())
            XCTAssertEqual(try here.answer("sign-in", [alice] + here.places)["key"], rotated["key"])
            try login.stop()
        }
    }

    func testAnotherComputerGetsAShareOfItsOwn() throws {
        try withScene { scene in
            let (login, alice) = (try ShareServiceProcess(), "alice.test.near")
            let first = SharesComputer(scene: scene, login: login, name: "first")
            let second = SharesComputer(scene: scene, login: login, name: "second")
            let made = try first.answer("create", [alice] + first.places + first.newWords + first.changing())
            let join = try second.process("join", second.vault + ["--browser", "fetch"])
            let input = Pipe()
            join.standardInput = input
            let child = try LineChild(join)
            func next() async throws -> JSONValue {
                let line = try await child.next()
                try AnswerSchema.check(CommandRun(status: 0, output: line.text, errors: ""), of: "shares join")
                return line
            }
            let asked = try await next()
            let (request, number) = (asked["request"]?.stringValue ?? "", asked["number"]?.stringValue ?? "")
            let adding = [alice, request] + first.oldWords + first.vault + ["--browser", "fetch", "--number"]
            // Other digits: somebody has exchanged the request.
            let other = String(number.reversed())
            let refused = try first.answer("add-computer", adding + [other], status: 13)
            XCTAssertEqual(refused["code"], "numberDiffers")
            let answer = try first.answer("add-computer", adding + [number.replacing(" ", with: "")])
            XCTAssertEqual(answer["number"], .string(number))
            try input.fileHandleForWriting.write(contentsOf: Data("\(answer["answer"]?.stringValue ?? "")\n".utf8))
            let joined = try await next()
            XCTAssertEqual(child.end(), 0)
            XCTAssertEqual(joined["key"], made["key"])
            XCTAssertEqual(joined["holders"]?.arrayValue?.count, 4)
            // It knows the login from the other computer, and needs no words.
            let opened = try second.answer("sign-in", [alice] + second.vault + ["--browser", "fetch"])
            XCTAssertEqual(opened["key"], made["key"])
            XCTAssertEqual(try first.answer("sign-in", [alice] + first.places)["key"], made["key"])
            let status = try first.answer("status", ["--offline"])
            XCTAssertTrue(status["places"]?.arrayValue?.contains("on that computer") == true, status.text)
            // A text that is no request; and nobody answers.
            let wrong = try first.answer(
                "add-computer", [alice, "near-connect-computer:2"] + Array(adding.dropFirst(2)) + [number], status: 13)
            XCTAssertEqual(wrong["code"], "wrongShare")
            let gone = try second.process("join", second.vault)
            gone.standardInput = FileHandle.nullDevice
            let end = try CommandRun.run(gone)
            XCTAssertEqual(try AnswerSchema.check(end, of: "shares join").last?["code"], "cancelled", end.output)
            try login.stop()
        }
    }

    func testAnImplicitAccountIsOpenOnceItHasADeposit() throws {
        try withScene { scene in
            let login = try ShareServiceProcess()
            let here = SharesComputer(scene: scene, login: login, name: "here")
            let release = here.places + ["--mode", "release"]
            let made = try here.answer("create", release + here.newWords + here.changing())
            XCTAssertEqual(made["state"], "pending")
            let account = try XCTUnwrap(made["account"]?.stringValue)
            XCTAssertEqual(account.utf8.count, 64)
            _ = try here.answer("sign-in", [account] + here.places, status: 5)
            let sent = try scene.run(
                ["send", account, "1 NEAR", "--signer", "alice.test.near"] + scene.policy(deposit: "1 NEAR"))
            XCTAssertEqual(sent.status, 0, sent.errors)
            XCTAssertEqual(try here.answer("sign-in", [account] + here.places)["state"], "active")
            // A service that gives its share: a new computer has one at once.
            let other = SharesComputer(scene: scene, login: login, name: "other")
            _ = try other.answer("recover", [account] + other.oldWords + release)
            _ = try other.answer("sign-in", [account] + release)
            try login.stop()
        }
    }

    func testWrongWordsAndPlacesAreRefused() throws {
        try withScene { scene in
            let login = try ShareServiceProcess()
            let here = SharesComputer(scene: scene, login: login, name: "here")
            let (account, words) = ("alice.test.near", scene.root.appending(path: "wrong"))
            @MainActor func wrong(_ text: String, line: UInt = #line) throws -> String {
                try Data(text.utf8).write(to: words)
                let answer = try here.answer(
                    "prove", [account] + here.oldWords, input: words, status: 13, line: line)
                return answer["message"]?.stringValue ?? ""
            }
            let ours =
                "people good pioneer veteran pave garden nothing half dice victory rival prevent culture expect december pistol width awesome myself market sting below outside"
            XCTAssertTrue(try wrong(ours).contains("23"))
            XCTAssertTrue(try wrong(ours + " sadnes").contains("Word 24"))
            XCTAssertTrue(try wrong(ours + " good").contains("don’t belong together"))
            XCTAssertTrue(
                try wrong(String(repeating: "abandon ", count: 11) + "about").contains("seed phrase"))
            XCTAssertTrue(try wrong("a\nb\nc").contains("one or two"))
            let answer = try here.answer("prove", [account] + here.oldWords, status: 13)
            XCTAssertEqual(answer["code"], "wrongShare")
            try Data((ours + " sadness").utf8).write(to: words)
            XCTAssertEqual(
                try here.answer("prove", [account] + here.oldWords, input: words, status: 5)["code"], "keyUnknown")
            XCTAssertEqual(
                try here.answer("sign-in", [account, "--secrets", "sealed-file", "--passphrase", "fd:4"], status: 64)[
                    "code"], "loginMissing")
            // Nobody is there to see new words.
            let unseen = try here.answer("create", here.places + here.changing(), status: 64)
            XCTAssertTrue(unseen["message"]?.stringValue?.contains("--words-to") ?? false, unseen.text)
            // Another program than the one that may sign in: the login says no, and nothing was begun.
            let refused = try here.answer(
                "create", here.places + ["--client", "other"] + here.newWords + here.changing(), status: 3)
            XCTAssertEqual(refused["code"], "loginUnavailable")
            try login.stop()
        }
    }
}
