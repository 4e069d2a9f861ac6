// SPDX-License-Identifier: MIT

import Logging
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Changes of what a site sees, as each interface of the wallet tells them to its page.
final class AccountEventTests: MainLoopTestCase {
    /// An interface: how a page connects and listens, and what its listener writes for accounts.
    private struct Interface {
        let name: String
        var persona: SitePersona?
        /// Listens after the page was connected, and calls `note` with the first account's id, or with "".
        let listen: String
    }

    private static let interfaces = [
        Interface(
            name: "injectedWeb3",
            listen: """
                const extension = await window.injectedWeb3["near-connect"].enable("dApp");
                await new Promise((resolve) => extension.accounts.subscribe((accounts) => {
                  if (globalThis.isFirst === undefined) { globalThis.isFirst = false; return resolve(); }
                  note(accounts[0]?.address ?? "");
                }));
                """),
        Interface(
            name: "NEP-408",
            listen: """
                const nep408 = window.near["near-connect"];
                await nep408.connect({ networkId: "devnet" });
                nep408.on("accountsChanged", ({ accounts }) => note(accounts[0]?.accountId ?? ""));
                """),
        Interface(
            name: "Nightly", persona: .nightly,
            listen: """
                await window.nightly.near.connect((account) => note(account?.accountId ?? ""));
                """),
        Interface(
            name: "HOT", persona: .hot,
            listen: """
                await window.hotExtension.request("near:signIn", {});
                window.hotExtension.subscribe("near:accountsChanged", (account) => note(account?.accountId ?? ""));
                """),
        Interface(
            name: "Sender", persona: .sender,
            listen: """
                await window.near.requestSignIn({});
                window.near.on("accountChanged", (accountId) => note(accountId));
                """),
    ]

    /// A change, and what the page hears of it.
    private enum Change: String {
        case switched, locked, unlocked, revoked, granted
        case signedOut

        @MainActor
        func carryOut(_ scene: BrowserScene) throws -> String {
            let host = scene.browser.host
            let bob = scene.devnet.accounts[1]
            let given = SiteGrant.Account(accountId: bob.id, publicKey: bob.secretKey.publicKey)
            switch self {
            case .switched, .granted:
                try host.permissions.grant([given], to: scene.origin, on: "devnet", chain: nil)
                host.noteChange()
                return bob.id.text
            case .locked:
                host.isLocked = true
                return ""
            case .unlocked:
                host.isLocked = false
                return bob.id.text
            case .revoked:
                try host.revoke(scene.origin)
                return ""
            case .signedOut:
                guard let signer = host.signer as? KeystoreDAppSigner else { return "no keystore" }
                signer.keystore = Keystore([])
                host.noteChange()
                return ""
            }
        }
    }

    func testEachInterfaceHearsEachChangeOnceAndInOrder() throws {
        try run {
            for interface in Self.interfaces {
                let scene = try await BrowserScene(accounts: 2)
                if let persona = interface.persona {
                    scene.browser.pages.provider.appear(as: ProviderPersonas(everywhere: [persona]))
                }
                let page = try await scene.open()
                _ = try await page.run(
                    """
                    await wallet.signIn();
                    globalThis.heard = [];
                    const note = (text) => heard.push(text);
                    \(interface.listen)
                    return null;
                    """)
                await waitUntil("the subscription of \(interface.name)") { scene.browser.host.hasSubscriptions }
                var expected: [String] = []
                for change in [Change.switched, .locked, .unlocked, .revoked, .granted, .signedOut] {
                    expected.append(try change.carryOut(scene))
                    let heard = try await page.run(
                        """
                        const start = performance.now();
                        while (heard.length < \(expected.count) && performance.now() - start < 10000) await new Promise((resolve) => setTimeout(resolve, 5));
                        // Whatever comes twice is on its way before the next answer; a page may ask 20 times a second.
                        while (await wallet.getAccounts().then(() => false, (error) => error.code === -32005)) await new Promise((resolve) => setTimeout(resolve, 100));
                        return heard;
                        """)
                    XCTAssertEqual(
                        heard, .array(expected.map { .string($0) }), "\(interface.name), \(change.rawValue)")
                    await waitUntil("the subscription of \(interface.name)") { scene.browser.host.hasSubscriptions }
                }
                try await scene.stop()
            }
        }
    }
}
