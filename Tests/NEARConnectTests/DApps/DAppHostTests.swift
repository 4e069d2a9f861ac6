// SPDX-License-Identifier: MIT

import FoundationEssentials
import Logging
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// A dApp's page that uses the wallet on a chain: permissions, questions, signatures and what is heard of changes.
final class DAppHostTests: MainLoopTestCase {
    func testAPageSignsInSendsAndSignsOut() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            let before = try await page.run("return { accounts: await wallet.getAccounts() };")
            XCTAssertEqual(before["accounts"], [])
            let answer = try await page.run(
                """
                const accounts = await wallet.signIn({ network: "devnet" });
                const outcome = await wallet.signAndSendTransaction({ receiverId: "bob.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] });
                const nonce = crypto.getRandomValues(new Uint8Array(32));
                const message = await wallet.signMessage({ message: "hello", recipient: location.host, nonce });
                return { accounts, hash: outcome.transaction_outcome.id, signer: message.accountId };
                """)
            XCTAssertEqual(answer["accounts"]?[0]?["accountId"], "alice.test.near")
            XCTAssertEqual(answer["signer"], "alice.test.near")
            let balance = try await scene.client.viewAccount(AccountId("bob.test.near")).value.amount
            XCTAssertEqual(balance, try NEARToken("10000 NEAR").adding(NEARToken(yoctoNEAR: 1)))
            // Each question was asked in the site's name.
            let askers = Set(scene.user.asked.map(\.asker.key.text))
            XCTAssertEqual(askers, ["dapp:\(scene.site.origin)"])
            XCTAssertEqual(scene.user.asked.count, 3)
            let after = try await page.run("await wallet.signOut(); return { accounts: await wallet.getAccounts() };")
            XCTAssertEqual(after["accounts"], [])
            try await scene.stop()
        }
    }

    func testPagesKnowAChainByTheNameThatTheyWereTold() throws {
        try run {
            let scene = try await BrowserScene()
            scene.browser.host.pageNetwork = "testnet"
            let page = try await scene.open()
            let answer = try await page.run(
                """
                const extension = await window.injectedWeb3["near-connect"].enable("dApp");
                const accounts = await wallet.getAccounts({ network: "testnet" });
                const outcome = await wallet.signAndSendTransaction({ network: "testnet", receiverId: "bob.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] });
                const other = await wallet.signIn({ network: "mainnet" }).catch((error) => error.code);
                return { network: (await extension.accounts.get())[0].network, accounts: accounts.length, signer: outcome.transaction.signer_id, other };
                """)
            XCTAssertEqual(
                answer, ["network": "testnet", "accounts": 1, "signer": "alice.test.near", "other": 4901])
            try await scene.stop()
        }
    }

    func testWithoutAPermissionNothingIsSigned() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            let answer = try await page.run(
                """
                const codes = [];
                for (const ask of [
                  () => wallet.signMessage({ message: "hello", recipient: "app.example", nonce: new Uint8Array(32) }),
                  () => wallet.signAndSendTransaction({ receiverId: "bob.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] }),
                  () => wallet.signDelegateActions({ delegateActions: [{ receiverId: "bob.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] }] }),
                ]) await ask().then(() => codes.push(0), (error) => codes.push(error.code));
                return { codes };
                """)
            XCTAssertEqual(answer["codes"], [4100, 4100, 4100])
            XCTAssertEqual(scene.user.asked.count, 0)
            try await scene.stop()
        }
    }

    func testWhatAUserRefusesIsNeitherSignedNorSent() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            _ = try await page.run("await wallet.signIn(); return null;")
            scene.user.refuses = true
            let answer = try await page.run(
                """
                const ends = await Promise.allSettled([
                  wallet.signAndSendTransaction({ receiverId: "bob.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] }),
                  wallet.signMessage({ message: "hello", recipient: "app.example", nonce: new Uint8Array(32) }),
                ]);
                return { codes: ends.map((end) => end.reason?.code ?? 0) };
                """)
            XCTAssertEqual(answer["codes"], [4001, 4001])
            let balance = try await scene.client.viewAccount(AccountId("bob.test.near")).value.amount
            XCTAssertEqual(balance, try NEARToken("10000 NEAR"))
            try await scene.stop()
        }
    }

    func testARevocationIsHeard() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            _ = try await page.run(
                """
                await wallet.signIn();
                globalThis.heard = [];
                globalThis.first = new Promise((resolve) => window.near["near-connect"].on("accountsChanged", ({ accounts }) => {
                  heard.push(accounts.map(({ accountId }) => accountId));
                  resolve();
                }));
                return null;
                """)
            await waitUntil("the subscription") { scene.browser.host.hasSubscriptions }
            try scene.browser.host.revoke(try XCTUnwrap(SiteOrigin(scene.site.origin)))
            let answer = try await page.run("await first; return { heard };")
            XCTAssertEqual(answer["heard"], [[]])
            try await scene.stop()
        }
    }

    func testAQuestionClosesWithItsPage() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            scene.user.waits = true
            _ = try await page.run("wallet.signIn().catch(() => {}); return null;")
            await waitUntil("the question") { scene.user.asked.count == 1 }
            scene.browser.pages.close(page)
            await waitUntil("its end") { scene.browser.host.queue.count == 0 }
            XCTAssertNil(try scene.browser.host.permissions.site(try XCTUnwrap(SiteOrigin(scene.site.origin))))
            try await scene.stop()
        }
    }

    func testAPolicyForTheSiteSignsAndForNoOther() throws {
        try run {
            for isNamed in [true, false] {
                let site = try await WalletSite.start(["/": DAppScene.blank])
                let named = isNamed ? site.origin : "https://app.example"
                let rule = #"{"name": "site", "askers": ["dapp:\#(named)"], "networks": ["devnet"]"#
                let policy = try ApprovalPolicy(
                    parsing: Array(
                        #"{"version": 1, "rules": [\#(rule), "receivers": ["bob.test.near"], "deposit": "1 NEAR"}]}"#
                            .utf8),
                    file: "policy.json")
                let scene = try await BrowserScene(policy: policy, on: site)
                let page = try await scene.open()
                let answer = try await page.run(
                    """
                    const codes = [];
                    const send = (deposit) => wallet.signAndSendTransaction({ receiverId: "bob.test.near", actions: [{ type: "Transfer", params: { deposit } }] });
                    for (const ask of [() => wallet.signIn(), () => send("1000000000000000000000000"), () => send("1000000000000000000000001")]) {
                      await ask().then(() => codes.push(0), (error) => codes.push(error.code));
                    }
                    return { codes };
                    """)
                XCTAssertEqual(answer["codes"], isNamed ? [0, 0, 4001] : [4001, 4100, 4100])
                XCTAssertEqual(scene.user.asked.count, 0)
                try await scene.stop()
            }
        }
    }

    func testNEP408AndPolkadotsShapeAreTheSameWallet() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            let answer = try await page.run(
                """
                window.near = { isSender: false };
                const nep408 = window.near["near-connect"];
                const accounts = await nep408.connect({ networkId: "devnet" });
                const extension = await window.injectedWeb3["near-connect"].enable("dApp");
                const listed = await extension.accounts.get();
                const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
                const data = JSON.stringify({ message: "hello", recipient: location.host, nonce });
                const signed = await extension.signer.signRaw({ address: listed[0].address, data, type: "bytes" });
                const blind = await extension.signer.signRaw({ address: listed[0].address, data: "0x00", type: "payload" }).catch((error) => error.code);
                const raw = await nep408.signTransaction({ transaction: { receiverId: "bob.test.near", actions: [] } }).catch((error) => error.code);
                await nep408.disconnect();
                return {
                  accounts: accounts.map(({ accountId, publicKey }) => `${accountId} ${`${publicKey}`.slice(0, 8)}`), supports: await nep408.supportsNetwork("other"),
                  listed: listed[0].address, type: listed[0].type, length: signed.signature.length, blind, raw, after: nep408.accounts.length,
                };
                """)
            XCTAssertEqual(answer["accounts"], ["alice.test.near ed25519:"])
            XCTAssertEqual(answer["supports"], false)
            XCTAssertEqual(answer["listed"], "alice.test.near")
            XCTAssertEqual(answer["type"], "ed25519")
            XCTAssertEqual(answer["length"], 130)
            XCTAssertEqual(answer["blind"], 4200)
            XCTAssertEqual(answer["raw"], -32602)
            XCTAssertEqual(answer["after"], 0)
            try await scene.stop()
        }
    }

    func testAUsersLimitsForASiteSpareTheQuestionUpToTheLast() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            _ = try await page.run("await wallet.signIn(); return null;")
            let origin = try XCTUnwrap(SiteOrigin(scene.site.origin))
            let policy: JSONValue = [
                "version": 1,
                "rules": [
                    ["name": "daily", "networks": ["devnet"], "receivers": ["bob.test.near"], "deposit": "1 NEAR"]
                ],
            ]
            try scene.browser.host.permissions.setLimits(
                try SiteLimits(policy, for: origin), of: origin, on: "devnet")
            let send = """
                await wallet.signAndSendTransaction({ receiverId: "bob.test.near", actions: [{ type: "Transfer", params: { deposit } }] });
                return null;
                """
            _ = try await page.run("const deposit = '1000000000000000000000000'; \(send)")
            XCTAssertEqual(scene.user.asked.count, 1, "only the sign-in was asked about")
            _ = try await page.run("const deposit = '1000000000000000000000001'; \(send)")
            XCTAssertEqual(scene.user.asked.count, 2)
            try await scene.stop()
        }
    }
}
