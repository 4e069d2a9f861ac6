// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARPrimitives
import NEARSharedKeys
import XCTest

@testable import NEARConnectPeers

/// Commands on shared keys that log all that happens: no word, no token and no share is in it.
final class SharesSecretTests: MainLoopTestCase {
    func testNothingSecretIsPrintedOrLoggedOrInAFile() throws {
        try withScene { scene in
            let (login, carol) = (try ShareServiceProcess(), "carol.alice.test.near")
            let here = SharesComputer(scene: scene, login: login, name: "here")
            var (shown, secrets) = ("", ["correct horse"])
            @MainActor func run(_ verb: String, _ words: [String], status: Int32 = 0) throws {
                let run = try here.run(verb, words + ["--verbose"])
                XCTAssertEqual(run.status, status, "\(verb): \(run.errors)")
                shown += run.output + run.errors
                let text = try String(contentsOf: here.words, encoding: .utf8)
                guard !text.isEmpty else { return }
                let packed = try ShareWords(text).share.packed.withUnsafeBytes { Array($0) }
                secrets += [
                    text.split(separator: " ").prefix(3).joined(separator: " "), Base64.encode(packed),
                    Base64.encodeForAddress(packed), Base58.encode(packed), Hexadecimal.encode(packed),
                ]
            }
            try run(
                "create",
                [carol, "--creator", "alice.test.near", "--deposit", "2 NEAR"] + here.places + here.newWords
                    + here.changing())
            let short = Array(here.places.prefix(6))
            try run("sign-in", [carol, "--keep-session"] + short)
            try run("prove", [carol] + here.oldWords)
            try run("recover", [carol, "--without-login"] + here.oldWords + short)
            try run("rotate", [carol] + short + here.newWords + here.changing())
            try run("sign-in", [carol, "--keep-session"] + short)
            try run("sign-out", [carol] + short)
            try run("sign-in", [carol, "--keep-session"] + short)
            try run("status", [])
            XCTAssertTrue(shown.contains("debug"), "it was logged")
            XCTAssertEqual(secrets.count, 1 + 5 * 9)
            // The beginning of each token: {" in base64url, as an object begins.
            let tokens =
                ["eyJ", "refresh_token", "id_token", "code_verifier"] + OpaqueToken.allCases.map(\.rawValue)
            for secret in secrets + tokens { XCTAssertFalse(shown.contains(secret), secret) }
            let folder = scene.root.appending(path: "here")
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path != "passphrase" {
                let content = FileManager.default.contents(atPath: folder.appending(path: path).path) ?? Data()
                let text = String(decoding: content, as: UTF8.self)
                for secret in secrets + tokens { XCTAssertFalse(text.contains(secret), "\(path): \(secret)") }
            }
            try login.stop()
        }
    }
}
