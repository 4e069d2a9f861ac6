// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import XCTest

@testable import NEARConnect

/// The questions and dialogs of an account, with a catalogue of the texts themselves in brackets.
final class QuestionTranslationTests: HomeTestCase {
    /// The names of GTK's icons, and of tokens.
    private static let names: Set = ["DEV", "Warning"]

    /// Compares the dialog that a button opens and that shows a text, and closes it.
    @MainActor
    private static func check(
        _ text: String, _ program: ReadProgram, except names: Set<String> = [], closing: String = "⟦Cancel",
        opening open: (ScreenReader) async throws -> Void
    ) async throws {
        let reader = program.reader
        try await open(reader)
        _ = try await reader.find(nil, text)
        try await TranslationWindowTests.check(text, program, except: names.union(Self.names))
        try await reader.pressInDialog(closing)
        try await reader.untilGone(nil, text)
    }

    func testQuestionsAndDialogsOfAnAccountAreTranslated() throws {
        let home = home
        try run(timeout: 240) {
            let environment = try await WalletTestEnvironment.start()
            let alice = environment.accounts[0]
            let token = try AccountId("token.test.near")
            try await environment.devnet.deploy(
                SampleContract.fungibleToken(owner: alice.id, totalSupply: "1000"), to: token)
            let program = try await ReadProgram(
                ["shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString], home: home,
                pseudo: try PseudoProgram())
            let reader = program.reader
            try await reader.bringKey(of: alice, sealedBy: "correct horse")
            try await Self.check("Sign actions that another account", program, except: ["add", "new"]) { reader in
                try await reader.choose("list item", "Delegate")
                try await reader.type(token.text, into: "text", "Receiver")
                try await reader.type("add_message", into: "text", "Method")
                try await reader.press("push button", "⟦Sign…")
            }
            try await Self.check("Call storage_deposit", program, except: ["new"]) { reader in
                try await reader.choose("list item", "Contract")
                try await reader.type(token.text, into: "text", "Contract")
                try await reader.type("storage_deposit", into: "text", "Method")
                try await reader.press("push button", "⟦Call…")
            }
            let key = "\(try SecretKey.generate().publicKey)"
            for isFull in [false, true] {
                try await Self.check("What a node says", program) { reader in
                    try await reader.choose("list item", "Wallet")
                    try await reader.press("push button", "Add a key…", outOfView: true)
                    try await reader.type(key, into: "text", "Public key")
                    if isFull {
                        try await reader.press("radio button", "It may do anything")
                    } else {
                        try await reader.type(token.text, into: "text", "⟦Contract")
                    }
                    try await TranslationWindowTests.check("what a key may", program)
                    try await reader.press("push button", "⟦Add key…")
                }
            }
            try await reader.type(token.text, into: "text", "Add a token by its contract")
            try await reader.press("push button", "⟦Add a token by its contract")
            try await Self.check("This account exists", program) { reader in
                try await reader.press("push button", "⟦Send DEV of", outOfView: true)
                try await reader.type(environment.accounts[1].id.text, into: "text", "⟦To")
            }
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Your keys…")
            for (button, text, closing) in [
                ("⟦Export", "Copy to the clipboard", "⟦Close"), ("⟦Remove", "as a node says", "⟦Cancel"),
            ] {
                try await Self.check(text, program, closing: closing) { try await $0.press("push button", button) }
            }
            try await reader.press("push button", "⟦Close")
            for (button, text, closing) in [
                ("⟦Back up", "One file with", "⟦Close"), ("⟦Restore", "Choose a file", "⟦Cancel"),
            ] {
                try await reader.press("toggle button", "Menu")
                try await reader.press(nil, "Profiles…")
                try await Self.check(text, program, closing: closing) { try await $0.press("push button", button) }
            }
            try await program.stop()
            try await environment.stop()
        }
    }

    func testDialogsOfNFTsSecretsAndTheLogAreTranslated() throws {
        let home = home
        try run(timeout: 240) {
            let environment = try await WalletTestEnvironment.start()
            let (alice, pictures) = (environment.accounts[0], try AccountId("pictures.test.near"))
            try await environment.devnet.deploy(.nonFungibleToken(owner: alice.id), to: pictures)
            let program = try await ReadProgram(
                ["shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString], home: home,
                pseudo: try PseudoProgram())
            let reader = program.reader
            try await reader.bringKey(of: alice, sealedBy: "correct horse")
            try await reader.choose("list item", "Contract")
            try await reader.type(pictures.text, into: "text", "Contract")
            try await reader.type("nft_mint", into: "text", "Method")
            let arguments: JSONValue = [
                "token_id": "0001", "receiver_id": .string(alice.id.text),
                "token_metadata": ["title": "0001", "media": "data:image/png;base64,AAAA"],
            ]
            try await reader.type(arguments.text, into: "text", "Arguments, as JSON")
            try await reader.press("push button", "⟦Call…")
            try await reader.approve("⟦Approve")
            _ = try await reader.find("statusbar", "Called. The fee was")
            let contract: Set = ["Devnet", "Pictures"]
            try await reader.choose("list item", "Wallet")
            try await reader.type(pictures.text, into: "text", "Add NFTs by their contract", outOfView: true)
            try await reader.press("push button", "⟦Add NFTs by their contract", outOfView: true)
            try await Self.check("picture can’t be shown", program, except: contract, closing: "⟦Close") { reader in
                try await reader.press("push button", "⟦The picture of 0001", outOfView: true)
            }
            try await Self.check("This account exists", program, except: contract) { reader in
                try await reader.press("push button", "⟦Send 0001 of", outOfView: true)
                try await reader.type(environment.accounts[1].id.text, into: "text", "⟦To")
            }
            try await Self.check("on this computer?", program, except: contract) { reader in
                try await reader.press("toggle button", "Account")
                try await reader.press(nil, "Forget this wallet…")
            }
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Lock your keys")
            try await reader.choose("list item", "Send")
            try await reader.type(environment.accounts[1].id.text, into: "text", "To")
            try await reader.type("1", into: "text", "Amount in NEAR")
            try await reader.press("push button", "⟦Send éłö⟧")
            try await reader.approve("⟦Approve")
            try await Self.check("Your keys are in", program) { reader in
                _ = try await reader.find("label", "Your keys are in")
                try await Self.check("A forgotten passphrase", program) { reader in
                    try await reader.press("push button", "⟦Forgotten…")
                }
            }
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Check this computer…")
            try await reader.untilGone("statusbar", "Looking…")
            try await reader.press("push button", "⟦Log…")
            _ = try await reader.find("dialog", "Log")
            try await program.stop()
            try await environment.stop()
        }
    }
}
