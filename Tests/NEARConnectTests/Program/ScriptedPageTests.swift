// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import TestSupport
import XCTest

/// `--wallet` with a wallet of a list, which is pinned, has keys of its own, and speaks for itself.
final class ScriptedPageTests: MainLoopTestCase {
    private static let wallet = ["--wallet", ScriptedWallet.id]

    /// Runs a test with a scene whose profile has pinned the scripted wallet of a list.
    ///
    /// - Parameters:
    ///   - script: The wallet's behavior.
    ///   - body: Gets the scene, in which nobody is signed in.
    private func withWallet(
        script: JSONValue = [:], _ body: @escaping @MainActor (SigningScene) async throws -> Void
    ) throws {
        try withScene { scene in
            let site = try SecureSite()
            let manifest = try JSONValue.parse(ScriptedWallet(accounts: [scene.alice], script: script).manifest())
            let entries = (manifest["wallets"]?.arrayValue ?? []).map { entry -> JSONValue in
                var fields = entry.objectValue ?? [:]
                fields["icon"] = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"
                // In a list the code has an address.
                fields["executor"] = .string("\(site.origin)/wallet.js")
                return .object(fields)
            }
            try site.serve(manifest: entries)
            try site.serve("wallet.js", ScriptedWallet.code)
            let environment = scene.environment.merging(site.environment) { $1 }
            let pinned = try CommandRun.run(
                ["wallets", "trust", ScriptedWallet.id, "--list", "\(site.origin)/manifest.json"], environment)
            XCTAssertEqual(pinned.status, 0, pinned.errors)
            // From now on nothing is fetched.
            site.stop()
            try await body(scene)
        }
    }

    func testItSignsInSendsAndSignsOut() throws {
        try withWallet { scene in
            let account = try scene.json(["sign-in"] + Self.wallet)
            XCTAssertEqual(account["accountId"]?.stringValue, "alice.test.near")
            XCTAssertEqual(account["wallet"]?.stringValue, ScriptedWallet.id)
            let before = try await scene.balance(of: scene.bob)
            let sent = try scene.json(["send", "bob.test.near", "1.5 NEAR"] + Self.wallet)
            XCTAssertEqual(sent["progress"]?.stringValue, "FINAL")
            let after = try await scene.balance(of: scene.bob)
            XCTAssertEqual(after.yoctoNEAR - before.yoctoNEAR, try NEARToken("1.5 NEAR").yoctoNEAR)
            let entry = try XCTUnwrap(try scene.history().first)
            XCTAssertEqual(entry["walletId"]?.stringValue, ScriptedWallet.id, entry.text)
            let signed = try scene.json(["sign-message", "Hello", "--recipient", "shop.example"] + Self.wallet)
            XCTAssertEqual(signed["publicKey"]?.stringValue, "\(scene.alice.publicKey)")
            let delegate = try scene.json(["delegate", "bob.test.near", "hello"] + Self.wallet)
            XCTAssertEqual(delegate["senderId"]?.stringValue, "alice.test.near")
            let told = try scene.json(["send", "bob.test.near", "1 NEAR", "--dry-run"] + Self.wallet)
            XCTAssertEqual(told["policy"]?["decision"]?.stringValue, "wallet")
            XCTAssertEqual(try scene.json(["sign-out"])["wallet"]?.stringValue, ScriptedWallet.id)
            let gone = try scene.json(["send", "bob.test.near", "1 NEAR"] + Self.wallet, status: 1)
            XCTAssertEqual(gone["code"]?.stringValue, "not-signed-in")
        }
    }

    /// A refusal by the chain that the wallet hands on is in words, with the node's own error for programs.
    func testTheChainsRefusalIsInWords() throws {
        try withWallet { scene in
            _ = try scene.json(["sign-in"] + Self.wallet)
            let poor = try scene.json(["send", "bob.test.near", "20000 NEAR"] + Self.wallet, status: 7)
            let sentence = try XCTUnwrap(poor["message"]?.stringValue)
            XCTAssertTrue(sentence.contains("it is short by"), sentence)
            XCTAssertFalse(sentence.contains("{"), sentence)
            XCTAssertNotNil(poor["error"]?["InvalidTxError"]?["NotEnoughBalance"], poor.text)
        }
    }

    func testItsRefusalIsNotTheChains() throws {
        let script: JSONValue = ["signAndSendTransaction": [["do": "reject", "message": "Not today"]]]
        try withWallet(script: script) { scene in
            _ = try scene.json(["sign-in"] + Self.wallet)
            let nonce = try await scene.nonce(of: scene.alice)
            let send = ["send", "bob.test.near", "1 NEAR", "--idempotency-key", "job"] + Self.wallet
            let refused = try scene.json(send, status: 7)
            XCTAssertEqual(refused["code"]?.stringValue, "wallet-rejected")
            XCTAssertTrue(refused["message"]?.stringValue?.contains("Not today") == true, refused.text)
            XCTAssertNil(refused["error"])
            // A refusal is no proof, until the chain gives one: nothing is sent meanwhile, and nothing twice.
            let again = try scene.run(send)
            XCTAssertTrue([7, 9].contains(again.status), again.errors)
            let now = try await scene.nonce(of: scene.alice)
            XCTAssertEqual(now, nonce)
        }
    }

    /// A wallet that wants to be seen can't be, where there is no display.
    func testItCanNotShowItselfWithoutADisplay() throws {
        try withWallet(script: ["signAndSendTransaction": ["show", "hang"]]) { scene in
            _ = try scene.json(["sign-in"] + Self.wallet)
            let process = try scene.process(["send", "bob.test.near", "1 NEAR"] + Self.wallet)
            var environment = scene.environment
            for name in ["DISPLAY", "WAYLAND_DISPLAY"] { environment[name] = nil }
            process.environment = environment
            let run = try CommandRun.run(process)
            XCTAssertEqual(run.status, 10, run.errors)
            XCTAssertTrue(run.errors.contains("there is no display"), run.errors)
        }
    }

    /// The page's process ends with its command, whatever ends that.
    func testThePageEndsWithTheCommandHoweverThatEnds() throws {
        try withWallet(script: ["signAndSendTransaction": ["hang"]]) { scene in
            _ = try scene.json(["sign-in"] + Self.wallet)
            for (count, signal) in [SIGKILL, SIGTERM, SIGINT].enumerated() {
                let process = try CommandRun.process(
                    ["send", "bob.test.near", "1 NEAR"] + Self.wallet + scene.address, scene.environment)
                process.standardError = FileHandle.nullDevice
                try process.run()
                // The wallet has been asked, and hangs.
                while process.isRunning, try scene.history().count <= count {
                    try await Task.sleep(for: .milliseconds(20))
                }
                let view = try XCTUnwrap(
                    ProcessTree.children(named: "near-connect-vi", of: process.processIdentifier).first)
                let family = try ProcessMemory.family(of: view)
                kill(process.processIdentifier, signal)
                process.waitForEnd()
                // WebKit's own processes write into the profile until their end.
                await waitUntil("the page's end") { !family.contains(where: ProcessTree.isRunning) }
                XCTAssertEqual(process.terminationReason, .uncaughtSignal)
            }
        }
    }
}
