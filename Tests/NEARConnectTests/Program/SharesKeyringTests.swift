// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARPrimitives
import XCTest

/// Shared keys in a real keyring that is killed, away, locked, and started again while commands run.
final class SharesKeyringTests: MainLoopTestCase {
    func testAKeyringThatRestartsInTheMiddleLosesNothing() throws {
        try withScene { scene in
            let (login, carol, keyring) = (try ShareServiceProcess(), "carol.alice.test.near", try TestKeyring())
            try await keyring.start()
            var here = SharesComputer(scene: scene, login: login, name: "here")
            here.bus = keyring.bus.address
            let making = [carol, "--creator", "alice.test.near", "--deposit", "2 NEAR"]
            // Killed while the words are typed back: this computer's share is there already.
            let made = try await Self.restarting(
                keyring, during: "create", making + here.places + here.newWords + here.changing(), on: here)
            XCTAssertEqual(made["state"], "active")
            XCTAssertEqual(made["places"]?[1], "the desktop’s keyring")
            let opened = try here.answer("sign-in", [carol] + here.places)
            XCTAssertEqual(opened["key"], made["key"])
            // The new key signs after the restart, in the same process, by a share that the first daemon took.
            let rotated = try await Self.restarting(
                keyring, during: "rotate", [carol] + here.places + here.newWords + here.changing(), on: here)
            XCTAssertNotEqual(rotated["key"], made["key"])
            XCTAssertEqual(try here.answer("sign-in", [carol] + here.places)["key"], rotated["key"])
            // Away: said, and nothing is lost.
            try await keyring.kill()
            let away = try here.answer("sign-in", [carol] + here.places, status: 1)
            XCTAssertEqual(away["code"], "vault", away.text)
            XCTAssertEqual(try here.answer("status", [])["onChain"], true)
            // Nothing is begun, nor put into another place than the one that was named.
            let next = ["dave.alice.test.near"] + making.dropFirst()
            let refused = try here.answer(
                "create", next + here.places + here.newWords + here.changing(), status: 1)
            XCTAssertEqual(refused["code"], "vault", refused.text)
            XCTAssertEqual(try here.answer("status", [])["account"], .string(carol))
            let sealed = scene.root.appending(path: "here/data/near-connect/default/secrets.sealed")
            XCTAssertFalse(FileManager.default.fileExists(atPath: sealed.path))
            // Locked, with nobody to ask: said as well.
            try await keyring.start(unlocked: false)
            let locked = try here.answer("sign-in", [carol] + here.places, status: 1)
            XCTAssertEqual(locked["code"], "vault", locked.text)
            try await keyring.kill()
            try await keyring.start()
            XCTAssertEqual(try here.answer("sign-in", [carol] + here.places)["key"], rotated["key"])
            // Away for good: the words and the login go on in another place, with another key.
            try await keyring.kill()
            let other = SharesComputer(scene: scene, login: login, name: "other")
            let moved = try other.answer(
                "rotate", [carol] + other.places + other.oldWords + other.newWords + other.changing())
            XCTAssertNotEqual(moved["key"], rotated["key"])
            try login.stop()
            try await keyring.stop()
        }
    }

    /// Keeps the shares of two keyrings apart, of which one serves at a time; none opens by itself.
    func testAShareInAnotherKeyringIsMissedAndNeverMixedUp() throws {
        try withScene { scene in
            let (login, carol, keyring) = (try ShareServiceProcess(), "carol.alice.test.near", try TestKeyring())
            try await keyring.start()
            var here = SharesComputer(scene: scene, login: login, name: "here")
            here.bus = keyring.bus.address
            let made = try here.answer(
                "create",
                [carol, "--creator", "alice.test.near", "--deposit", "2 NEAR"] + here.places + here.newWords
                    + here.changing())
            // The other one has no share, and is told apart from a lost account.
            try await keyring.kill()
            try await keyring.start(keyrings: "other")
            let missed = try here.answer("sign-in", [carol] + here.places, status: 12)
            XCTAssertEqual(missed["code"], "shareMissing", missed.text)
            // Words and login make another key, whose share is in this one.
            let rotated = try here.answer(
                "rotate", [carol] + here.oldWords + here.places + here.newWords + here.changing())
            XCTAssertNotEqual(rotated["key"], made["key"])
            XCTAssertEqual(try here.answer("sign-in", [carol] + here.places)["key"], rotated["key"])
            // The first one has the share of the old key, which opens nothing any more.
            try await keyring.kill()
            try await keyring.start()
            let old = try here.answer("sign-in", [carol] + here.places, status: 12)
            XCTAssertEqual(old["code"], "shareMissing", old.text)
            // The words and the login go on there, too; the other one's share is worthless then.
            let last = try here.answer(
                "rotate", [carol] + here.oldWords + here.places + here.newWords + here.changing())
            XCTAssertEqual(try here.answer("sign-in", [carol] + here.places)["key"], last["key"])
            try await keyring.kill()
            try await keyring.start(keyrings: "other")
            _ = try here.answer("sign-in", [carol] + here.places, status: 12)
            try login.stop()
            try await keyring.stop()
        }
    }

    /// Two profiles of one user have one keyring, in which a further computer's share would be the second one.
    func testOneKeyringGetsNoSecondShareOfASetFromAnotherProfile() throws {
        try withScene { scene in
            let (login, keyring) = (try ShareServiceProcess(), try TestKeyring())
            try await keyring.start()
            var here = SharesComputer(scene: scene, login: login, name: "here")
            here.bus = keyring.bus.address
            let carol = "carol.alice.test.near"
            let made = try here.answer(
                "create",
                [carol, "--creator", "alice.test.near", "--deposit", "2 NEAR"] + here.places + here.newWords
                    + here.changing())
            let work = ["--profile", "work"]
            let join = try here.process("join", here.vault + work + ["--browser", "fetch"])
            let input = Pipe()
            join.standardInput = input
            let child = try LineChild(join)
            let asked = try await child.next()
            let answer = try here.answer(
                "add-computer",
                [carol, asked["request"]?.stringValue ?? ""] + here.oldWords + here.vault
                    + ["--browser", "fetch", "--number", asked["number"]?.stringValue ?? ""])
            try input.fileHandleForWriting.write(contentsOf: Data("\(answer["answer"]?.stringValue ?? "")\n".utf8))
            let refused = try await child.next()
            XCTAssertEqual(refused["code"], "place", refused.text)
            XCTAssertEqual(child.end(), 1)
            XCTAssertEqual(try here.answer("sign-in", [carol] + here.places)["key"], made["key"])
            let there = try here.run("status", work + ["--offline"])
            XCTAssertEqual(there.status, 0, there.errors)
            XCTAssertEqual(there.output, "", "the profile has no shared key")
            try login.stop()
            try await keyring.stop()
        }
    }

    /// Runs a command, and restarts the keyring while the new words are shown.
    @MainActor
    private static func restarting(
        _ keyring: TestKeyring, during verb: String, _ words: [String], on computer: SharesComputer
    ) async throws -> JSONValue {
        var computer = computer
        let hold = computer.scene.root.appending(path: "hold-\(verb)")
        computer.hold = hold
        let shown = URL(fileURLWithPath: computer.words.path + ".new")
        let process = try computer.process(verb, words)
        let task = Task { try await CommandRun.inBackground(process) }
        while !FileManager.default.fileExists(atPath: shown.path) { await MainLoop.turn() }
        try await keyring.kill()
        try await keyring.start()
        XCTAssertTrue(FileManager.default.createFile(atPath: hold.path, contents: nil))
        let run = try await task.value
        XCTAssertEqual(run.status, 0, "\(verb): \(run.output) \(run.errors)")
        return try XCTUnwrap(try AnswerSchema.check(run, of: "shares \(verb)").last)
    }
}
