// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The window of shared keys, pane by pane, with a catalogue of the texts themselves in brackets.
final class SharedKeyTranslationTests: HomeTestCase {
    /// Opens a pane by a button of the list, compares it, and goes back.
    @MainActor
    private static func check(
        _ button: String, until text: String, _ program: ReadProgram,
        filling fill: (ScreenReader) async throws -> Void = { _ in }
    ) async throws {
        try await program.reader.press("push button", button, outOfView: true)
        _ = try await program.reader.find(nil, text)
        try await fill(program.reader)
        try await TranslationWindowTests.check(button, program)
        try await program.reader.press("push button", "⟦Back", outOfView: true)
        _ = try await program.reader.find("push button", "Make a shared key…", outOfView: true)
    }

    func testEachPaneIsTranslated() throws {
        let (home, browser) = (home, try BrowserScript.approving(in: home))
        try run(timeout: 240) {
            let (environment, login) = (try await WalletTestEnvironment.start(), try ShareServiceProcess())
            let program = try await ReadProgram(
                ["shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString], home: home,
                pseudo: try PseudoProgram(), browser: browser)
            let reader = program.reader
            try await reader.press("push button", "Open with a login…")
            _ = try await reader.find("push button", "Make a shared key…")
            try await TranslationWindowTests.check("no shared key", program)
            try await Self.check("From another computer…", until: "near-connect-computer:", program)
            try await reader.press("push button", "Make a shared key…")
            try await reader.type(login.issuer, into: "text", "Identity provider")
            try await reader.type(login.service, into: "text", "Share service")
            try await TranslationWindowTests.check("the login", program)
            try await reader.press("push button", "⟦Save")
            _ = try await reader.find("push button", "⟦Start")
            try await TranslationWindowTests.check("a new key", program)
            try await reader.press("push button", "⟦Start")
            try await reader.type("correct horse", into: "password text", "Passphrase")
            try await TranslationWindowTests.check("the steps", program)
            try await reader.type("correct horse", into: "password text", "The same again")
            try await reader.press("push button", "⟦Open é")
            _ = try await reader.find("label", "24. ")
            let words = try await reader.elements().compactMap { $0.name.firstMatch(of: /^⟦?[0-9]+\. ([a-z]+)/)?.1 }
                .map(String.init)
            try await TranslationWindowTests.check("the words", program, except: Set(words))
            try await reader.press("push button", "I have written them down")
            try await reader.type(words.joined(separator: " "), into: "text", "The 24 words")
            try await TranslationWindowTests.check("typing them back", program)
            try await reader.press("push button", "⟦Check é")
            let made = try await reader.find("label", "exists from its first deposit on")
            try await TranslationWindowTests.check("the end", program)
            let account = try AccountId(String(try XCTUnwrap(made.name.firstMatch(of: /[0-9a-f]{64}/)).0))
            try await reader.press("push button", "⟦Done")
            _ = try await reader.find("push button", "Go on…")
            try await TranslationWindowTests.check("a key that waits", program)
            _ = try await environment.manager.signIn(walletId: KeystoreService.walletId)
            _ = try await environment.manager.sendNEAR(to: account, amount: try NEARToken("1 NEAR"))
            try await reader.press("push button", "Go on…")
            _ = try await reader.find("label", "was opened with the login of")
            try await TranslationWindowTests.check("opened", program, except: ["person"])
            try await reader.press("push button", "⟦Done")
            _ = try await reader.find("push button", "Sign out…")
            try await TranslationWindowTests.check("a key", program)
            try await Self.check("Check the words…", until: "Nobody is asked", program)
            try await Self.check("Add a computer…", until: "Its request", program)
            try await Self.check("Leave the shared key…", until: "Public key", program)
            try await Self.check("Sign out…", until: "on all computers", program) { reader in
                try await reader.press("check box", "Erase this computer’s share")
                _ = try await reader.find(nil, "which will be needed")
            }
            try await reader.press("push button", "Lost something?", outOfView: true)
            for loss in SharedKeyLoss.allCases {
                _ = try await reader.find("push button", loss.sentence, outOfView: true)
                try await TranslationWindowTests.check("what was lost", program)
                try await reader.press("push button", loss.sentence, outOfView: true)
                _ = try await reader.find("text", "Account", outOfView: true)
                try await TranslationWindowTests.check(loss.sentence, program)
                try await reader.press("push button", "⟦Back", outOfView: true)
            }
            try await program.stop()
            try login.stop()
            try await environment.stop()
        }
    }
}
