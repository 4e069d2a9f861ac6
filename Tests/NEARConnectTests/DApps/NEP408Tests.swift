// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import NEARRPC
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// NEP-408's injected wallet in a page, member by member.
final class NEP408Tests: MainLoopTestCase {
    private static let transfer =
        #"{ receiverId: "bob.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] }"#

    @MainActor
    private static func permission(
        _ key: PublicKey, in scene: BrowserScene
    ) async throws -> FunctionCallPermission? {
        let alice = try AccountId("alice.test.near")
        let keys = try await scene.client.viewAccessKeyList(of: alice).value.keys
        guard
            case .functionCall(let permission)? = keys.first(where: { $0.publicKey == key.handle })?.accessKey
                .permission
        else { return nil }
        return permission
    }

    func testSignInAddsThePagesOwnKeyAndSignOutDeletesIt() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            let key = try SecretKey.generate().publicKey
            let added = try await page.run(
                """
                class PublicKey { toString() { return "\(key)"; } }
                globalThis.account = { accountId: "alice.test.near", publicKey: new PublicKey() };
                const { near: { "near-connect": nep408 } } = window;
                await nep408.connect({ networkId: "devnet" });
                const permission = { receiverId: "bob.test.near", methodNames: ["set"], allowance: 10n ** 24n };
                const answer = await nep408.signIn({ permission, account });
                return { answer: answer ?? null, connected: nep408.connected, accounts: nep408.accounts.length };
                """)
            XCTAssertEqual(added, ["answer": nil, "connected": true, "accounts": 1])
            let permission = try await Self.permission(key, in: scene)
            XCTAssertEqual(
                permission,
                FunctionCallPermission(
                    allowance: try NEARToken("1 NEAR"), receiverId: try AccountId("bob.test.near"),
                    methodNames: ["set"]))
            XCTAssertEqual(scene.user.asked.count, 2)
            XCTAssertEqual(scene.user.asked.last?.candidates.map(\.text), ["alice.test.near"])
            XCTAssertEqual(try scene.browser.host.permissions.site(scene.origin)?.grants["devnet"]?.keys.count, 1)
            // The account's own key is none of this site's.
            let full = scene.devnet.accounts[0].secretKey.publicKey
            let other = try await page.run(
                """
                const wrong = { accountId: "alice.test.near", publicKey: "\(full)" };
                return await window.near["near-connect"].signOut({ accounts: [wrong] }).then(() => 0, (error) => error.code);
                """)
            XCTAssertEqual(other, 4100)
            XCTAssertEqual(scene.user.asked.count, 2)
            let after = try await page.run(
                """
                const nep408 = window.near["near-connect"];
                await nep408.signOut({ accounts: [account] });
                return { connected: nep408.connected, accounts: nep408.accounts.length };
                """)
            XCTAssertEqual(after, ["connected": true, "accounts": 1], "only disconnect() ends the connection")
            XCTAssertEqual(scene.user.asked.count, 3)
            let gone = try await Self.permission(key, in: scene)
            XCTAssertNil(gone)
            XCTAssertEqual(try scene.browser.host.permissions.site(scene.origin)?.grants["devnet"]?.keys, [])
            try await scene.stop()
        }
    }

    func testAKeyWithoutAnAllowanceHasTheUsualOne() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            let key = try SecretKey.generate().publicKey
            _ = try await page.run(
                """
                const nep408 = window.near["near-connect"];
                const [{ accountId }] = await nep408.connect({ networkId: "devnet" });
                const permission = { receiverId: "bob.test.near", methodNames: [], allowance: null };
                await nep408.signIn({ permission, account: { accountId, publicKey: "\(key)" } });
                return null;
                """)
            let permission = try await Self.permission(key, in: scene)
            XCTAssertEqual(permission?.allowance, FunctionCallKeyRequest.usualAllowance)
            XCTAssertEqual(permission?.methodNames, [])
            try await scene.stop()
        }
    }

    func testAKeyIsAddedToNoAccountThatTheSiteWasNotGiven() throws {
        try run {
            let scene = try await BrowserScene(accounts: 2)
            let page = try await scene.open()
            let answer = try await page.run(
                """
                const nep408 = window.near["near-connect"];
                const permission = { receiverId: "bob.test.near", methodNames: [] };
                const add = (accountId) => nep408.signIn({ permission, account: { accountId } }).then(() => 0, (error) => error.code);
                const codes = [await add("alice.test.near")];
                await nep408.connect({ networkId: "devnet" });
                for (const name of ["bob.test.near", "carol.test.near"]) codes.push(await add(name));
                return codes;
                """)
            XCTAssertEqual(answer, [4100, 4100, 4100])
            XCTAssertEqual(scene.user.asked.count, 1)
            try await scene.stop()
        }
    }

    func testSignInMultiAddsAKeyForEachContract() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            let answer = try await page.run(
                """
                const nep408 = window.near["near-connect"];
                const [{ accountId }] = await nep408.connect({ networkId: "devnet" });
                const permissions = ["bob.test.near", "alice.test.near"].map((receiverId) => ({ receiverId, methodNames: ["set"] }));
                const own = { accountId, publicKey: "\(try SecretKey.generate().publicKey)" };
                const both = await nep408.signInMulti({ permissions, account: own }).then(() => "", (error) => `${error.code} ${error.message}`);
                await nep408.signInMulti({ permissions, account: { accountId } });
                return both;
                """)
            XCTAssertEqual(answer.stringValue?.hasPrefix("4200 A key calls one contract"), true)
            let keys = try await scene.client.viewAccessKeyList(of: AccountId("alice.test.near")).value.keys
            XCTAssertEqual(keys.count, 3)
            XCTAssertEqual(scene.user.asked.count, 3)
            try await scene.stop()
        }
    }

    func testSignTransactionsIsOneQuestionAndNothingIsSent() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            let answer = try await page.run(
                """
                const nep408 = window.near["near-connect"];
                await nep408.connect({ networkId: "devnet" });
                const all = await nep408.signTransactions({ transactions: [\(Self.transfer), \(Self.transfer)] });
                const none = await nep408.signTransactions({ transactions: [] }).then(() => 0, (error) => error.code);
                return { all: all.map((one) => btoa(String.fromCharCode(...one.encode()))), none };
                """)
            XCTAssertEqual(scene.user.asked.count, 2)
            XCTAssertEqual(scene.user.asked.last?.intents.count, 2)
            XCTAssertEqual(answer["none"], -32602)
            let texts = try XCTUnwrap(answer["all"]?.arrayValue).compactMap(\.stringValue)
            let signed = try texts.map { try SignedTransaction(borsh: XCTUnwrap(Base64.decode($0))) }
            let before = try await scene.client.viewAccount(AccountId("bob.test.near")).value.amount
            XCTAssertEqual(before, try NEARToken("10000 NEAR"))
            let history = try await scene.history()
            XCTAssertEqual(history.first?.parts.map(\.state.code), ["signed", "signed"])
            for transaction in signed {
                let result = try await scene.client.sendTransaction(
                    transaction, waitUntil: .final, deadline: .seconds(30))
                XCTAssertEqual(result.outcome?.isSuccess, true)
            }
            try await scene.stop()
        }
    }

    func testPagesLearnThePublicAddressesAndNoneOfTheUsers() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            let network = """
                const nep408 = window.near["near-connect"];
                await nep408.connect({ networkId });
                const { network } = nep408;
                await nep408.disconnect();
                return { ...network, isFrozen: Object.isFrozen(network), after: nep408.network };
                """
            let own = try await page.run("const networkId = 'devnet'; \(network)")
            XCTAssertEqual(own, ["networkId": "devnet", "nodeUrl": "", "isFrozen": true, "after": nil])
            scene.browser.host.pageNetwork = "testnet"
            let known = try await page.run("const networkId = 'testnet'; \(network)")
            XCTAssertEqual(known["nodeUrl"], "https://rpc.testnet.near.org")
            try await scene.stop()
        }
    }

    func testDisconnectAndOffEndWhatListenersHear() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            let answer = try await page.run(
                """
                const nep408 = window.near["near-connect"];
                const heard = { kept: [], ended: [] };
                const ended = ({ accounts }) => heard.ended.push(accounts.length);
                nep408.on("accountsChanged", ended);
                await new Promise((resolve) => {
                  nep408.on("accountsChanged", ({ accounts }) => { heard.kept.push(accounts.length); if (heard.kept.length === 1) resolve(); });
                  void nep408.connect({ networkId: "devnet" });
                });
                nep408.off("accountsChanged", ended);
                const gone = new Promise((resolve) => nep408.on("accountsChanged", resolve));
                await nep408.disconnect();
                await gone;
                return { ...heard, supports: await nep408.supportsNetwork("nowhere"), id: nep408.id };
                """)
            XCTAssertEqual(answer, ["kept": [1, 0], "ended": [1], "supports": false, "id": "near-connect"])
            try await scene.stop()
        }
    }
}
