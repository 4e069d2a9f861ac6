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
}
