// SPDX-License-Identifier: MIT

import Logging
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Sites whose requests a web wallet carries out: it signs silently here, and the user is asked all the same.
final class ManagerDAppSignerTests: MainLoopTestCase {
    private static let transfer =
        #"{ receiverId: "bob.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] }"#

    @MainActor
    private static func browse(
        _ environment: WalletTestEnvironment, asking user: DAppUser, in folder: URL, having keys: Keystore? = nil
    ) throws -> DAppBrowser {
        let manager = environment.manager
        let logger = Logger(label: "dapps")
        let keystore = KeystoreDAppSigner(
            keystore: keys ?? environment.configuration.keystore,
            nodes: KeystoreNodes(manager.nodes, known: [], clock: ContinuousClock()), policy: .ask, approver: user,
            journal: nil, logger: logger)
        let signer = ManagerDAppSigner(manager: manager, keystore: keystore, approver: user)
        let host = DAppRequestHandler(permissions: SitePermissions(folder: folder), signer: signer)
        let browser = try DAppBrowser(
            storage: .ephemeral, isSandboxed: false, host: host, origin: .standard, logger: logger)
        let accounts = AccountWatch(manager) { [weak host] in host?.noteChange() }
        browser.onEvent = { _ in withExtendedLifetime(accounts) {} }
        return browser
    }

    func testAWebWalletThatSignsSilentlyIsAskedOnlyAfterTheUserInTheSitesName() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: [:])
            let manager = environment.manager
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            let user = DAppUser()
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sites-\(UUID().uuidString)")
            let browser = try Self.browse(environment, asking: user, in: folder)
            let sites = try await [WalletSite.start(["/": DAppScene.blank]), WalletSite.start(["/": DAppScene.blank])]
            for (number, site) in sites.enumerated() {
                let page = try await browser.pages.show(site.origin + "/")
                let answer = try await page.run(
                    """
                    const accounts = await wallet.signIn();
                    const outcome = await wallet.signAndSendTransaction(\(Self.transfer));
                    const nonce = crypto.getRandomValues(new Uint8Array(32));
                    const message = await wallet.signMessage({ message: "hello", recipient: location.host, nonce });
                    const key = await wallet.signIn({ addFunctionCallKey: { contractId: "bob.test.near", allowMethods: { anyMethod: true } } }).catch((error) => error.code);
                    return { account: accounts[0].accountId, signer: outcome.transaction.signer_id, message: message.accountId, key };
                    """)
                XCTAssertEqual(
                    answer,
                    [
                        "account": "alice.test.near", "signer": "alice.test.near", "message": "alice.test.near",
                        "key": 4200,
                    ])
                XCTAssertEqual(
                    user.asked.suffix(3).map(\.asker.key.text), Array(repeating: "dapp:\(site.origin)", count: 3))
                XCTAssertEqual(user.asked.count, 3 * (number + 1))
                // The journal knows whose request it was.
                let entry = try await manager.history().first
                XCTAssertEqual(entry?.asker?.key.text, "dapp:\(site.origin)")
            }
            // Pages see what stands behind the provider.
            let key = "return { key: wallet.manifest.features.signInWithFunctionCallKey ?? false };"
            let before = try await browser.pages.show(sites[0].origin + "/").run(key)
            XCTAssertEqual(before["key"], false)
            try await manager.signOut()
            await waitUntil("the features") {
                (browser.host.signer.features.contains("signInWithFunctionCallKey"))
            }
            let after = try await browser.pages.show(sites[0].origin + "/").run(key)
            XCTAssertEqual(after["key"], true)
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            // What the user refuses never reaches the wallet.
            user.refuses = true
            let entries = try await manager.history().count
            let page = try XCTUnwrap(browser.pages.pages.last)
            let refused = try await page.run(
                "return { code: await wallet.signAndSendTransaction(\(Self.transfer)).then(() => 0, (error) => error.code) };"
            )
            XCTAssertEqual(refused["code"], 4001)
            let left = try await manager.history().count
            XCTAssertEqual(left, entries)
            for page in browser.pages.pages { browser.pages.close(page) }
            for site in sites { await site.stop() }
            try await environment.stop()
            try await removeFolder(folder)
        }
    }

    func testASiteSeesNoAccountThatTheManagerHasNotNow() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: [:])
            let manager = environment.manager
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            let user = DAppUser()
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sites-\(UUID().uuidString)")
            // The keystore has bob alone: whoever signs the wallet out has alice's key nowhere.
            let bob = environment.accounts[1]
            let keys = Keystore([Keystore.Entry(network: "devnet", accountId: bob.id, secretKey: bob.secretKey)])
            let browser = try Self.browse(environment, asking: user, in: folder, having: keys)
            let site = try await WalletSite.start(["/": DAppScene.blank])
            let page = try await browser.pages.show(site.origin + "/")
            _ = try await page.run(
                """
                await wallet.signIn();
                globalThis.heard = [];
                window.near["near-connect"].on("accountsChanged", ({ accounts }) => heard.push(accounts.map((account) => account.accountId)));
                await wallet.getAccounts();
                return null;
                """)
            @MainActor func expect(_ heard: JSONValue, _ accounts: JSONValue, line: UInt = #line) async throws {
                let count = heard.arrayValue?.count ?? 0
                let seen = try await page.run(
                    """
                    while (heard.length < \(count)) await new Promise((resolve) => setTimeout(resolve, 5));
                    return { heard, accounts: (await wallet.getAccounts()).map((account) => account.accountId) };
                    """)
                XCTAssertEqual(seen, ["heard": heard, "accounts": accounts], line: line)
            }
            await waitUntil("the subscription") { browser.host.hasSubscriptions }
            try await manager.signOut()
            try await expect([[]], [])
            let code = try await page.run(
                "return await wallet.signAndSendTransaction(\(Self.transfer)).then(() => 0, (error) => error.code);")
            XCTAssertEqual(code, 4100)
            await waitUntil("the subscription") { browser.host.hasSubscriptions }
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            try await expect([[], ["alice.test.near"]], ["alice.test.near"])
            // With another account in the wallet's place the site is asked for anew, and sees the new one alone.
            await waitUntil("the subscription") { browser.host.hasSubscriptions }
            try await manager.signOut()
            try await expect([[], ["alice.test.near"], []], [])
            let asked = user.asked.count
            await waitUntil("the subscription") { browser.host.hasSubscriptions }
            let now = try await page.run("return (await wallet.signIn()).map((account) => account.accountId);")
            XCTAssertEqual(now, ["bob.test.near"])
            XCTAssertEqual(user.asked.count, asked + 1)
            try await expect([[], ["alice.test.near"], [], ["bob.test.near"]], ["bob.test.near"])
            for page in browser.pages.pages { browser.pages.close(page) }
            await site.stop()
            try await environment.stop()
            try await removeFolder(folder)
        }
    }
}
