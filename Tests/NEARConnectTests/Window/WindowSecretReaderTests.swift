// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnect

/// Keys that are brought, exported, forgotten and removed, used as with a screen reader.
final class WindowSecretReaderTests: HomeTestCase {
    private static let phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow"

    /// Shows the window of a new profile, over a chain that has an account of the phrase.
    private func inNewProfile(
        _ body: @escaping @MainActor (WalletTestEnvironment, ReadProgram) async throws -> Void
    ) throws {
        let home = home
        try run(timeout: 120) {
            let environment = try await WalletTestEnvironment.start()
            let key = try SeedPhrase(Self.phrase).secretKey()
            try await environment.devnet.createAccount(
                try AccountId("carol.test.near"), balance: try .near(5), publicKey: key.publicKey)
            let program = try await ReadProgram(
                ["shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString], home: home)
            try await body(environment, program)
            try await program.stop()
            try await environment.stop()
        }
    }

    func testKeysAreBroughtByTheirPhraseAndByAFile() throws {
        let files = home.appendingPathComponent("files")
        try inNewProfile { environment, program in
            let reader = program.reader
            try await reader.press("push button", "Import a key…")
            try await reader.press("radio button", "In near-cli’s folder, unencrypted")
            try await reader.type(Self.phrase, into: "password text", "Secret key or seed phrase")
            try await reader.type("carol.test.near", into: "text", "Account on devnet")
            try await reader.press("push button", "Keep key")
            try await reader.approve("Sign in")
            _ = try await reader.find("toggle button", "Account carol.test.near")
            let tree = try await reader.tree()
            XCTAssertFalse(tree.contains("sausage"), "the phrase isn't left where readers look")
            // Signed out, a second one comes from a file.
            try await reader.press("toggle button", "Account carol.test.near")
            try await reader.press(nil, "Disconnect")
            try environment.devnet.writeCredentials(to: files)
            try await reader.press("push button", "Import a key…")
            try await reader.press("radio button", "In near-cli’s folder, unencrypted")
            try await reader.press("push button", "Choose a file…")
            let file = files.appendingPathComponent("devnet/bob.test.near.json")
            try await reader.open(file.path, accept: "Choose")
            try await reader.press("push button", "Keep key")
            try await reader.untilGone("dialog", "Use a key of yours")
            try await reader.press("radio button", "bob.test.near")
            try await reader.approve("Sign in")
            _ = try await reader.find("toggle button", "Account bob.test.near")
        }
    }

    func testAKeyIsExportedWithItsPassphraseAndRemoved() throws {
        let file = home.appendingPathComponent("key.json")
        try inNewProfile { environment, program in
            let reader = program.reader
            let alice = environment.accounts[0]
            try await reader.bringKey(of: alice, sealedBy: "correct horse")
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Your keys…")
            try await reader.press("push button", "Export the key of alice.test.near on devnet")
            try await reader.press("push button", "Save to a file…")
            _ = try await reader.find("file chooser", "Export a key")
            try await reader.type(file.path, into: "text", "Name")
            try await reader.press("push button", "Save", outOfView: true)
            // It is open, and asks all the same.
            try await reader.unlock(by: "wrong horse")
            try await reader.unlock(by: "correct horse")
            _ = try await reader.find(nil, "The key is in \(file.path).")
            XCTAssertTrue(try String(contentsOf: file, encoding: .utf8).contains(alice.secretKey.exposedText()))
            try await reader.press("push button", "Copy to the clipboard")
            try await reader.unlock(by: "correct horse")
            _ = try await reader.find(nil, "The secret key is in the clipboard, for a minute.")
            XCTAssertEqual(ClipboardText.read(), alice.secretKey.exposedText())
            let tree = try await reader.tree()
            XCTAssertFalse(tree.contains(alice.secretKey.exposedText()), "readers hear no key")
            try await reader.close(dialog: "Export a key")
            try await reader.press("push button", "Remove the key of alice.test.near on devnet")
            _ = try await reader.find("statusbar", "It is the account’s only key with full access")
            try await reader.press("push button", "Remove")
            _ = try await reader.find("statusbar", "There are none yet.")
        }
    }

    func testAForgottenPassphraseBeginsANewFile() throws {
        try inNewProfile { environment, program in
            let reader = program.reader
            let node = try NEARRPCClient(endpoints: [RPCEndpoint(url: environment.devnet.rpcURL)])
            let had = try await node.viewAccount(environment.accounts[1].id).value.amount
            try await reader.bringKey(of: environment.accounts[0], sealedBy: "correct horse")
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Lock your keys")
            try await reader.send("1", to: "bob.test.near")
            try await reader.approve("Approve")
            _ = try await reader.find("label", "Your keys are in")
            try await reader.press("push button", "Forgotten…")
            _ = try await reader.find("dialog", "A forgotten passphrase")
            try await reader.press("push button", "Begin a new file")
            let data = program.folder.appendingPathComponent("data/near-connect/default")
            let kept = data.appendingPathComponent("secrets.sealed.forgotten-1").path
            _ = try await reader.find("label", "The old file is kept as \(kept).")
            XCTAssertTrue(FileManager.default.fileExists(atPath: kept))
            try await reader.type("battery staple", into: "password text", "Passphrase")
            try await reader.type("battery staple", into: "password text", "The same once more")
            try await reader.press("push button", "Set passphrase")
            // The key was in the old file: nothing is signed, and that is said.
            try await reader.untilGone("statusbar", "Waiting for")
            _ = try await reader.find("label", "isn’t in the vault any more: import it again")
            let bob = try await node.viewAccount(environment.accounts[1].id).value.amount
            XCTAssertEqual(bob, had)
        }
    }
}
