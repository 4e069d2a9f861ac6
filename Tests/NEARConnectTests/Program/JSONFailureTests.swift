// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARPrimitives
import XCTest

/// Failures that a command finds before it asks anybody, and after: an object with `--json`, by the one table.
final class JSONFailureTests: MainLoopTestCase {
    func testWhatIsMissingIsAnObjectOfTheCommandLine() throws {
        try withScene { scene in
            let signer = ["--signer", "alice.test.near"]
            let send = ["send", "bob.test.near", "1 NEAR"]
            let policy = try scene.policy(deposit: "1 NEAR")
            let nowhere = "\(scene.root.path)/nowhere"
            for (words, says) in [
                // No policy and no terminal; no key; no such policy; no such key file.
                (send + signer, "--approve"), (send + policy + ["--signer", "carol.test.near"], "--key"),
                (send + signer + ["--approve", nowhere], nowhere),
                (send + signer + policy + ["--key", nowhere], nowhere),
                (["sign-message", "x", "--recipient", "r"] + signer, "--approve"),
                (["keys", "export", "carol.test.near", "--output", nowhere], "carol.test.near"),
                (["keys", "import", "alice.test.near"], "--key"), (["deploy", nowhere] + signer, nowhere),
                (["relay", "!"] + signer, "delegate action"), (["view", "a.near", "m", "{"], "line 1"),
            ] {
                let address = words[0] == "keys" && words[1] != "import" ? ["--network", "devnet"] : scene.address
                let answer = try scene.json(words, address: address, status: 64)
                XCTAssertEqual(answer["code"]?.stringValue, "usage", answer.text)
                XCTAssertEqual(answer["network"]?.stringValue, "devnet", answer.text)
                XCTAssertTrue(answer["message"]?.stringValue?.contains(says) ?? false, answer.text)
            }
        }
    }

    func testWhatTheChainSaysOfAKeyIsNoFaultOfTheCommandLine() throws {
        try withScene { scene in
            let key = scene.root.appending(path: ".near-credentials/devnet/alice.test.near.json").path
            let other = scene.root.appending(path: "other")
            let wrong = try scene.json(
                ["keys", "import", "bob.test.near", "--key", key, "--credentials", other.path], status: 8)
            XCTAssertEqual(wrong["code"]?.stringValue, "not-an-access-key", wrong.text)
            XCTAssertFalse(FileManager.default.fileExists(atPath: other.path))
            // A folder that can't be one, after the chain has agreed and without asking it.
            try Data().write(to: other)
            for offline in [[], ["--offline"]] {
                let answer = try scene.json(
                    ["keys", "import", "alice.test.near", "--key", key, "--credentials", other.path] + offline,
                    status: 1)
                XCTAssertEqual(answer["code"]?.stringValue, "key-not-stored", answer.text)
            }
        }
    }
}
