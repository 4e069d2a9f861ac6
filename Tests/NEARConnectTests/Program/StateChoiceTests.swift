// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import NEARRPC
import Synchronization
import XCTest

/// `--finality` and `--block`: the state that commands read is the one that was named.
final class StateChoiceTests: MainLoopTestCase {
    /// The states that a node was asked for, in order.
    private final class States: Sendable {
        private let states = Mutex<[JSONValue]>([])

        func note(_ request: JSONValue) {
            let parameters = request["params"]
            if let state = parameters?["finality"] ?? parameters?["block_id"] { states.withLock { $0.append(state) } }
        }

        /// Returns what was noted, and forgets it.
        func take() -> [JSONValue] {
            states.withLock { states in
                defer { states = [] }
                return states
            }
        }
    }

    func testTheNodeIsAskedForTheNamedFinality() throws {
        try withScene { scene in
            let (states, hidden) = (States(), scene.devnet.rpcURL)
            let node = try await ScriptedNode.start { _, request in
                states.note(request)
                return try await ScriptedNode.forward(request, to: hidden)
            }
            let address = ["--network", "devnet", "--rpc-url", node.url.absoluteString]
            let policy = try scene.policy(deposit: "0", ["messageRecipients": ["app.example"]])
            let signed = try scene.json(
                ["sign-message", "Hello", "--recipient", "app.example", "--signer", "alice.test.near"] + policy)
            let key = scene.root.appending(path: ".near-credentials/devnet/alice.test.near.json").path
            let other = scene.root.appending(path: "other").path
            for words in [
                ["verify-message", signed.text], ["account", "alice.test.near"], ["block"],
                ["keys", "import", "alice.test.near", "--key", key, "--credentials", other],
            ] {
                for finality in ["optimistic", "near-final", "final"] {
                    _ = states.take()
                    _ = try scene.json(words + ["--finality", finality], address: address)
                    XCTAssertEqual(states.take().first, .string(finality), "\(words[0])")
                }
                // The newest final block without a word.
                _ = states.take()
                _ = try scene.json(words, address: address)
                XCTAssertEqual(states.take().first, "final", "\(words[0])")
            }
            XCTAssertEqual(
                try scene.run(["keys", "import", "a.near", "--key", key, "--offline", "--finality", "final"]).status, 64
            )
            await node.stop()
        }
    }

    func testAnAccountIsShownAsItWasInABlock() throws {
        try withScene { scene in
            let before = try await scene.client.block(.final).header
            let balance = try await scene.balance(of: scene.bob)
            let send = ["send", "bob.test.near", "1 NEAR", "--signer", "alice.test.near"]
            _ = try scene.json(send + scene.policy(deposit: "1 NEAR"))
            let now = try scene.json(["account", "bob.test.near"])
            XCTAssertNotEqual(now["balance"]?.stringValue, "\(balance.yoctoNEAR)")
            for block in ["\(before.height)", "\(before.hash)"] {
                let then = try scene.json(["account", "bob.test.near", "--block", block])
                XCTAssertEqual(then["balance"]?.stringValue, "\(balance.yoctoNEAR)", block)
                XCTAssertEqual(then["block"]?["hash"]?.stringValue, "\(before.hash)")
            }
        }
    }
}
