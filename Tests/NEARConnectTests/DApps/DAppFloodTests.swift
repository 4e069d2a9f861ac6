// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// A page that asks for as much as it can, beside one that wants to work.
final class DAppFloodTests: MainLoopTestCase {
    /// Requests without end, in the page and in frames of its origin: small ones, huge ones, subscriptions, windows.
    private static let flood = """
        globalThis.ends = 0;
        const count = () => { ends += 1; };
        const big = { message: "x".repeat(3 << 20), recipient: location.host, nonce: new Uint8Array(32) };
        const flood = (wallet) => {
          for (let turn = 0; turn < 50; turn += 1) wallet.getAccounts().then(count, count);
          wallet.signMessage(big).then(count, count);
          wallet.signIn().then(count, count);
        };
        for (let number = 0; number < 100; number += 1) {
          const frame = document.createElement("iframe");
          document.body.append(frame);
          frame.contentWindow.addEventListener("near-wallet-injected", ({ detail }) => setInterval(() => flood(detail), 50));
          frame.contentWindow.dispatchEvent(new Event("near-selector-ready"));
          frame.contentWindow.near?.["near-connect"]?.on("accountsChanged", () => {});
        }
        setInterval(() => flood(wallet), 20);
        setInterval(() => window.open("/"), 100);
        return null;
        """

    func testOnePageDoesNotStarveAnother() throws {
        try run(timeout: 120) {
            let scene = try await BrowserScene()
            let other = try await WalletSite.start(["/": DAppScene.blank])
            let quiet = try await scene.browser.pages.show(other.origin + "/")
            _ = try await quiet.run("await wallet.signIn(); return null;")
            let loud = try await scene.open()
            // The user is away when the loud site asks.
            scene.user.waits = true
            _ = try await loud.run(Self.flood)
            await waitUntil("the flood") { scene.user.asked.count > 1 }
            scene.user.waits = false
            for _ in 0..<10 {
                let answer = try await quiet.run("return { accounts: (await wallet.getAccounts()).length };")
                XCTAssertEqual(answer["accounts"], 1)
            }
            // Its question has its turn as soon as the one that is open is answered.
            scene.user.approve()
            let sent = try await quiet.run(
                "return { signer: (await wallet.signAndSendTransaction({ receiverId: 'bob.test.near', actions: [{ type: 'Transfer', params: { deposit: '1' } }] })).transaction.signer_id };"
            )
            XCTAssertEqual(sent["signer"], "alice.test.near")
            XCTAssertLessThanOrEqual(scene.browser.pages.pages.count, DAppPages.limit)
            await other.stop()
            try await scene.stop()
        }
    }
}
