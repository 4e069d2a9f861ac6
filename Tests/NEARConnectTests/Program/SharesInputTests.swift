// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARPrimitives
import XCTest

/// Bad words, passphrases, accounts and records at the verbs, each of which is refused by what is wrong with it.
final class SharesInputTests: MainLoopTestCase {
    private static let ours =
        "people good pioneer veteran pave garden nothing half dice victory rival prevent culture expect december pistol width awesome myself market sting below outside sadness"
    /// The login's share of the same set.
    private static let login =
        "input flash trade supply catalog young nice fruit pulp insect inform situate fossil vacuum garage inspire cancel fashion excuse fold amused arrange milk chest"
    private static let tkey =
        "hint orphan original jump prevent pond half destroy smart seminar wasp power jungle bunker alley large wise siren face lawn hole beef brain catch"

    /// Returns the words of 32 bytes with a share's checksum, whatever the bytes are.
    private static func words(_ bytes: [UInt8]) -> String {
        let all = bytes + [SHA2.sha256(Array("near-connect share 1".utf8) + bytes)[0]]
        let bits = all.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        return (0..<24).map { word in
            BIP39EnglishWords.list[bits[word * 11..<word * 11 + 11].reduce(0) { $0 << 1 | Int($1) }]
        }.joined(separator: " ")
    }

    private static func number(_ first: UInt8, holder: UInt8) -> [UInt8] {
        [first] + [UInt8](repeating: 0, count: 30) + [holder << 5]
    }

    /// Texts that are no share, and what is said of each.
    private static var refused: [(String, String)] {
        let order: [UInt8] =
            [
                0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE, 0x14,
            ] + [UInt8](repeating: 0, count: 15) + [0x10 | 3 << 5]
        let list = ours.split(separator: " ").map(String.init)
        return [
            ("", "one or two"), (" \n\t\n", "one or two"), ("a\nb\nc", "one or two"),
            (list.dropLast().joined(separator: " "), "24 words, not 23 words"),
            (ours + " sadness", "24 words, not 25 words"),
            (list.prefix(12).joined(separator: " "), "24 words, not 12 words"),
            (ours.replacing("sadness", with: "sadnes"), "Word 24 isn’t"),
            (ours.replacing("sadness", with: "good"), "don’t belong together"),
            (String(repeating: "ábaco ", count: 24), "Word 1 isn’t"),
            (String(repeating: "あいこくしん\u{3000}", count: 24), "Word 1 isn’t"),
            (list.dropLast().joined(separator: " ") + " abaisser", "Word 24 isn’t"),
            (list.dropLast().joined(separator: " ") + " sаdness", "Word 24 isn’t"),  // A Cyrillic letter.
            ("people\u{0}good " + ours, "24 words, not 26 words"),
            (String(repeating: "abandon ", count: 11) + "about", "seed phrase"),
            (String(repeating: "abandon ", count: 23) + "art", "seed phrase"),
            (tkey, "Web3Auth (tKey)"), (words(number(5, holder: 0)), "These words are no share"),
            (words(number(0, holder: 3)), "These words are no share"), (words(order), "These words are no share"),
            (String(repeating: "people ", count: 150_000), "too long for 24 words"),
        ]
    }

    @MainActor
    private static func computer(_ scene: SigningScene, _ login: ShareServiceProcess) -> SharesComputer {
        SharesComputer(scene: scene, login: login, name: "here")
    }

    func testWordsThatAreNoShareAreRefusedByName() throws {
        try withScene { scene in
            let login = try ShareServiceProcess()
            let (here, file) = (Self.computer(scene, login), scene.root.appending(path: "given"))
            for (text, said) in Self.refused {
                try Data(text.utf8).write(to: file)
                let answer = try here.answer("prove", ["alice.test.near"] + here.oldWords, input: file, status: 13)
                XCTAssertEqual(answer["code"], "wrongShare", text.prefix(60).description)
                let message = answer["message"]?.stringValue ?? ""
                XCTAssertTrue(message.contains(said), "\(text.prefix(60)): \(message)")
            }
            // As people type and programs paste: these are read, and belong to no account here.
            let blanks = ["\u{A0}", "\u{2003}", "\u{202F}", "\u{3000}", "\u{200B}", "\t "]
            let texts =
                [Self.ours.uppercased(), Self.ours + "\r\n"] + blanks.map { Self.ours.replacing(" ", with: $0) }
            for text in texts {
                try Data(text.utf8).write(to: file)
                let answer = try here.answer("prove", ["alice.test.near"] + here.oldWords, input: file, status: 5)
                XCTAssertEqual(answer["code"], "keyUnknown", text.debugDescription)
            }
            for account in ["", "A b", "a..b", "-", String(repeating: "a", count: 65), "café.near"] {
                let run = try here.run("prove", ["--", account], input: file)
                XCTAssertEqual(run.status, 64, "\(account): \(run.errors)")
            }
            try login.stop()
        }
    }

    func testPairsThatDoNotFitAreRefusedAndTheOwnersOpen() throws {
        try withScene { scene in
            let (login, alice) = (try ShareServiceProcess(), "alice.test.near")
            var here = Self.computer(scene, login)
            let create = { [alice] + here.places + here.newWords + (try here.changing()) }
            for (passphrase, said) in [("", "is empty"), (String(repeating: "x", count: 1 << 20), "is too long")] {
                here.passphrase = passphrase
                let answer = try here.answer("create", try create(), status: 1)
                XCTAssertEqual(answer["code"], "vault")
                XCTAssertTrue(answer["message"]?.stringValue?.contains(said) ?? false, answer.text)
            }
            here.passphrase = "correct horse"
            _ = try here.answer("create", try create())
            let (own, file) = (try String(contentsOf: here.words, encoding: .utf8), scene.root.appending(path: "pair"))
            let other = SharesComputer(scene: scene, login: login, name: "other")
            // On the computer that has the set and on one that has nothing: equal shares, and those of another set.
            for computer in [here, other] {
                for (pair, said) in [
                    (own + own, "Both shares are those of"), (own + Self.login, "belongs to the account’s key"),
                    (Self.ours + "\n" + Self.login, "belongs to the account’s key"),
                ] {
                    try Data(pair.utf8).write(to: file)
                    let answer = try computer.answer(
                        "recover", [alice, "--without-login"] + computer.oldWords + computer.places, input: file,
                        status: 13)
                    XCTAssertEqual(answer["code"], "wrongShare")
                    XCTAssertTrue(answer["message"]?.stringValue?.contains(said) ?? false, "\(pair): \(answer.text)")
                }
                // The right words typed for another account.
                try Data(own.utf8).write(to: file)
                _ = try computer.answer(
                    "recover", ["bob.test.near", "--without-login"] + computer.oldWords + computer.places, input: file,
                    status: 5)
            }
            XCTAssertEqual(try here.answer("sign-in", [alice] + here.places)["state"], "active")
            try login.stop()
        }
    }

    /// A set is a line, so its record can't say another threshold: one with a third point is no set.
    ///
    /// The last change is a slope of order 4 (y = 0): a random one is a point of the group once in 16 times.
    func testARecordOfAnotherThresholdIsKeptAndReported() throws {
        try withScene { scene in
            let (login, alice) = (try ShareServiceProcess(), "alice.test.near")
            let here = Self.computer(scene, login)
            _ = try here.answer("create", [alice] + here.places + here.newWords + here.changing())
            let data = scene.root.appending(path: "here/data/near-connect/default")
            let file = data.appending(path: "shared-keys.json")
            let good = try Data(contentsOf: file)
            let text = String(decoding: good, as: UTF8.self)
            let set = try XCTUnwrap(
                try JSONValue.parse(Array(good))["sets"]?.arrayValue?.first?["set"]?.stringValue)
            let bytes = try Base58.decode(set)
            for changed in [
                bytes + bytes[34...], [2] + bytes.dropFirst(), bytes.prefix(34) + Array(repeating: 0, count: 32),
            ] {
                try Data(text.replacing(set, with: Base58.encode(Array(changed))).utf8).write(to: file)
                let run = try here.run("status", ["--offline"])
                XCTAssertEqual(run.status, 0, run.errors)
                XCTAssertEqual(run.output, "")
                XCTAssertTrue(run.errors.contains("The shares are where they were"), run.errors)
                let kept = try FileManager.default.contentsOfDirectory(atPath: data.path)
                    .filter { $0.hasPrefix("shared-keys") && $0 != "shared-keys.json" && !$0.hasSuffix(".lock") }
                XCTAssertFalse(kept.isEmpty)
            }
            // The file put right again, the two shares open the account.
            try good.write(to: file)
            XCTAssertEqual(try here.answer("sign-in", [alice] + here.places)["state"], "active")
            try login.stop()
        }
    }
}
