// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The networks to which a user switches a site in a tab.
final class DAppSwitchTests: MainLoopTestCase {
    func testASwitchIsAskedForOnceAndHoldsForItsTab() throws {
        try run(timeout: 120) {
            let fun = try await FunNetwork()
            let scene = try await BrowserScene(keys: [fun.key])
            let origin = try XCTUnwrap(SiteOrigin(scene.site.origin))
            let page = try await scene.open()
            _ = try await page.run(
                """
                \(FunNetwork.provide)
                return await provide(\(FunNetwork.definition(try await fun.genesis(), at: fun.chain.rpcURL)));
                """)
            // A refusal counts for all that the page asks afterwards, also for what waits already.
            scene.siteUser.agrees = false
            let refused = try await page.run(
                """
                const ends = await Promise.all([0, 1, 2].map(() => wallet.signIn({ network: "fun" }).catch((error) => error.code)));
                return { ends, later: await wallet.signIn({ network: "fun" }).catch((error) => error.code), silent: (await wallet.getAccounts({ network: "fun" })).length };
                """)
            XCTAssertEqual(refused["ends"], [4901, 4901, 4901])
            XCTAssertEqual(refused["later"], 4901)
            XCTAssertEqual(refused["silent"], 0)
            XCTAssertEqual(scene.siteUser.asked.count, 2)
            let question = try XCTUnwrap(scene.siteUser.asked.last)
            XCTAssertEqual(
                SiteQuestionText(question).heading, "127.0.0.1 wants fun, you are on devnet: switch for this tab?")
            // Another tab may ask, and stays for itself.
            scene.siteUser.agrees = true
            let second = try await scene.open()
            _ = try await second.run(
                """
                const nep408 = window.near["near-connect"];
                await nep408.connect({ networkId: "devnet" });
                globalThis.heard = [];
                globalThis.changed = new Promise((resolve) => nep408.on("networkChanged", ({ network }) => { heard.push(network.networkId); resolve(); }));
                nep408.on("accountsChanged", ({ accounts }) => heard.push(accounts.map(({ accountId }) => accountId).join()));
                return null;
                """)
            await waitUntil("the subscription") { scene.browser.host.hasSubscriptions }
            let switched = try await second.run(
                """
                const accounts = (await wallet.signIn({ network: "fun" })).map(({ accountId }) => accountId);
                await changed;
                const plain = (await wallet.getAccounts({})).map(({ accountId }) => accountId);
                const signed = await window.near["near-connect"].signTransaction({ transaction: { receiverId: "dave.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] } });
                return { accounts, plain, heard, network: window.near["near-connect"].network.networkId, size: signed.encode().length > 0 };
                """)
            XCTAssertEqual(switched["accounts"], ["carol.test.near"])
            XCTAssertEqual(switched["plain"], ["carol.test.near"])
            XCTAssertEqual(switched["network"], "fun")
            XCTAssertEqual(switched["size"], true)
            XCTAssertEqual(switched["heard"]?.arrayValue?.filter { $0 == "fun" }.count, 1, "\(switched)")
            XCTAssertTrue(switched["heard"]?.arrayValue?.contains("carol.test.near") == true, "\(switched)")
            XCTAssertEqual(scene.siteUser.asked.count, 3)
            let first = try await page.run(
                "return { accounts: (await wallet.getAccounts({})).map(({ accountId }) => accountId) };")
            XCTAssertEqual(first["accounts"], ["alice.test.near"])
            // The permissions are apart: signing out there leaves the other one.
            _ = try await second.run("await wallet.signOut({ network: 'fun' }); return null;")
            XCTAssertEqual(try scene.browser.host.permissions.site(origin)?.grants.keys.sorted(), ["devnet"])
            // A reload stays where the user has switched to; a new tab doesn't.
            await second.reload()
            let reloaded = try await second.run(
                "return { accounts: (await wallet.getAccounts({})).length, own: (await wallet.getAccounts({ network: 'devnet' })).length };"
            )
            XCTAssertEqual(reloaded, ["accounts": 0, "own": 1])
            scene.browser.pages.close(second)
            let third = try await scene.open()
            let fresh = try await third.run("return { accounts: (await wallet.getAccounts({})).length };")
            XCTAssertEqual(fresh["accounts"], 1)
            try await scene.stop()
            await fun.chain.stop()
        }
    }

    func testAQuestionAboutANetworkClosesWithItsPageAndRefusesNothing() throws {
        try run(timeout: 120) {
            let fun = try await FunNetwork()
            let scene = try await BrowserScene(keys: [fun.key])
            let page = try await scene.open()
            let definition = FunNetwork.definition(try await fun.genesis(), at: fun.chain.rpcURL)
            scene.siteUser.waits = true
            _ = try await page.run(
                """
                \(FunNetwork.provide)
                void provide(\(definition));
                return null;
                """)
            await waitUntil("the question") { scene.siteUser.asked.count == 1 }
            await page.reload()
            await waitUntil("its end") { scene.browser.host.queue.count == 0 }
            XCTAssertEqual(try scene.browser.host.networks.all(), [])
            scene.siteUser.waits = false
            let answer = try await page.run(
                """
                \(FunNetwork.provide)
                return { ok: await provide(\(definition)) };
                """)
            XCTAssertEqual(answer["ok"], true)
            XCTAssertEqual(scene.siteUser.asked.count, 2)
            try await scene.stop()
            await fun.chain.stop()
        }
    }
}
