// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import NEARRPC
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Wallets as which sites see this one, where the user has said so.
final class PersonaTests: MainLoopTestCase {
    private static let globals =
        "return { hot: typeof window.hotExtension, nightly: typeof window.nightly, sender: window.near?.isSender ?? false };"

    func testASiteSeesAnotherWalletOnlyWhereTheUserHasSaidSo() throws {
        try run {
            let scene = try await BrowserScene()
            // Another port of the same host is another site.
            let other = try await WalletSite.start(["/": DAppScene.blank])
            let origin = try XCTUnwrap(SiteOrigin(scene.site.origin))
            let none: JSONValue = ["hot": "undefined", "nightly": "undefined", "sender": false]
            let before = try await scene.open()
            try await Self.check(before, none)
            for (persona, seen) in [
                (SitePersona.hot, ["hot": "object", "nightly": "undefined", "sender": false] as JSONValue),
                (.nightly, ["hot": "undefined", "nightly": "object", "sender": false]),
                (.sender, ["hot": "undefined", "nightly": "undefined", "sender": true]),
            ] {
                try scene.browser.host.permissions.setPersona(persona, of: origin)
                scene.browser.host.noteChange()
                let page = try await scene.open()
                try await Self.check(page, seen)
                let elsewhere = try await scene.browser.pages.show(other.origin + "/")
                try await Self.check(elsewhere, none)
                let still = try await page.run("return typeof window.near['near-connect'];")
                XCTAssertEqual(still, "object", "its own interfaces are there, too")
            }
            try scene.browser.host.permissions.setPersona(nil, of: origin)
            scene.browser.host.noteChange()
            let after = try await scene.open()
            try await Self.check(after, none)
            await other.stop()
            try await scene.stop()
        }
    }

    private static func check(_ page: DAppPage, _ expected: JSONValue, line: UInt = #line) async throws {
        let seen = try await page.run(globals)
        XCTAssertEqual(seen, expected, line: line)
    }

    func testHotSignsInSignsAndSends() throws {
        try run {
            let scene = try await BrowserScene()
            scene.browser.pages.provider.appear(as: ProviderPersonas(everywhere: [.hot]))
            let page = try await scene.open()
            let answer = try await page.run(
                """
                const hot = window.hotExtension;
                const heard = [];
                hot.subscribe("near:signedIn", (account) => heard.push(account.accountId));
                const signedOut = new Promise((resolve) => hot.subscribe("near:signedOut", resolve));
                const account = await hot.request("near:signIn", {});
                const nonce = Array.from(crypto.getRandomValues(new Uint8Array(32)));
                const message = await hot.request("near:signMessage", { message: "hello", nonce, recipient: location.host });
                const transfer = { receiverId: "bob.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] };
                const one = await hot.request("near:signAndSendTransactions", { transactions: [transfer] });
                const two = await hot.request("near:signAndSendTransactions", [transfer, transfer]);
                await hot.request("near:signOut", {});
                await signedOut;
                return { autoRun: hot.autoRun, account: account.accountId, key: message.publicKey === account.publicKey,
                  counts: [one.transactions.length, two.transactions.length], heard };
                """)
            XCTAssertEqual(
                answer,
                [
                    "autoRun": false, "account": "alice.test.near", "key": true, "counts": [1, 2],
                    "heard": ["alice.test.near"],
                ])
            try await scene.stop()
        }
    }

    func testAListenerHearsChangesAndNotWhatItsAnswerSays() throws {
        try run {
            for (persona, connect) in [
                (SitePersona.nightly, "await window.nightly.near.connect((account) => heard.push(account.accountId));"),
                (
                    .hot,
                    """
                    window.hotExtension.subscribe("near:accountsChanged", (account) => heard.push(account.accountId));
                    await window.hotExtension.request("near:signIn", {});
                    """
                ),
            ] {
                let scene = try await BrowserScene()
                scene.browser.pages.provider.appear(as: ProviderPersonas(everywhere: [persona]))
                let page = try await scene.open()
                await waitUntil("the persona's subscription") { scene.browser.host.hasSubscriptions }
                // The connection is a change, too: its event and its answer come in either order.
                let heard = try await page.run(
                    """
                    globalThis.heard = [];
                    \(connect)
                    while (await wallet.getAccounts().then(() => false, (error) => error.code === -32005)) await new Promise((resolve) => setTimeout(resolve, 100));
                    return heard;
                    """)
                XCTAssertEqual(heard, [], "\(persona)")
                try await scene.stop()
            }
        }
    }

    func testNightlySignsThePagesOwnBytes() throws {
        try run {
            let scene = try await BrowserScene()
            scene.browser.pages.provider.appear(as: ProviderPersonas(everywhere: [.nightly]))
            let page = try await scene.open()
            let connected = try await page.run(
                """
                const { near } = window.nightly;
                const eager = await near.connect(() => {}, true).then(() => "connected", () => "refused");
                const account = await near.connect(() => {});
                return { eager, account: account.accountId, key: account.publicKey.toString(), isConnected: near.isConnected };
                """)
            XCTAssertEqual(connected["eager"], "refused")
            XCTAssertEqual(connected["account"], "alice.test.near")
            XCTAssertEqual(connected["isConnected"], true)
            let key = try PublicKey(XCTUnwrap(connected["key"]?.stringValue))
            let alice = try AccountId("alice.test.near")
            let view = try await scene.client.viewAccessKey(key, of: alice)
            func transaction(_ key: PublicKey, _ block: CryptoHash) throws -> Transaction {
                .v0(
                    TransactionV0(
                        signerId: alice, publicKey: key, nonce: view.value.nonce + 1,
                        receiverId: try AccountId("bob.test.near"), blockHash: block,
                        actions: [.transfer(NEARToken(yoctoNEAR: 1))]))
            }
            func sign(_ transaction: Transaction) async throws -> JSONValue { try await sign(transaction.borshBytes) }
            func sign(_ bytes: [UInt8]) async throws -> JSONValue {
                try await page.run(
                    """
                    const bytes = Uint8Array.from(atob("\(Base64.encode(bytes))"), (letter) => letter.charCodeAt(0));
                    try {
                      const signed = await window.nightly.near.signTransaction({ encode: () => bytes });
                      return { signature: btoa(String.fromCharCode(...signed.signature.data)) };
                    } catch (error) { return { code: error.code }; }
                    """)
            }
            let own = try transaction(key, view.blockHash)
            let answer = try await sign(own)
            let bytes = try XCTUnwrap(Base64.decode(try XCTUnwrap(answer["signature"]?.stringValue, "\(answer)")))
            let signed = SignedTransaction(transaction: own, signature: try Signature(keyType: .ed25519, bytes: bytes))
            let result = try await scene.client.sendTransaction(signed, waitUntil: .final, deadline: .seconds(30))
            XCTAssertEqual(result.outcome?.isSuccess, true)
            // Another key, and a block that isn't the chain's.
            let another = try await sign(try transaction(try SecretKey.generate().publicKey, view.blockHash))
            XCTAssertEqual(another["code"], -32602)
            let asked = scene.user.asked.count
            let strange = try await sign(try transaction(key, CryptoHash(bytes: Array(repeating: 7, count: 32))))
            XCTAssertEqual(strange["code"], 4001)
            // One byte more, one less, and an action that isn't known.
            var unknown = own.borshBytes
            unknown[unknown.count - 17] = 200
            for bytes in [own.borshBytes + [0], own.borshBytes.dropLast(), unknown] {
                let blind = try await sign(bytes)
                XCTAssertEqual(blind["code"], 4200)
            }
            XCTAssertEqual(scene.user.asked.count, asked, "nobody is asked about what can't be signed")
            try await scene.stop()
        }
    }

    func testSenderCallsContracts() throws {
        try run {
            let scene = try await BrowserScene()
            scene.browser.pages.provider.appear(as: ProviderPersonas(everywhere: [.sender]))
            let page = try await scene.open()
            let answer = try await page.run(
                """
                const sender = window.near;
                const { accessKey } = await sender.requestSignIn({ contractId: "bob.test.near", methodNames: ["set"] });
                const key = (await sender.account().connection.signer.getPublicKey()).toString();
                const call = { methodName: "set", args: {}, gas: "10000000000000", deposit: "0" };
                const { response } = await sender.signAndSendTransaction({ receiverId: "bob.test.near", actions: [call] });
                const failed = await sender.requestSignTransactions({ transactions: [{ receiverId: "B!", actions: [call] }] });
                const before = sender.getAccountId();
                const heard = new Promise((resolve) => sender.on("signOut", resolve));
                await sender.signOut();
                return { key: accessKey.publicKey === key, outcomes: response.length, failed: failed.error?.code, before, after: sender.isSignedIn() };
                """)
            XCTAssertEqual(
                answer, ["key": true, "outcomes": 1, "failed": -32602, "before": "alice.test.near", "after": false])
            try await scene.stop()
        }
    }
}
