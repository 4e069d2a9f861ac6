// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectPeers
import NEARConnectTestKit
import NEARDevnet
import NEARRPC
import XCTest

@testable import NEARConnect

/// Apps and phone wallets in the window, with a catalogue of the texts themselves in brackets.
final class AppsTranslationTests: HomeTestCase {
    /// Returns a page that connects, adds a network, and has a message signed.
    private static func app(of chain: Devnet, genesis: String) -> WalletSite.Page {
        WalletSite.Page(
            """
            <!doctype html><title>0001</title><body><script>
            const found = new Promise((resolve) => addEventListener("near-wallet-injected", ({ detail }) => resolve(detail), { once: true }));
            addEventListener("DOMContentLoaded", async () => {
                dispatchEvent(new Event("near-selector-ready"));
                const wallet = await found;
                await wallet.signIn({});
                const extension = await window.injectedWeb3["near-connect"].enable("0001");
                const network = { networkId: "fun2", genesisHash: "\(genesis)", rpcUrls: ["\(chain.rpcURL.absoluteString)"] };
                await extension.metadata.provide(network);
                await wallet.signMessage({ message: "0003", recipient: "0004", nonce: new Uint8Array(32) });
            });
            </script></body>
            """)
    }

    func testASitesQuestionsAndLimitsAreTranslated() throws {
        let home = home
        try run(timeout: 240) {
            let environment = try await WalletTestEnvironment.start()
            // The network of a site is another chain than the window's.
            let chain = try await Devnet.start(DevnetConfiguration())
            let named = try await NEARRPCClient(endpoints: [RPCEndpoint(url: chain.rpcURL)]).status().genesisHash
            let site = try await WalletSite.start(["/": Self.app(of: chain, genesis: "\(try XCTUnwrap(named))")])
            let program = try await ReadProgram(
                ["shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString], home: home,
                pseudo: try PseudoProgram())
            let reader = program.reader
            try await reader.bringKey(of: environment.accounts[0], sealedBy: "correct horse")
            try await reader.choose("list item", "Apps")
            try await reader.type("\(site.origin)/", into: "text", "⟦Address")
            try await reader.press("text", "⟦Address")
            _ = try await reader.find("label", "⟦First time here")
            try await TranslationWindowTests.check("a site that connects", program)
            try await reader.approve("⟦Sign in")
            _ = try await reader.find("label", "Genesis hash")
            try await TranslationWindowTests.check("a network that a site adds", program)
            try await reader.approve("⟦Add")
            _ = try await reader.find("text", "0003")
            try await TranslationWindowTests.check("a message of a site", program)
            try await reader.pressInDialog("⟦Cancel")
            try await reader.untilGone("dialog")
            try await reader.press("push button", "⟦Limits of")
            _ = try await reader.find("label", "have signed without a question")
            try await TranslationWindowTests.check("the limits of a site", program)
            try await reader.press("push button", "⟦Allow without asking")
            _ = try await reader.find("label", "Write how much NEAR")
            try await TranslationWindowTests.check("limits that can't be set", program)
            try await reader.press("push button", "⟦Close")
            try await reader.untilGone("dialog")
            try await TranslationWindowTests.check("the page of a site", program)
            try await program.stop()
            try await environment.stop()
            await site.stop()
            await chain.stop()
        }
    }

    func testDialogsOfPhoneWalletsAreTranslated() throws {
        let home = home
        try run(timeout: 180) {
            let scene = try await PhoneManagerScene.start()
            let program = try await ReadProgram.shell(scene, home: home, pseudo: try PseudoProgram())
            let reader = program.reader
            // Wallets’ names.
            let wallets: Set = ["WalletConnect", "HOT", "Wallet", "Fireblocks", "Scripted", "phone", "wallet"]
            try await reader.press("push button", "Connect a phone wallet")
            _ = try await reader.find("label", "⟦It counts for")
            try await reader.type("ssh://", into: "text", "Scheme of another wallet")
            try await reader.press("push button", "Open the wallet with this scheme")
            _ = try await reader.find("label", "is no wallet’s scheme")
            try await reader.press("push button", "⟦Copy link")
            _ = try await reader.find("label", "The link was copied")
            try await TranslationWindowTests.check("the link for a phone", program, except: wallets)
            try await reader.press("push button", "⟦Cancel")
            try await reader.untilGone("dialog")
            try await program.connectPhone(of: scene)
            await scene.script("near_signMessage", [.wait])
            try await reader.choose("list item", "Message")
            try await reader.type("Hello", into: "text", "⟦Message")
            try await reader.type("app.example", into: "text", "⟦For whom")
            try await reader.press("push button", "⟦Sign…")
            _ = try await reader.find("label", "Look at your phone")
            try await TranslationWindowTests.check("a phone that is asked", program, except: wallets)
            try await program.stop()
            try await scene.stop()
        }
    }
}
