// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import XCTest

/// Transactions that are prepared on one computer, signed on another one without a network, and sent by the first.
final class OfflineVerbTests: MainLoopTestCase {
    /// The network's name alone: nothing that could be asked.
    private static let offline = ["--network", "devnet"]

    @MainActor
    private static func prepare(_ scene: SigningScene, to file: String) throws -> JSONValue {
        try scene.json([
            "send", "bob.test.near", "1 NEAR", "--signer", "alice.test.near", "--public-key",
            "\(scene.alice.publicKey)", "--unsigned", file,
        ])
    }

    func testATransactionIsPreparedSignedWithoutANetworkAndSentOnce() throws {
        try withScene { scene in
            let (unsigned, signed) = (scene.root.appending(path: "u").path, scene.root.appending(path: "s").path)
            let before = try await scene.balance(of: scene.bob)
            let prepared = try Self.prepare(scene, to: unsigned)
            let run = try scene.runInTerminal(
                ["sign-transaction", "@\(unsigned)", "--output", signed, "--json"], address: Self.offline, typing: "yes"
            )
            XCTAssertEqual(run.status, 0, run.output)
            // The user saw what it is.
            XCTAssertTrue(run.output.contains("bob.test.near") && run.output.contains("1 NEAR"), run.output)
            // Behind the question, on the terminal's line.
            let said = try JSONValue.parse(
                run.output.drop { $0 != "{" }.trimmingCharacters(in: .whitespacesAndNewlines))
            XCTAssertTrue(try SigningScene.isDescribed(said, of: ["sign-transaction"]), said.text)
            XCTAssertEqual(said["hash"], prepared["hash"])
            let unchanged = try await scene.balance(of: scene.bob)
            XCTAssertEqual(unchanged, before)
            XCTAssertEqual(try scene.history().count, 0)

            for _ in 0..<2 {
                let sent = try scene.json(["send-signed", "@\(signed)"])
                XCTAssertEqual(sent["hash"], prepared["hash"])
                XCTAssertEqual(sent["state"]?.stringValue, "succeeded")
            }
            let after = try await scene.balance(of: scene.bob)
            XCTAssertEqual(after, try before.adding(try NEARToken("1 NEAR")))
            XCTAssertEqual(try scene.history().first?["state"]?.stringValue, "confirmed")
        }
    }

    func testNothingIsSignedWithoutAYesOrByAnotherKey() throws {
        try withScene { scene in
            let (unsigned, signed) = (scene.root.appending(path: "u").path, scene.root.appending(path: "s").path)
            _ = try Self.prepare(scene, to: unsigned)
            let sign = ["sign-transaction", "@\(unsigned)", "--output", signed]
            XCTAssertEqual(try scene.runInTerminal(sign, address: Self.offline, typing: "no").status, 6)
            XCTAssertEqual(try scene.run(sign, address: Self.offline).status, 64)
            let bob = scene.root.appending(path: ".near-credentials/devnet/bob.test.near.json").path
            let other = try scene.runInTerminal(sign + ["--key", bob], address: Self.offline, typing: "yes")
            XCTAssertEqual(other.status, 7, other.output)
            XCTAssertFalse(FileManager.default.fileExists(atPath: signed))
        }
    }

    func testWhatWasAlteredIsNotSent() throws {
        try withScene { scene in
            let (unsigned, signed) = (scene.root.appending(path: "u").path, scene.root.appending(path: "s").path)
            _ = try Self.prepare(scene, to: unsigned)
            let run = try scene.runInTerminal(
                ["sign-transaction", "@\(unsigned)", "--output", signed], address: Self.offline, typing: "yes")
            XCTAssertEqual(run.status, 0, run.output)
            let text = try String(contentsOfFile: signed, encoding: .utf8).trimmingCharacters(in: .newlines)
            var bytes = try XCTUnwrap(Base64.decode(text))
            // The last byte of the amount: 1 NEAR becomes much more.
            bytes[bytes.count - 66] ^= 1
            let altered = try scene.run(["send-signed", Base64.encode(bytes)])
            XCTAssertEqual(altered.status, 64)
            XCTAssertTrue(altered.errors.contains("altered"), altered.errors)
            for text in ["", "AAAA", "not base64!", "@\(unsigned)"] {
                XCTAssertEqual(try scene.run(["send-signed", text]).status, 64, text)
            }
            for words in [["--unsigned", "f"], ["--public-key", "\(scene.alice.publicKey)"]] {
                XCTAssertEqual(try scene.run(["send", "bob.test.near", "1 NEAR"] + words).status, 64, "\(words)")
            }
            let nonce = try await scene.nonce(of: scene.alice)
            XCTAssertEqual(nonce, 0)
        }
    }
}
