// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import XCTest

/// Shared keys as a user makes and opens them: in a terminal, where words and passphrases are typed.
final class SharesTerminalTests: MainLoopTestCase {
    private static let passphrase = "correct horse"

    @MainActor
    private static func run(_ words: [String], in scene: SigningScene) throws -> TerminalRun {
        var environment = scene.environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = nil
        environment["LC_ALL"] = "C.UTF-8"
        return try TerminalRun(
            [try CommandRun.executable().path, "shares"] + words + scene.address, environment)
    }

    /// Returns the words of a numbered table.
    private static func words(in text: String) -> [String] {
        text.matches(of: #/\d+\. ([a-z]+)/#).map { String($0.1) }
    }

    @MainActor
    private static func made(in scene: SigningScene, _ login: ShareServiceProcess) throws -> [String] {
        let run = try run(
            [
                "create", "carol.alice.test.near", "--creator", "alice.test.near", "--deposit", "2 NEAR", "--browser",
                "fetch", "--mode", "release", "--issuer", login.issuer, "--service", login.service,
            ], in: scene)
        // Refused at once, not after it was typed again.
        try run.answer("New passphrase for the sealed file: ", "")
        try run.wait(for: "is empty. Choose one that nobody can guess.")
        try run.answer("New passphrase for the sealed file: ", String(repeating: "long ", count: 200_000))
        try run.wait(for: "is too long: a terminal and other programs would cut it.")
        try run.answer("New passphrase for the sealed file: ", passphrase)
        try run.answer("The same again: ", passphrase + "s")
        try run.wait(for: "the two differ")
        try run.answer("New passphrase for the sealed file: ", passphrase)
        try run.answer("The same again: ", passphrase)
        let question = "Type the words back; an empty line leaves: "
        let before = try run.wait(for: "23. ") + run.wait(for: "Type")
        let words = words(in: before)
        XCTAssertEqual(words.count, 24, before)
        try run.answer(String(question.dropFirst(4)), words.dropLast().joined(separator: " "))
        try run.wait(for: "A share has 24 words, not 23 words.")
        // A letter more: the word is named by its place, with those that may be meant.
        let typed = words.dropLast() + [words[23] + "x"]
        try run.answer(question, typed.joined(separator: " "))
        XCTAssertTrue(try run.wait(for: "Did you mean “").contains("Word 24 isn’t"))
        XCTAssertTrue(try run.wait(for: "”?").contains(words[23]))
        try run.answer(question, String(repeating: "zoo ", count: 24))
        try run.wait(for: "don’t belong together")
        try run.answer(question, String(repeating: "word ", count: 200_000))
        try run.wait(for: "too long for 24 words")
        // As from a sheet that was read aloud.
        try run.answer(question, " " + words.joined(separator: "  ").uppercased())
        try run.answer("Write “yes” to sign it: ", "yes")
        XCTAssertEqual(try run.end(), 0, run.shown)
        XCTAssertTrue(run.shown.contains("carol.alice.test.near\topen\ted25519:"), run.shown)
        // Shown once, in the table, and never as they were typed.
        XCTAssertFalse(run.shown.contains(passphrase))
        XCTAssertFalse(run.shown.lowercased().contains(words.prefix(3).joined(separator: " ")), run.shown)
        XCTAssertFalse(run.shown.contains("long long"))
        return words
    }

    func testWordsAndPassphrasesAreTypedUnseen() throws {
        try withScene { scene in
            let login = try ShareServiceProcess()
            let words = try Self.made(in: scene, login)
            let carol = "carol.alice.test.near"
            // A passphrase mistyped is asked for again, three times in all.
            var run = try Self.run(["sign-in", carol, "--browser", "fetch"], in: scene)
            try run.answer("Passphrase of the sealed file: ", "")
            try run.answer("Passphrase of the sealed file: ", String(repeating: "x", count: 1_000_000))
            try run.answer("Passphrase of the sealed file: ", Self.passphrase)
            XCTAssertEqual(try run.end(), 0, run.shown)
            XCTAssertTrue(run.shown.contains("Opened with the login of"), run.shown)
            run = try Self.run(["sign-in", carol, "--browser", "fetch"], in: scene)
            for _ in 0..<3 { try run.answer("Passphrase of the sealed file: ", "wrong") }
            XCTAssertEqual(try run.end(), 1, run.shown)
            XCTAssertTrue(run.shown.contains("recover it with a new file, or replace the key"), run.shown)
            // Forgotten: the file is kept, and a new one with another passphrase gets this computer's share.
            run = try Self.run(["recover", carol, "--forgotten-passphrase", "--browser", "fetch"], in: scene)
            try run.answer("The 24 words: ", words.joined(separator: " "))
            try run.wait(for: "secrets.sealed.forgotten-1.")
            for question in ["New passphrase for the sealed file: ", "The same again: "] {
                try run.answer(question, "battery staple")
            }
            XCTAssertEqual(try run.end(), 0, run.shown)
            run = try Self.run(["sign-in", carol, "--browser", "fetch"], in: scene)
            try run.answer("Passphrase of the sealed file: ", "battery staple")
            XCTAssertEqual(try run.end(), 0, run.shown)
            // Words are asked for until they are a share.
            run = try Self.run(["prove", carol], in: scene)
            try run.answer("The 24 words: ", "hello")
            try run.wait(for: "A share has 24 words, not 1 word.")
            try run.answer("The 24 words: ", words.joined(separator: " "))
            XCTAssertEqual(try run.end(), 0, run.shown)
            XCTAssertFalse(run.shown.contains(words[0]), run.shown)
            // An empty line, the end of input and Ctrl-C give up, each in its way.
            for (typed, status) in [("", 6), ("\u{4}", 6), ("\u{3}", 130)] as [(String, Int32)] {
                run = try Self.run(["prove", carol], in: scene)
                try run.answer("The 24 words: ", typed)
                XCTAssertEqual(try run.end(), status, "\(typed.debugDescription): \(run.shown)")
                XCTAssertEqual(run.shown.contains("It was cancelled."), status == 6, run.shown)
            }
            try login.stop()
        }
    }

    func testATerminalShowsAgainWhatIsTypedAfterCtrlC() throws {
        try withScene { scene in
            let program = try CommandRun.executable().path
            let words = (["shares", "prove", "carol.test.near"] + scene.address).joined(separator: " ")
            let run = try TerminalRun(
                ["/bin/bash", "-c", "trap : INT; \(program) \(words); stty -a; echo over"], scene.environment)
            try run.answer("The 24 words: ", "\u{3}")
            XCTAssertEqual(try run.end(), 0, run.shown)
            XCTAssertTrue(run.shown.contains("over"), run.shown)
            XCTAssertTrue(run.shown.contains(" echo "), run.shown)
            XCTAssertTrue(run.shown.contains("\nisig "), run.shown)
        }
    }

    func testAProfileWithoutSharedKeysSaysSo() throws {
        try withScene { scene in
            let run = try scene.run(["shares", "status"])
            XCTAssertEqual(run.status, 0)
            XCTAssertEqual(run.output, "")
            XCTAssertTrue(run.errors.contains("no shared key on devnet. “near-connect shares create” makes one."))
        }
    }
}
