// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import NEARRPC
import Synchronization
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// A site whose permission is taken away, or whose wallet is locked, at each moment and from each place.
final class RevocationTests: MainLoopTestCase {
    private static let send = """
        wallet.signAndSendTransaction({ receiverId: "bob.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] })
        """
    /// Asks twice, and notes the codes with which that ends.
    private static let asking = """
        globalThis.codes = [];
        for (let turn = 0; turn < 2; turn += 1) \(send).then(() => codes.push(0), (error) => codes.push(error.code));
        return null;
        """
    /// Parks a subscription, and notes what it hears.
    private static let listening = """
        globalThis.heard = [];
        window.near["near-connect"].on("accountsChanged", ({ accounts }) => heard.push(accounts.map((account) => account.accountId)));
        await wallet.getAccounts();
        return null;
        """

    /// Takes the permission away.
    private enum Revocation: CaseIterable {
        case here, file, lock

        @MainActor
        func carryOut(_ scene: BrowserScene, _ other: SitePermissions) throws {
            switch self {
            case .here: try scene.browser.host.revoke(scene.origin)
            case .file: try other.revoke(scene.origin)
            case .lock: scene.browser.host.isLocked = true
            }
        }
    }

    @MainActor
    private static func requireUnspent(_ scene: BrowserScene, _ message: String) async throws {
        let balance = try await scene.client.viewAccount(AccountId("bob.test.near")).value.amount
        XCTAssertEqual(balance, try NEARToken("10000 NEAR"), message)
    }

    func testOpenAndQueuedQuestionsEndAndNothingIsSent() throws {
        try run {
            for revocation in Revocation.allCases {
                let scene = try await BrowserScene()
                let other = try scene.permitInFile()
                let page = try await scene.open()
                let second = try await scene.open()
                scene.user.waits = true
                _ = try await page.run(Self.asking)
                _ = try await second.run(Self.asking)
                await waitUntil("the questions") {
                    scene.user.asked.count == 1 && scene.browser.host.queue.count == 4
                }
                try revocation.carryOut(scene, other)
                for page in [page, second] {
                    let codes = try await page.run(
                        "while (codes.length < 2) await new Promise((resolve) => setTimeout(resolve, 5)); return codes;"
                    )
                    XCTAssertEqual(codes, [4100, 4100], "\(revocation)")
                }
                XCTAssertEqual(scene.user.asked.count, 1, "\(revocation)")
                XCTAssertEqual(scene.browser.host.queue.count, 0, "\(revocation)")
                try await Self.requireUnspent(scene, "\(revocation)")
                try await scene.stop()
            }
        }
    }

    func testAnApprovalThatComesAfterAnotherProcessHasTakenThePermissionSignsNothing() throws {
        try run {
            let scene = try await BrowserScene()
            let other = try scene.permitInFile()
            let page = try await scene.open()
            scene.user.waits = true
            _ = try await page.run("globalThis.code = \(Self.send).then(() => 0, (error) => error.code); return null;")
            await waitUntil("the question") { scene.user.asked.count == 1 }
            // Nobody has heard of it yet: both happen before anything else runs here.
            try other.revoke(scene.origin)
            scene.user.approve()
            let code = try await page.run("return await code;")
            XCTAssertEqual(code, 4100)
            try await Self.requireUnspent(scene, "the user approved what nobody may ask any more")
            try await scene.stop()
        }
    }

    func testParkedSubscriptionsOfAllWindowsHearOnce() throws {
        try run {
            for revocation in Revocation.allCases {
                let scene = try await BrowserScene()
                let other = try scene.permitInFile()
                let pages = [try await scene.open(), try await scene.open()]
                for page in pages { _ = try await page.run(Self.listening) }
                await waitUntil("the subscriptions") { scene.browser.host.subscriptionCount == 2 }
                try revocation.carryOut(scene, other)
                for page in pages {
                    let heard = try await page.run(
                        """
                        while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
                        const now = await wallet.getAccounts();
                        return { heard, now: now.length };
                        """)
                    XCTAssertEqual(heard, ["heard": [[]], "now": 0], "\(revocation)")
                }
                try await scene.stop()
            }
        }
    }

    func testTheCommandIsHeardByAPageThatWaits() throws {
        try run {
            let scene = try await BrowserScene()
            try scene.permitInFile()
            let page = try await scene.open()
            _ = try await page.run(Self.listening)
            await waitUntil("the subscription") { scene.browser.host.hasSubscriptions }
            var environment = ProcessInfo.processInfo.environment
            environment["XDG_DATA_HOME"] = scene.root.path
            let run = try CommandRun.run(["sites", "revoke", scene.site.origin], environment)
            XCTAssertEqual(run.status, 0, run.errors)
            let heard = try await page.run(
                """
                const start = performance.now();
                while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
                return { heard, isSoon: performance.now() - start < 5000 };
                """)
            XCTAssertEqual(heard, ["heard": [[]], "isSoon": true])
            try await scene.stop()
        }
    }

    func testAnotherSiteHearsNothing() throws {
        try run {
            let scene = try await BrowserScene()
            let other = try await WalletSite.start(["/": DAppScene.blank])
            let page = try await scene.open()
            _ = try await page.run("await wallet.signIn(); return null;")
            let listener = try await scene.browser.pages.show(other.origin + "/")
            _ = try await listener.run(Self.listening)
            await waitUntil("the subscription") { scene.browser.host.hasSubscriptions }
            try scene.browser.host.revoke(scene.origin)
            _ = try await page.run("await wallet.signIn(); return null;")
            let heard = try await listener.run("await wallet.getAccounts(); return heard;")
            XCTAssertEqual(heard, [])
            XCTAssertTrue(scene.browser.host.hasSubscriptions)
            await other.stop()
            try await scene.stop()
        }
    }

    func testKeysOfTheSiteGoWithAPermissionThatAnotherProcessTakes() throws {
        try run {
            let scene = try await BrowserScene()
            try scene.permitInFile()
            let page = try await scene.open()
            let call = """
                await wallet.signAndSendTransaction({ receiverId: "bob.test.near", actions: [{ type: "FunctionCall", params: { methodName: "set", args: {}, gas: "10000000000000", deposit: "0" } }] });
                return null;
                """
            _ = try await page.run(
                "await wallet.signIn({ addFunctionCallKey: { contractId: 'bob.test.near', allowMethods: { anyMethod: true } } }); return null;"
            )
            _ = try await page.run(call)
            XCTAssertEqual(scene.user.asked.count, 1)
            // Whoever took it, this host only sees that it is gone.
            try scene.browser.host.permissions.revoke(scene.origin)
            scene.browser.host.lookForChanges()
            try scene.permitInFile()
            _ = try await page.run(call)
            XCTAssertEqual(scene.user.asked.count, 2, "the key signed without a question")
            try await scene.stop()
        }
    }

    func testOnlyWhatAUserIsAskedAboutCountsAsUse() throws {
        try run {
            let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
            let scene = try await BrowserScene(now: { time.withLock { $0 } })
            let page = try await scene.open()
            _ = try await page.run("await wallet.signIn(); return null;")
            let sign = """
                const nonce = crypto.getRandomValues(new Uint8Array(32));
                await wallet.signMessage({ message: "hello", recipient: location.host, nonce });
                return null;
                """
            @MainActor func lastUsed() throws -> Double? {
                try scene.browser.host.permissions.site(scene.origin)?.lastUsed?.timeIntervalSince1970
            }
            time.withLock { $0 += 600 }
            _ = try await page.run("await wallet.getAccounts(); return null;")
            XCTAssertEqual(try lastUsed(), 1_800_000_000)
            _ = try await page.run(sign)
            XCTAssertEqual(try lastUsed(), 1_800_000_600)
            time.withLock { $0 += 59 }
            let mark = scene.browser.host.permissions.mark
            _ = try await page.run(sign)
            XCTAssertEqual(scene.browser.host.permissions.mark, mark, "written once a minute at most")
            try await scene.stop()
        }
    }

    func testPagesHearTheUsersLabelAndNoOtherName() throws {
        try run {
            let scene = try await BrowserScene()
            let labels = AccountLabels(folder: scene.root)
            scene.browser.host.labels = labels
            let page = try await scene.open()
            let list = """
                const extension = await window.injectedWeb3["near-connect"].enable("dApp");
                const [{ address, name, type, publicKey, network }] = await extension.accounts.get();
                return { address, name: name ?? null, type, publicKey: publicKey.slice(0, 8), network };
                """
            var expected: JSONValue.Members = [
                "address": "alice.test.near", "name": nil, "type": "ed25519", "publicKey": "ed25519:",
                "network": "devnet",
            ]
            let before = try await page.run(list)
            XCTAssertEqual(before, .object(expected))
            try labels.set("Savings", of: AccountId("alice.test.near"), on: "devnet")
            expected["name"] = "Savings"
            let after = try await page.run(list)
            XCTAssertEqual(after, .object(expected))
            try await scene.stop()
        }
    }
}
