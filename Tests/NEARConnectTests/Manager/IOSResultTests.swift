// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectFoundation
import NEARConnectTestKit
import XCTest

/// Results of near-connect-ios's names: its texts, and the same as types.
final class IOSResultTests: MainLoopTestCase {
    /// Reads a wallet's signed message, and checks that it is the typed one, whole.
    private static func expect(_ text: String?, is typed: SignedMessage?, line: UInt = #line) throws {
        let (text, typed) = (try XCTUnwrap(text, line: line), try XCTUnwrap(typed, line: line))
        let fields = try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String], text, line: line)
        XCTAssertEqual(
            fields,
            [
                "accountId": typed.accountId.text, "publicKey": "\(typed.publicKey)",
                "signature": Data(typed.signature.bytes).base64EncodedString(),
            ], line: line)
    }

    func testASignatureIsTheWholeMessageAsJSON() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: [:])
            let manager = environment.manager
            let nonce = Data((0..<32).map { UInt8($0) })
            let payload = try NEP413Payload(message: "hello", nonce: [UInt8](nonce), recipient: "app")
            let first = try await manager.signInAndSignMessage(
                walletId: ScriptedWallet.id, message: "hello", recipient: "app", nonce: nonce)
            try Self.expect(first.signedMessage, is: first.verifiedMessage)
            try XCTUnwrap(first.verifiedMessage).verify(payload)
            let second = try await manager.signMessage(message: "hello", recipient: "app", nonce: nonce)
            try Self.expect(second.signature, is: second.verifiedMessage)
            try XCTUnwrap(second.verifiedMessage).verify(payload)
            XCTAssertEqual(second.accountId, manager.currentAccount?.accountId)
            XCTAssertEqual(second.publicKey, manager.currentAccount?.publicKey)
            try await environment.stop()
        }
    }

    func testResultsOfAProgramsOwnHaveTheTextsAlone() {
        let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "w")
        let signedIn = NEARWalletManager.SignInWithMessageResult(account: account, signedMessage: "{}")
        XCTAssertEqual(signedIn.account, account)
        XCTAssertEqual(signedIn.signedMessage, "{}")
        XCTAssertNil(signedIn.verifiedMessage)
        let message = NEARWalletManager.MessageSignResult(accountId: "a", publicKey: "k", signature: "s")
        XCTAssertEqual([message.accountId, message.publicKey, message.signature], ["a", "k", "s"])
        XCTAssertNil(message.verifiedMessage)
        let sent = NEARWalletManager.TransactionResult(transactionHashes: ["h"], rawResult: "r")
        XCTAssertEqual(sent.transactionHashes, ["h"])
        XCTAssertEqual(sent.rawResult, "r")
        XCTAssertEqual(sent.outcomes, [])
        let delegated = NEARWalletManager.DelegateActionResult(signedDelegateActions: ["d"])
        XCTAssertEqual(delegated.signedDelegateActions, ["d"])
        XCTAssertEqual(delegated.verifiedDelegateActions, [])
    }

    func testANetworkIsMadeOfItsId() throws {
        typealias Network = NEARWalletManager.Network
        XCTAssertEqual(Network.allCases.map(\.rawValue), ["mainnet", "testnet"])
        for network in Network.allCases { XCTAssertEqual(Network(rawValue: network.rawValue), network) }
        for id in ["", "Mainnet", "devnet", "mainnet "] { XCTAssertNil(Network(rawValue: id), id) }
        // Two chains with one id stay two: an id alone never makes them equal.
        let (here, there) = (
            try XCTUnwrap(URL(string: "http://127.0.0.1:1")), try XCTUnwrap(URL(string: "http://127.0.0.1:2"))
        )
        let networks = try [here, there].map {
            Network.custom(try NEARWalletManager.CustomNetwork(id: "devnet", rpcURLs: [$0]))
        }
        XCTAssertTrue(networks[0] != networks[1])
        XCTAssertFalse(networks[0] == networks[1])
    }

    func testTheErrorsOfIOSHaveCodesAndSentences() {
        let errors: [(NEARError, String)] = [
            (.operationInProgress, "operation-in-progress"), (.notSignedIn, "not-signed-in"),
            (.invalidURL, "invalid-url"), (.invalidTransaction, "invalid-transaction"),
            (.noTransactionHash, "no-transaction-hash"), (.walletError("it broke"), "wallet-error"),
            (.webViewNotReady, "web-view-not-ready"), (.rpcError("no"), "rpc-error"),
        ]
        for (error, code) in errors {
            XCTAssertEqual(error.code, code)
            XCTAssertEqual(error.localizedDescription, error.errorDescription, code)
            XCTAssertFalse(error.localizedDescription.isEmpty, code)
        }
    }
}
