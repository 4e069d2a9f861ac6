// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import WebKitGTK
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore

/// The keystore wallet: who may use it, who approves, and what never leaves this process.
final class KeystoreTests: MainLoopTestCase {
    /// An approver that answers as the test says.
    @MainActor
    private final class User: Approver {
        var answers: [ApprovalAnswer] = []
        private(set) var asked: [ApprovalRequest] = []

        func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
            asked.append(request)
            return answers.isEmpty ? .cancelled : answers.removeFirst()
        }

        func dismiss() {}
    }

    private static let wallet = "near-connect-keystore"

    private static func call(_ method: String, _ params: JSONValue, in request: RequestID) -> BridgeMessage.HostCall {
        BridgeMessage.HostCall(
            requestId: request, callId: "c", service: "keystore", method: method, params: params, walletId: wallet)
    }

    /// An approver that answers late.
    @MainActor
    private final class SlowUser: Approver {
        private(set) var isAsked = false
        private var continuation: CheckedContinuation<ApprovalAnswer, Never>?

        func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
            isAsked = true
            return await withCheckedContinuation { continuation = $0 }
        }

        func answer(_ answer: ApprovalAnswer) {
            continuation?.resume(returning: answer)
            continuation = nil
        }

        func dismiss() {}
    }

    func testAnApprovalThatComesAfterTheCancelSignsNothing() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(approval: .ask)
            let manager = environment.manager
            let user = User()
            user.answers = [.approved(account: environment.accounts[0].id)]
            manager.services.approver = user
            _ = try await manager.signIn(walletId: Self.wallet)
            let slow = SlowUser()
            manager.services.approver = slow
            let (alice, bob) = (environment.accounts[0], environment.accounts[1])
            let before = try await manager.client().viewAccessKey(alice.publicKey, of: alice.id).value.nonce
            let sending = Task { [manager] in try await manager.sendNEAR(to: bob.id, amount: .near(1)) }
            await waitUntil("the question") { slow.isAsked }
            XCTAssertTrue(manager.cancelPendingOperation())
            slow.answer(.approved(account: nil))
            do {
                _ = try await sending.value
                XCTFail("no error")
            } catch NEARError.userCancelled {}
            // A new request goes through the same page after whatever the old one may have left.
            manager.services.approver = user
            user.answers = [.approved(account: nil)]
            _ = try await manager.sign(message: "hello", recipient: "app")
            let after = try await manager.client().viewAccessKey(alice.publicKey, of: alice.id).value.nonce
            XCTAssertEqual(after, before, "nothing was sent")
            try await environment.stop()
        }
    }

    func testARefusedSignInChangesNeitherAccountNorSigner() throws {
        try run {
            // The keystore has a key for Bob that isn't Bob's: his messages can't be verified on chain.
            let environment = try await WalletTestEnvironment.start(approval: .ask)
            let (alice, bob, carol) = (environment.accounts[0], environment.accounts[1], environment.accounts[2])
            var configuration = environment.configuration
            configuration.profile = .ephemeral
            configuration.keystore = Keystore([
                Keystore.Entry(network: "devnet", accountId: alice.id, secretKey: alice.secretKey),
                Keystore.Entry(network: "devnet", accountId: bob.id, secretKey: carol.secretKey),
            ])
            let manager = NEARWalletManager(configuration: configuration)
            let user = User()
            manager.services.approver = user
            user.answers = [.approved(account: alice.id), .approved(account: bob.id), .approved(account: nil)]
            let account = try await manager.signIn(walletId: Self.wallet)
            do {
                _ = try await manager.signInAndSignMessage(walletId: Self.wallet, message: "hello", recipient: "app")
                XCTFail("no error")
            } catch NEARError.signatureInvalid {}
            XCTAssertEqual(manager.currentAccount, account)
            let outcome = try await manager.sendNEAR(to: carol.id, amount: .near(1))
            XCTAssertEqual(outcome.transaction.signerId, alice.id)
            manager.close()
            try await environment.stop()
        }
    }

    func testAUserApprovesOrCancels() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(approval: .ask)
            let manager = environment.manager
            let user = User()
            manager.services.approver = user
            let (alice, bob) = (environment.accounts[0].id, environment.accounts[1].id)
            user.answers = [.approved(account: bob), .cancelled, .approved(account: nil)]
            let account = try await manager.signIn(walletId: Self.wallet)
            XCTAssertEqual(account.accountId, bob.text, "the user chose")
            do {
                _ = try await manager.sendNEAR(to: alice, amount: .near(1))
                XCTFail("no error")
            } catch NEARError.userCancelled {}
            _ = try await manager.sendNEAR(to: alice, amount: .near(2))
            XCTAssertEqual(user.asked.count, 3)
            XCTAssertEqual(user.asked.first?.candidates, environment.accounts.map(\.id))
            XCTAssertEqual(user.asked.last?.intents.first?.receiverId, alice)
            XCTAssertEqual(try user.asked.last?.totalDeposit(), try .near(2))
            XCTAssertEqual(user.asked.last?.asker, .program(origin: "https://near-connect-bridge.local"))
            try await environment.stop()
        }
    }

    func testWithoutAWindowNothingIsSigned() throws {
        try run {
            for approval in [ApprovalPolicy.ask, .deny] {
                let environment = try await WalletTestEnvironment.start(approval: approval)
                do {
                    _ = try await environment.manager.signIn(walletId: Self.wallet)
                    XCTFail("no error")
                } catch NEARError.walletRejected(let reason) {
                    XCTAssertFalse(reason.isEmpty)
                }
                XCTAssertFalse(environment.manager.isSignedIn)
                try await environment.stop()
            }
        }
    }

    func testThePolicyIsAskedForWhatIsReallySigned() throws {
        try run {
            let rule = ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: try .near(5))
            let environment = try await WalletTestEnvironment.start(approval: .allow(rule))
            let manager = environment.manager
            let bob = environment.accounts[1].id
            _ = try await manager.signIn(walletId: Self.wallet)
            _ = try await manager.sendNEAR(to: bob, amount: .near(5))
            do {
                _ = try await manager.sendNEAR(to: bob, amount: .near(6))
                XCTFail("no error")
            } catch NEARError.walletRejected(let reason) {
                XCTAssertTrue(reason.contains("6 NEAR"), reason)
            }
            try await environment.stop()
        }
    }

    func testOtherWalletsCannotReachTheService() throws {
        try run {
            for method in ["accounts", "signMessage", "signTransactions"] {
                let call: JSONValue = [
                    "do": "external", "entity": "nearConnectKeystore", "key": .string(method),
                    "args": [["network": "devnet"]],
                ]
                let environment = try await WalletTestEnvironment.start(script: ["signMessage": [call]])
                let manager = environment.manager
                _ = try await manager.signIn(walletId: ScriptedWallet.id)
                do {
                    _ = try await manager.sign(message: "hello", recipient: "app")
                    XCTFail("no error")
                } catch NEARError.walletRejected {}
                try await environment.stop()
            }
        }
    }

    func testRepliesHoldNoSecretKey() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            _ = try await manager.signIn(walletId: Self.wallet)
            let service = KeystoreService(keystore: manager.configuration.keystore, host: manager.services)
            let transfer: JSONValue = [
                "receiverId": "bob.test.near", "actions": [["type": "Transfer", "params": ["deposit": "1"]]],
            ]
            let message: JSONValue = [
                "network": "devnet", "message": "m", "recipient": "r",
                "nonce": .string(Base64.encode([UInt8](repeating: 0, count: 32))),
            ]
            let asked = NEARWalletManager.TransactionRequest(
                receiverId: environment.accounts[1].id,
                actions: [.transfer(TransferAction(deposit: NEARToken(yoctoNEAR: 1)))])
            let calls: [(RequestKind, String, JSONValue)] = [
                (.accounts, "accounts", ["network": "devnet"]), (.signIn, "signIn", ["network": "devnet"]),
                (.signMessage, "signMessage", message), (.signInAndSignMessage, "signInAndSignMessage", message),
                (.signAndSendTransaction, "signTransactions", ["network": "devnet", "transactions": [transfer]]),
                (
                    .signDelegateActions, "signDelegateActions",
                    ["network": "devnet", "delegateActions": [transfer]]
                ),
            ]
            for (kind, method, params) in calls {
                let pending = try manager.requests.table.open(kind, deadline: .seconds(60))
                defer { manager.requests.table.settle(pending.id, .failure(.userCancelled)) }
                pending.operation?.record(
                    by: manager.journal.recorder(
                        of: pending.id, kind: kind, requests: [asked], signer: environment.accounts[0].id,
                        walletId: Self.wallet, asker: environment.manager.requests.asker))
                pending.operation?.message = try Self.payload("m", "r", nonce: 0)
                let reply = try await service.answer(Self.call(method, params, in: pending.id)).text
                for account in environment.accounts {
                    let secret = account.secretKey.exposedText().dropFirst("ed25519:".count)
                    XCTAssertFalse(reply.contains(secret.prefix(20)), method)
                }
            }
            try await environment.stop()
        }
    }

    private static func payload(_ message: String, _ recipient: String, nonce byte: UInt8) throws -> NEP413Payload {
        try NEP413Payload(message: message, nonce: [UInt8](repeating: byte, count: 32), recipient: recipient)
    }

    /// The page passes a message on; it neither chooses one nor writes it in another form.
    func testNoOtherMessageIsSignedThanTheOneThatTheProgramAskedFor() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(approval: .ask)
            let manager = environment.manager
            let user = User()
            manager.services.approver = user
            user.answers = [.approved(account: environment.accounts[0].id)]
            _ = try await manager.signIn(walletId: Self.wallet)
            let service = KeystoreService(keystore: manager.configuration.keystore, host: manager.services)
            let asked = try Self.payload("caf\u{e9}; K", "r\u{e9}.example", nonce: 1)
            let others = [
                try Self.payload("caf\u{e9}; K ", "r\u{e9}.example", nonce: 1),
                try Self.payload("cafe\u{301}; K", "r\u{e9}.example", nonce: 1),
                try Self.payload("caf\u{e9}\u{37e} K", "r\u{e9}.example", nonce: 1),
                try Self.payload("caf\u{e9}; \u{212a}", "r\u{e9}.example", nonce: 1),
                try Self.payload("caf\u{e9}; K", "re\u{301}.example", nonce: 1),
                try Self.payload("caf\u{e9}; K", "other.example", nonce: 1),
                try Self.payload("caf\u{e9}; K", "r\u{e9}.example", nonce: 2),
            ]
            let ways: [(RequestKind, String)] = [
                (.signMessage, "signMessage"), (.signInAndSignMessage, "signInAndSignMessage"),
            ]
            for (kind, method) in ways {
                let pending = try manager.requests.table.open(kind, deadline: .seconds(60))
                defer { manager.requests.table.settle(pending.id, .failure(.userCancelled)) }
                func answer(_ payload: NEP413Payload) async throws(HostCallError) -> JSONValue {
                    let params: JSONValue = [
                        "network": "devnet", "message": .string(payload.message.text),
                        "recipient": .string(payload.recipient.text), "nonce": .string(Base64.encode(payload.nonce)),
                    ]
                    return try await service.answer(Self.call(method, params, in: pending.id))
                }
                let before = user.asked.count
                for payload in [asked] + others {
                    // Nothing was asked for yet, and then only one message.
                    pending.operation?.message = payload == asked ? nil : asked
                    do throws(HostCallError) {
                        _ = try await answer(payload)
                        XCTFail("\(method): \(payload)")
                    } catch {
                        XCTAssertEqual(error.message, "this is not the message that the program asked for")
                    }
                }
                XCTAssertEqual(user.asked.count, before, "no question")
                user.answers = [.approved(account: environment.accounts[0].id)]
                let reply = try await answer(asked)
                XCTAssertNotNil(reply["signedMessage"])
            }
            try await environment.stop()
        }
    }

    func testNothingElseIsSignedThanWhatTheProgramAskedFor() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            _ = try await manager.signIn(walletId: Self.wallet)
            let service = KeystoreService(keystore: manager.configuration.keystore, host: manager.services)
            let asked = NEARWalletManager.TransactionRequest(
                receiverId: environment.accounts[1].id, actions: [.transfer(TransferAction(deposit: try .near(1)))])
            let transfer = { (receiver: String, deposit: String) -> JSONValue in
                [
                    "receiverId": .string(receiver),
                    "actions": [["type": "Transfer", "params": ["deposit": .string(deposit)]]],
                ]
            }
            let good = transfer("bob.test.near", "1000000000000000000000000")
            let message: JSONValue = [
                "network": "devnet", "message": "m", "recipient": "r",
                "nonce": .string(Base64.encode([UInt8](repeating: 0, count: 32))),
            ]
            let pending = try manager.requests.table.open(.signAndSendTransactions, deadline: .seconds(60))
            pending.operation?.record(
                by: manager.journal.recorder(
                    of: pending.id, kind: .signAndSendTransactions, requests: [asked],
                    signer: environment.accounts[0].id, walletId: Self.wallet, asker: environment.manager.requests.asker
                ))
            let calls: [(String, JSONValue)] = [
                ("signTransactions", ["network": "devnet", "transactions": [transfer("relayer.test.near", "1")]]),
                ("signTransactions", ["network": "devnet", "transactions": [transfer("bob.test.near", "1")]]),
                ("signTransactions", ["network": "devnet", "transactions": [good, good]]),
                ("signDelegateActions", ["network": "devnet", "delegateActions": [good]]), ("signMessage", message),
                ("signIn", ["network": "devnet"]),
            ]
            for (method, params) in calls {
                do throws(HostCallError) {
                    _ = try await service.answer(Self.call(method, params, in: pending.id))
                    XCTFail("\(method) \(params) was answered")
                } catch {
                    XCTAssertEqual(error.code, "walletRejected")
                }
            }
            let reply = try await service.answer(
                Self.call("signTransactions", ["network": "devnet", "transactions": [good]], in: pending.id))
            XCTAssertEqual(reply["signedTransactions"]?.arrayValue?.count, 1)
            try await environment.stop()
        }
    }

    func testAnEmbeddersOwnOriginIsTheOneThatIsShown() throws {
        try run {
            let url = try XCTUnwrap(URL(string: "https://app.example"))
            let origin = try BridgeOrigin(url)
            let environment = try await WalletTestEnvironment.start(approval: .ask) { $0.origin = origin }
            let user = User()
            user.answers = [.approved(account: environment.accounts[0].id)]
            environment.manager.services.approver = user
            _ = try await environment.manager.signIn(walletId: Self.wallet)
            XCTAssertEqual(user.asked.first?.asker, .program(origin: "https://app.example"))
            let shown = try await environment.manager.coordinator?.view.call("return location.origin")
            XCTAssertEqual(shown, "https://app.example")
            try await environment.stop()
        }
    }

    func testCallsThatMakeNoSenseAreRefused() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            let service = KeystoreService(keystore: manager.configuration.keystore, host: manager.services)
            let request = try manager.requests.table.open(.wallets, deadline: .seconds(60)).id
            let calls: [(String, JSONValue)] = [
                ("explode", ["network": "devnet"]), ("accounts", [:]), ("accounts", "text"),
                ("signIn", ["network": "mainnet"]),
                ("signMessage", ["network": "devnet", "message": "m", "recipient": "r", "nonce": "AAAA"]),
                ("signTransactions", ["network": "devnet", "transactions": []]),
            ]
            for (method, params) in calls {
                do throws(HostCallError) {
                    _ = try await service.answer(Self.call(method, params, in: request))
                    XCTFail("\(method) \(params) was answered")
                } catch {
                    XCTAssertFalse(error.message.isEmpty)
                }
            }
            try await environment.stop()
        }
    }
}
