// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import XCTest

@testable import NEARConnect

/// The dialog with a site's limits, as a screen reader finds it.
final class LimitsTreeTests: HomeTestCase {
    /// A page that connects.
    private static let app = WalletSite.Page(
        """
        <!doctype html><title>App</title><body><script>
        const found = new Promise((resolve) => addEventListener("near-wallet-injected", ({ detail }) => resolve(detail), { once: true }));
        addEventListener("DOMContentLoaded", async () => {
            dispatchEvent(new Event("near-selector-ready"));
            await (await found).signIn({});
        });
        </script></body>
        """)

    func testTheLimitsOfASiteAreReadAsTheFileHasThem() throws {
        let home = home
        try run(timeout: 120) {
            let environment = try await WalletTestEnvironment.start()
            let site = try await WalletSite.start(["/": Self.app])
            let program = try await ReadProgram(
                ["shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString], home: home)
            let reader = program.reader
            var trees = try KeptTrees("limits-trees.txt", home: home, without: environment.accounts[0])
            try await reader.bringKey(of: environment.accounts[0], sealedBy: "correct horse")
            try await reader.choose("list item", "Apps")
            try await reader.type("\(site.origin)/", into: "text", "Address")
            try await reader.press("text", "Address")
            _ = try await reader.find("label", "First time here")
            try await reader.approve("Sign in")
            try await reader.press("push button", "Limits of")
            _ = try await reader.find("label", "have signed without a question")
            try await trees.look("Limits", reader, only: "Limits")
            try await reader.press("push button", "Allow without asking")
            _ = try await reader.find("label", "Write how much NEAR")
            try await trees.look("Limits that can’t be set", reader, only: "Limits")
            try await program.stop()
            try trees.end()
            try await environment.stop()
            await site.stop()
        }
    }
}
