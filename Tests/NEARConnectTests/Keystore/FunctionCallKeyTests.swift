// SPDX-License-Identifier: MIT

import FoundationEssentials
import MainLoopTesting
import NEARConnectLocal
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Function-call keys of the keystore: added after a question, used for what they cover, and by one asker only.
final class FunctionCallKeyTests: MainLoopTestCase {
    @MainActor
    private static func code(_ operation: @MainActor () async throws -> Void) async -> String {
        do {
            try await operation()
            return "done"
        } catch {
            return (error as? NEARError)?.code ?? "\(error)"
        }
    }

    func testAProgramsOwnKeyIsThereOnceTheSignInReturns() throws {
        try run {
            let scene = try await KeystoreScene.start()
            let key = try SecretKey.generate().publicKey
            let wanted = FunctionCallKeyRequest(contractId: scene.shop.id, methodNames: ["ping"], publicKey: key)
            let account = try await scene.manager.signIn(
                walletId: KeystoreService.walletId, functionCallKey: wanted)
            XCTAssertEqual(account.accountId, scene.alice.id.text)
            let added = try await scene.addedKeys()
            XCTAssertEqual(added.map { "\($0.key)" }, ["\(key)"])
            XCTAssertEqual(added.map(\.permission), [.functionCall(wanted.permission)])
            try await scene.environment.stop()
        }
    }

    func testCoveredCallsNeedNoQuestionAndAllElseDoes() throws {
        try run {
            let scene = try await KeystoreScene.start()
            let manager = scene.manager
            let wanted = FunctionCallKeyRequest(contractId: scene.shop.id, methodNames: ["ping"])
            let account = try await manager.signInWithKeystore(functionCallKey: wanted)
            XCTAssertEqual(account.accountId, scene.alice.id.text)
            XCTAssertEqual(scene.approver.asked.count, 1, "one question for sign-in and key")
            XCTAssertEqual(scene.approver.asked.first?.signInPermission, wanted.permission)
            let added = try await scene.addedKeys()
            XCTAssertEqual(added.map(\.permission), [.functionCall(wanted.permission)])
            await manager.journal.settle()
            let entry = try await manager.history().first
            XCTAssertEqual(entry?.state.code, "confirmed", "the key's transaction is in the history")
            XCTAssertEqual(entry?.parts.first?.receiverId, scene.alice.id)

            for requests in [[scene.call("ping")], [scene.call("ping"), scene.call("ping")]] {
                for outcome in try await manager.signAndSendTransactions(requests) {
                    XCTAssertTrue(outcome.isSuccess)
                    XCTAssertEqual(outcome.transaction.publicKey.handle, added.first?.key)
                }
            }
            XCTAssertEqual(scene.approver.asked.count, 1, "nobody was asked")

            let ping = scene.call("ping")
            let uncovered: [[TransactionRequest]] = [
                [scene.call("pong")], [scene.call("ping", deposit: .oneYocto)],
                [TransactionRequest(receiverId: scene.shop.id, actions: ping.actions + ping.actions)],
                [TransactionRequest(receiverId: scene.shop.id, actions: [.transfer(.oneYocto)])],
                [ping, scene.call("pong")],
            ]
            for (index, requests) in uncovered.enumerated() {
                for outcome in try await manager.signAndSendTransactions(requests) {
                    XCTAssertEqual(outcome.transaction.publicKey, scene.alice.publicKey, "\(requests)")
                }
                XCTAssertEqual(scene.approver.asked.count, index + 2)
                XCTAssertNil(scene.approver.asked.last?.coveringKey)
            }
            // Another contract with the same method: the user says no, and the key doesn't sign instead.
            scene.approver.refuses = true
            let other = await Self.code {
                try await manager.signAndSendTransactions([scene.call("ping", of: scene.bob.id)])
            }
            XCTAssertEqual(other, "user-cancelled")
            let delegate = await Self.code { _ = try await manager.signDelegateActions([ping]) }
            XCTAssertEqual(delegate, "user-cancelled", "a relayer's call is asked for, too")
            try await scene.environment.stop()
        }
    }

    func testNoOtherAskerAccountOrSessionSignsWithTheKey() throws {
        try run {
            let scene = try await KeystoreScene.start()
            let wanted = FunctionCallKeyRequest(contractId: scene.shop.id)
            _ = try await scene.manager.signInWithKeystore(functionCallKey: wanted)
            // The same keystore, in memory, for an app of another origin.
            var configuration = scene.environment.configuration
            configuration.profile = .ephemeral
            configuration.origin = try BridgeOrigin(try XCTUnwrap(URL(string: "https://mallory.example")))
            let mallory = NEARWalletManager(configuration: configuration)
            mallory.services.approver = scene.approver
            _ = try await mallory.signIn(walletId: KeystoreService.walletId)
            let before = scene.approver.asked.count
            let outcome = try await mallory.signAndSendTransactions([scene.call("ping")]).first
            XCTAssertEqual(outcome?.transaction.publicKey, scene.alice.publicKey)
            XCTAssertEqual(scene.approver.asked.count, before + 1)
            mallory.close()

            // The same app with another account.
            scene.approver.account = scene.bob.id
            _ = try await scene.manager.signIn(walletId: KeystoreService.walletId)
            let bobs = try await scene.manager.signAndSendTransactions([scene.call("ping")]).first
            XCTAssertEqual(bobs?.transaction.publicKey, scene.bob.publicKey)

            // The same app and account after a sign-out.
            scene.approver.account = scene.alice.id
            try await scene.manager.signOut()
            _ = try await scene.manager.signIn(walletId: KeystoreService.walletId)
            let later = try await scene.manager.signAndSendTransactions([scene.call("ping")]).first
            XCTAssertEqual(later?.transaction.publicKey, scene.alice.publicKey)
            XCTAssertEqual(scene.approver.asked.count, before + 5)
            try await scene.environment.stop()
        }
    }

    func testAKeyThatTheChainDoesNotHaveOrCannotPayIsNotUsed() throws {
        try run {
            let scene = try await KeystoreScene.start()
            let small = FunctionCallKeyRequest(contractId: scene.shop.id, allowance: try NEARToken("0.001 NEAR"))
            _ = try await scene.manager.signInWithKeystore(functionCallKey: small)
            let poor = try await scene.manager.signAndSendTransactions([scene.call("ping")]).first
            XCTAssertEqual(poor?.transaction.publicKey, scene.alice.publicKey)
            XCTAssertEqual(scene.approver.asked.count, 2)

            let wanted = FunctionCallKeyRequest(contractId: scene.shop.id, allowance: nil)
            let known = try await scene.addedKeys().map(\.key)
            _ = try await scene.manager.signInWithKeystore(functionCallKey: wanted)
            let used = try await scene.manager.signAndSendTransactions([scene.call("ping")]).first
            let key = try XCTUnwrap(used?.transaction.publicKey)
            XCTAssertNotEqual(key, scene.alice.publicKey)
            XCTAssertFalse(known.contains(key.handle), "the newest key")
            XCTAssertEqual(scene.approver.asked.count, 3)
            try await scene.act(scene.alice, [.deleteKey(DeleteKeyAction(publicKey: key))])
            let gone = try await scene.manager.signAndSendTransactions([scene.call("ping")]).first
            XCTAssertEqual(gone?.transaction.publicKey, scene.alice.publicKey)
            XCTAssertEqual(scene.approver.asked.count, 4)
            try await scene.environment.stop()
        }
    }

    func testAKeyThatTheAppNamesIsAddedAndNeverSignsHere() throws {
        try run {
            let scene = try await KeystoreScene.start()
            let key = try SecretKey.generate().publicKey
            let wanted = FunctionCallKeyRequest(contractId: scene.shop.id, publicKey: key)
            _ = try await scene.manager.signInWithKeystore(functionCallKey: wanted)
            let added = try await scene.addedKeys()
            XCTAssertEqual(added.map(\.key), [key.handle])
            let outcome = try await scene.manager.signAndSendTransactions([scene.call("ping")]).first
            XCTAssertEqual(outcome?.transaction.publicKey, scene.alice.publicKey)
            XCTAssertEqual(scene.approver.asked.count, 2)
            try await scene.environment.stop()
        }
    }

    func testARefusedKeyIsNotAddedAndNobodyIsSignedIn() throws {
        try run {
            let shop = try AccountId("shop.test.near")
            let rule = ApprovalPolicy.Rule(
                networks: ["devnet"], maximumDeposit: try .near(1), receiverIds: [shop],
                methodNames: [ExactText("ping")])
            let refused = [
                FunctionCallKeyRequest(contractId: shop, methodNames: ["pong"]),
                FunctionCallKeyRequest(contractId: shop, methodNames: ["ping", "pong"]),
                FunctionCallKeyRequest(contractId: shop),
                FunctionCallKeyRequest(contractId: try AccountId("bob.test.near"), methodNames: ["ping"]),
                FunctionCallKeyRequest(contractId: shop, methodNames: ["ping"], allowance: nil),
                FunctionCallKeyRequest(contractId: shop, methodNames: ["ping"], allowance: try .near(2)),
            ]
            let scene = try await KeystoreScene.start(approval: .allow(rule))
            for request in refused {
                let code = await Self.code { _ = try await scene.manager.signInWithKeystore(functionCallKey: request) }
                XCTAssertEqual(code, "wallet-rejected", "\(request)")
            }
            let keys = try await scene.addedKeys()
            XCTAssertTrue(keys.isEmpty)
            XCTAssertFalse(scene.manager.isSignedIn)
            let history = try await scene.manager.history()
            XCTAssertTrue(history.isEmpty)
            // What the rule covers goes through, the key's calls too.
            let covered = FunctionCallKeyRequest(contractId: shop, methodNames: ["ping"])
            _ = try await scene.manager.signInWithKeystore(functionCallKey: covered)
            let outcome = try await scene.manager.signAndSendTransactions([scene.call("ping")]).first
            let added = try await scene.addedKeys()
            XCTAssertEqual(outcome?.transaction.publicKey.handle, added.first?.key)
            try await scene.environment.stop()

            let asking = try await KeystoreScene.start()
            asking.approver.refuses = true
            let code = await Self.code { _ = try await asking.manager.signInWithKeystore(functionCallKey: covered) }
            XCTAssertEqual(code, "user-cancelled")
            let none = try await asking.addedKeys()
            XCTAssertTrue(none.isEmpty)
            try await asking.environment.stop()
        }
    }

    func testNoOtherKeyIsAddedThanTheProgramAskedFor() throws {
        try run {
            let scene = try await KeystoreScene.start()
            let manager = scene.manager
            let shop = scene.shop.id
            let asked = FunctionCallKeyRequest(contractId: shop, methodNames: ["ping"])
            let others: [FunctionCallKeyRequest?] = [
                nil, FunctionCallKeyRequest(contractId: scene.bob.id, methodNames: ["ping"]),
                FunctionCallKeyRequest(contractId: shop),
                FunctionCallKeyRequest(contractId: shop, methodNames: ["pong"]),
                FunctionCallKeyRequest(contractId: shop, methodNames: ["ping"], allowance: nil),
                FunctionCallKeyRequest(
                    contractId: shop, methodNames: ["ping"], publicKey: try SecretKey.generate().publicKey),
            ]
            let pairs = others.map { (asked, $0) } + others.dropFirst().map { (nil, $0) }
            for (wanted, named) in pairs {
                let pending = try manager.requests.table.open(.signIn, deadline: .seconds(60))
                pending.operation?.functionCallKey = wanted
                var params: NEARPrimitives.JSONValue.Members = ["network": "devnet"]
                params["addFunctionCallKey"] = named?.json
                let call = BridgeMessage.HostCall(
                    requestId: pending.id, callId: "c", service: "keystore", method: "signIn", params: .object(params),
                    walletId: KeystoreService.walletId)
                let service = KeystoreService(keystore: manager.configuration.keystore, host: manager.services)
                do throws(HostCallError) {
                    _ = try await service.answer(call)
                    XCTFail("\(String(describing: named)) for \(String(describing: wanted))")
                } catch {
                    XCTAssertEqual(error.code, "walletRejected")
                }
                manager.requests.table.settle(pending.id, .failure(.userCancelled))
            }
            XCTAssertTrue(scene.approver.asked.isEmpty)
            try await scene.environment.stop()
        }
    }
}
