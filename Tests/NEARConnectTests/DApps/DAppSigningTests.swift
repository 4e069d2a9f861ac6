// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import NEARRPC
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Requests of a dApp's page beyond a single transaction: batches, keys of a site, transactions that it sends itself.
final class DAppSigningTests: MainLoopTestCase {
    private static let transfer =
        #"{ receiverId: "bob.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] }"#
    private static let call =
        #"{ type: "FunctionCall", params: { methodName: "set", args: {}, gas: "10000000000000", deposit: "0" } }"#

    func testABatchIsOneQuestionAndIsSentInOrder() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            let answer = try await page.run(
                """
                await wallet.signIn();
                const outcomes = await wallet.signAndSendTransactions({ transactions: [\(Self.transfer), \(Self.transfer), \(Self.transfer)] });
                return { nonces: outcomes.map((outcome) => outcome.transaction.nonce), count: outcomes.length };
                """)
            XCTAssertEqual(answer["count"], 3)
            let nonces = try XCTUnwrap(answer["nonces"]?.arrayValue).compactMap { $0.integerValue(as: Int.self) }
            XCTAssertEqual(nonces, nonces.first.map { Array($0...($0 + 2)) })
            XCTAssertEqual(scene.user.asked.count, 2)
            XCTAssertEqual(scene.user.asked.last?.intents.count, 3)
            try await scene.stop()
        }
    }

    func testAfterATransactionThatFailsTheRestOfABatchIsNotSent() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            let answer = try await page.run(
                """
                await wallet.signIn();
                const failing = { receiverId: "bob.test.near", actions: [\(Self.call)] };
                const error = await wallet.signAndSendTransactions({ transactions: [\(Self.transfer), failing, \(Self.transfer)] }).catch((error) => error);
                return { code: error.code, sent: error.data?.outcomes?.length ?? null };
                """)
            XCTAssertNotEqual(answer["code"], 0)
            let entries = try await scene.history()
            let entry = try XCTUnwrap(entries.first)
            XCTAssertEqual(entry.parts.map(\.state.code), ["confirmed", "failed", "not-sent"], "\(answer)")
            let balance = try await scene.client.viewAccount(AccountId("bob.test.near")).value.amount
            XCTAssertEqual(balance, try NEARToken("10000 NEAR").adding(NEARToken(yoctoNEAR: 1)))
            try await scene.stop()
        }
    }

    func testASignInWithAMessageIsOneQuestion() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            let answer = try await page.run(
                """
                const nonce = crypto.getRandomValues(new Uint8Array(32));
                const accounts = await wallet.signInAndSignMessage({ messageParams: { message: "hello", recipient: location.host, nonce } });
                return { signer: accounts[0].signedMessage.accountId };
                """)
            XCTAssertEqual(answer["signer"], "alice.test.near")
            XCTAssertEqual(scene.user.asked.count, 1)
            try await scene.stop()
        }
    }

    func testAKeyThatASiteWasGivenSignsForNoOtherSite() throws {
        try run {
            let scene = try await BrowserScene()
            let other = try await WalletSite.start(["/": DAppScene.blank])
            let page = try await scene.open()
            let second = try await scene.browser.pages.show(other.origin + "/")
            _ = try await second.run("await wallet.signIn(); return null;")
            _ = try await page.run(
                """
                await wallet.signIn({ addFunctionCallKey: { contractId: "bob.test.near", allowMethods: { anyMethod: false, methodNames: ["set"] } } });
                return null;
                """)
            XCTAssertEqual(scene.user.asked.count, 2)
            XCTAssertNotNil(scene.user.asked.last?.signInPermission)
            let keys = try await scene.client.viewAccessKeyList(of: AccountId("alice.test.near")).value.keys.count
            XCTAssertEqual(keys, 2)
            let set = """
                await wallet.signAndSendTransaction({ receiverId: "bob.test.near", actions: [\(Self.call)] });
                return null;
                """
            // The key covers it.
            _ = try await page.run(set)
            XCTAssertEqual(scene.user.asked.count, 2)
            // It is the first site's.
            _ = try await second.run(set)
            XCTAssertEqual(scene.user.asked.count, 3)
            // It covers no transfer.
            _ = try await page.run("await wallet.signAndSendTransaction(\(Self.transfer)); return null;")
            XCTAssertEqual(scene.user.asked.count, 4)
            // It goes with the permission.
            _ = try await page.run("await wallet.signOut(); await wallet.signIn(); return null;")
            XCTAssertEqual(scene.user.asked.count, 5)
            _ = try await page.run(set)
            XCTAssertEqual(scene.user.asked.count, 6)
            await other.stop()
            try await scene.stop()
        }
    }

    /// A site that has keys of the user's "added" gets none of them noted as its own, and none deleted.
    func testASiteCannotClaimAKeyThatTheUserHas() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            let alice = scene.devnet.accounts[0]
            let phone = try SecretKey.generate().publicKey
            let seen = try await scene.client.viewAccessKey(alice.publicKey, of: alice.id, at: .final)
            let adding = Transaction.v0(
                TransactionV0(
                    signerId: alice.id, publicKey: alice.publicKey, nonce: seen.value.nonce + 1, receiverId: alice.id,
                    blockHash: seen.blockHash,
                    actions: [.addKey(AddKeyAction(publicKey: phone, accessKey: .fullAccess))]))
            let added = try await scene.client.sendTransaction(
                SignedTransaction.sign(adding, with: alice.secretKey), waitUntil: .final, deadline: .seconds(30))
            XCTAssertEqual(added.outcome?.isSuccess, true)
            let claim = { (key: PublicKey) in
                #"""
                { receiverId: "alice.test.near", actions: [{ type: "AddKey", params: { publicKey: "\#(key)", accessKey: { permission: { receiverId: "bob.test.near", methodNames: ["set"] } } } }] }
                """#
            }
            _ = try await page.run("await wallet.signIn(); return null;")
            let grant = { try scene.browser.host.permissions.site(scene.origin)?.grants["devnet"] }
            for key in [alice.publicKey, phone] {
                // The chain refuses it, or nobody sends it: either way the account had the key before.
                let answer = try await page.run(
                    """
                    const failed = await wallet.signAndSendTransaction(\(claim(key))).then((outcome) => "Failure" in outcome.status, (error) => error.code);
                    await window.near["near-connect"].signTransaction({ transaction: \(claim(key)) });
                    return failed;
                    """)
                XCTAssertEqual(answer, true)
                XCTAssertEqual(try grant()?.keys, [])
            }
            // One that is new is the site's, also where the site sends the transaction itself.
            let own = try SecretKey.generate().publicKey
            _ = try await page.run(
                "await window.near['near-connect'].signTransaction({ transaction: \(claim(own)) }); return null;")
            XCTAssertEqual(try grant()?.keys.map(\.publicKey), [own])
            // A file that says otherwise has nothing deleted either.
            let asked = scene.user.asked.count
            for key in [alice.publicKey, phone] {
                try scene.browser.host.permissions.add(
                    [SiteGrant.Key(accountId: alice.id, publicKey: key)], of: scene.origin, on: "devnet")
                let code = try await page.run(
                    """
                    const account = { accountId: "alice.test.near", publicKey: "\(key)" };
                    return await window.near["near-connect"].signOut({ accounts: [account] }).then(() => 0, (error) => error.code);
                    """)
                XCTAssertEqual(code, 4100)
            }
            XCTAssertEqual(scene.user.asked.count, asked)
            try await scene.stop()
        }
    }

    func testAPageSendsATransactionItself() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            let answer = try await page.run(
                """
                await wallet.signIn();
                const nep408 = window.near["near-connect"];
                const first = await nep408.signTransaction({ transaction: \(Self.transfer) });
                const second = await nep408.signTransaction({ transaction: \(Self.transfer) });
                return { signed: [first, second].map((one) => btoa(String.fromCharCode(...one.encode()))) };
                """)
            let texts = try XCTUnwrap(answer["signed"]?.arrayValue).compactMap(\.stringValue)
            XCTAssertEqual(texts.count, 2)
            let history = try await scene.history()
            XCTAssertEqual(history.map(\.state.code), ["signed", "signed"])
            for text in texts {
                let signed = try SignedTransaction(borsh: XCTUnwrap(Base64.decode(text)))
                let result = try await scene.client.sendTransaction(signed, waitUntil: .final, deadline: .seconds(30))
                XCTAssertEqual(result.outcome?.isSuccess, true, "each has a nonce of its own")
            }
            // The chain tells the journal what became of them.
            let reconciled = try await scene.reconciled()
            XCTAssertEqual(reconciled.map(\.state.code), ["confirmed", "confirmed"])
            try await scene.stop()
        }
    }

    func testADelegateActionIsSignedAndNotSent() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            let answer = try await page.run(
                """
                const [account] = await wallet.signIn();
                const { signedDelegateActions } = await wallet.signDelegateActions({ delegateActions: [\(Self.transfer)] });
                return { key: account.publicKey, signed: signedDelegateActions };
                """)
            let text = try XCTUnwrap(answer["signed"]?[0]?.stringValue, "\(answer)")
            let signed = try SignedDelegateAction(borsh: XCTUnwrap(Base64.decode(text)))
            XCTAssertTrue(signed.verify())
            XCTAssertEqual(signed.delegateAction.senderId, try AccountId("alice.test.near"))
            XCTAssertEqual(signed.delegateAction.receiverId, try AccountId("bob.test.near"))
            XCTAssertEqual(signed.delegateAction.publicKey.description, answer["key"]?.stringValue)
            XCTAssertEqual(scene.user.asked.count, 2)
            let balance = try await scene.client.viewAccount(AccountId("bob.test.near")).value.amount
            XCTAssertEqual(balance, try NEARToken("10000 NEAR"))
            try await scene.stop()
        }
    }

    func testAKeyIsAddedAndRemovedByAPage() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            let key = try SecretKey.generate().publicKey
            let alice = try AccountId("alice.test.near")
            func send(_ action: String) async throws {
                _ = try await page.run(
                    "await wallet.signAndSendTransaction({ receiverId: 'alice.test.near', actions: [\(action)] }); return null;"
                )
            }
            _ = try await page.run("await wallet.signIn(); return null;")
            let permission =
                "{ receiverId: 'bob.test.near', methodNames: ['set'], allowance: '1000000000000000000000000' }"
            try await send(
                "{ type: 'AddKey', params: { publicKey: '\(key)', accessKey: { permission: \(permission) } } }")
            var keys = try await scene.client.viewAccessKeyList(of: alice).value.keys.map { "\($0.publicKey)" }
            XCTAssertTrue(keys.contains("\(key)"))
            try await send("{ type: 'DeleteKey', params: { publicKey: '\(key)' } }")
            keys = try await scene.client.viewAccessKeyList(of: alice).value.keys.map { "\($0.publicKey)" }
            XCTAssertFalse(keys.contains("\(key)"))
            XCTAssertEqual(scene.user.asked.count, 3)
            try await scene.stop()
        }
    }

    func testAWindowOfADAppSignsAndTellsItsOpener() throws {
        try run {
            let popup = WalletSite.Page(
                """
                <!doctype html><body><script>
                addEventListener("near-wallet-injected", async ({ detail: wallet }) => {
                  const outcome = await wallet.signAndSendTransaction(\(Self.transfer)).catch((error) => error);
                  opener.postMessage(outcome.transaction?.signer_id ?? outcome.code, "*");
                  close();
                }, { once: true });
                dispatchEvent(new Event("near-selector-ready"));
                </script></body>
                """)
            let site = try await WalletSite.start(["/": DAppScene.blank, "/popup": popup])
            let scene = try await BrowserScene(on: site)
            let page = try await scene.open()
            let answer = try await page.run(
                """
                await wallet.signIn();
                const told = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data)));
                open("/popup");
                return { signer: await told };
                """)
            XCTAssertEqual(answer["signer"], "alice.test.near")
            await waitUntil("the window's end") { scene.browser.pages.pages.count == 1 }
            XCTAssertEqual(Set(scene.user.asked.map(\.asker.key.text)), ["dapp:\(site.origin)"])
            try await scene.stop()
        }
    }

    func testTwoWindowsOfTwoSitesSignInTurn() throws {
        try run {
            let scene = try await BrowserScene()
            let other = try await WalletSite.start(["/": DAppScene.blank])
            let pages = [try await scene.open(), try await scene.browser.pages.show(other.origin + "/")]
            let work = """
                await wallet.signIn();
                const outcomes = await Promise.all([1, 2].map(() => wallet.signAndSendTransaction(\(Self.transfer))));
                return { hashes: outcomes.map((outcome) => outcome.transaction_outcome.id) };
                """
            async let first = pages[0].run(work)
            async let second = pages[1].run(work)
            let answers = try await [first, second]
            let hashes = answers.flatMap { $0["hashes"]?.arrayValue ?? [] }.compactMap(\.stringValue)
            XCTAssertEqual(Set(hashes).count, 4)
            let balance = try await scene.client.viewAccount(AccountId("bob.test.near")).value.amount
            XCTAssertEqual(balance, try NEARToken("10000 NEAR").adding(NEARToken(yoctoNEAR: 4)))
            let askers = scene.user.asked.map(\.asker.key.text)
            XCTAssertEqual(askers.count { $0 == "dapp:\(scene.site.origin)" }, 3)
            XCTAssertEqual(askers.count { $0 == "dapp:\(other.origin)" }, 3)
            await other.stop()
            try await scene.stop()
        }
    }
}
