// SPDX-License-Identifier: MIT

import Foundation
import NEARDevnet
import NEARPrimitives
import NEARRPC
import Testing

@testable import NEARConnectCore

/// Forecasts of batches of actions, compared with what the chain then does.
@Suite struct ActionForecastTests {
    private static let call = Action.functionCall(
        FunctionCallAction(
            methodName: "add_message", args: Array(#"{"text":"hi"}"#.utf8), gas: Gas(gas: 30_000_000_000_000),
            deposit: .zero))

    private static func add(_ key: SecretKey, _ permission: AccessKeyPermission = .fullAccess) -> Action {
        .addKey(AddKeyAction(publicKey: key.publicKey, accessKey: AccessKey(permission: permission)))
    }

    private static func delete(_ key: SecretKey) -> Action {
        .deleteKey(DeleteKeyAction(publicKey: key.publicKey))
    }

    /// A chain with a published contract, and what would be done there.
    private struct Scene {
        let chain: JournalChain
        let contract: GlobalContractIdentifier
        let key: SecretKey

        var alice: DevnetAccount { chain.alice }
        var use: Action { .useGlobalContract(UseGlobalContractAction(contractIdentifier: contract)) }

        init() async throws {
            chain = try await JournalChain()
            let code = try SampleContract.guestBook.code()
            contract = .codeHash(CryptoHash.sha256(code))
            key = try SecretKey.generate()
            let publish = Action.deployGlobalContract(DeployGlobalContractAction(code: code, deployMode: .codeHash))
            #expect(try await send([publish], to: chain.bob.id, by: chain.bob) == nil)
        }

        /// Returns why the actions would fail; `nil` if nothing stands against them.
        func forecast(_ actions: [Action], to receiver: AccountId) async throws -> ActionErrorKind? {
            let forecast = try await ChainForecaster(
                TransactionRequest(receiverId: receiver, actions: actions), signer: alice.id,
                publicKey: alice.publicKey, isDelegated: false, client: chain.client
            ).forecast()
            switch forecast.refusals.first {
            case .action(let kind): return kind
            case nil: return nil
            case .transaction(let error): throw error
            }
        }

        /// Has the actions done.
        ///
        /// - Returns: Why they failed; `nil` if they didn't.
        func send(_ actions: [Action], to receiver: AccountId, by signer: DevnetAccount) async throws
            -> ActionErrorKind?
        {
            let view = try await chain.client.viewAccessKey(signer.publicKey, of: signer.id)
            let transaction = Transaction.v0(
                TransactionV0(
                    signerId: signer.id, publicKey: signer.publicKey, nonce: view.value.nonce + 1,
                    receiverId: receiver, blockHash: view.blockHash, actions: actions))
            let signed = try SignedTransaction.sign(transaction, with: signer.secretKey)
            let outcome = try #require(try await chain.client.sendTransaction(signed, waitUntil: .final).outcome)
            for ending in outcome.outcomes {
                guard case .failure(.actionError(let error)) = ending.outcome.status else { continue }
                return error.kind
            }
            return nil
        }

        /// Signs, with a key of Alice's, what the chain shall do to her account.
        func delegate(_ actions: [Action], by key: SecretKey? = nil) async throws -> Action {
            let height = try await chain.client.block(.final).header.height
            let inner = DelegateAction(
                senderId: alice.id, receiverId: alice.id, actions: actions, nonce: height * 1_000_000 + 500_000,
                maxBlockHeight: height + 100, publicKey: (key ?? alice.secretKey).publicKey)
            return .delegate(try SignedDelegateAction.sign(inner, with: key ?? alice.secretKey))
        }

        /// Signs the same as a delegate action of version 2.
        func delegateV2(
            by key: SecretKey, sender: AccountId? = nil, maxBlockHeight: UInt64 = .max,
            nonce: TransactionNonce = .nonce(500_000_000), _ actions: [Action] = []
        ) throws -> Action {
            let inner = DelegateActionV2(
                senderId: sender ?? alice.id, receiverId: alice.id, actions: actions, nonce: nonce,
                maxBlockHeight: maxBlockHeight, publicKey: key.publicKey)
            return .delegateV2(try VersionedSignedDelegateAction.sign(.v2(inner), with: key))
        }
    }

    /// A batch of Alice's, and how nearcore names the reason for which it fails.
    private struct Batch {
        let reason: String?
        let receiver: AccountId
        let actions: [Action]
    }

    private static func batches(_ scene: Scene) async throws -> [Batch] {
        let (alice, key) = (scene.alice.id, scene.key)
        let bob = scene.chain.bob.id
        let child = try AccountId("app.alice.test.near")
        let initial = DeterministicAccountStateInit.v1(DeterministicAccountStateInitV1(code: scene.contract))
        let initialize = Action.deterministicStateInit(
            DeterministicStateInitAction(stateInit: initial, deposit: try .near(1)))
        let gasKey = AccessKeyPermission.gasKeyFullAccess(GasKeyInfo(balance: .zero, numNonces: 1))
        let remove = Action.deleteAccount(DeleteAccountAction(beneficiaryId: bob))
        let money = Action.transfer(TransferAction(deposit: try .near(1)))
        return [
            // Keys that an earlier action has added or removed.
            Batch(reason: nil, receiver: alice, actions: [add(key), delete(key)]),
            Batch(reason: nil, receiver: alice, actions: [delete(scene.alice.secretKey), add(scene.alice.secretKey)]),
            Batch(reason: "AddKeyAlreadyExists", receiver: alice, actions: [add(key), add(key)]),
            Batch(reason: "DeleteKeyDoesNotExist", receiver: alice, actions: [add(key), delete(key), delete(key)]),
            // Code that an earlier action has put there.
            Batch(reason: "CodeDoesNotExist", receiver: alice, actions: [call, scene.use]),
            Batch(reason: nil, receiver: alice, actions: [scene.use, call]),
            // Accounts that an earlier action has created.
            Batch(reason: nil, receiver: initial.accountId, actions: [initialize, call]),
            Batch(reason: "ActorNoPermission", receiver: initial.accountId, actions: [initialize, add(key)]),
            Batch(reason: "CodeDoesNotExist", receiver: child, actions: [.createAccount, money, add(key), call]),
            Batch(reason: "AddKeyAlreadyExists", receiver: child, actions: [.createAccount, add(key), add(key)]),
            Batch(reason: nil, receiver: child, actions: [.createAccount, money, scene.use, call]),
            // What only the account itself may have done.
            Batch(reason: "ActorNoPermission", receiver: bob, actions: [scene.use]),
            Batch(
                reason: "ActorNoPermission", receiver: bob,
                actions: [.deployGlobalContract(DeployGlobalContractAction(code: [0], deployMode: .accountId))]),
            Batch(
                reason: "ActorNoPermission", receiver: bob,
                actions: [
                    .withdrawFromGasKey(WithdrawFromGasKeyAction(publicKey: key.publicKey, amount: try .near(1)))
                ]),
            // Delegate actions come after the actions beside them.
            Batch(
                reason: nil, receiver: alice, actions: [add(key), try await scene.delegate([delete(key)], by: key)]),
            Batch(
                reason: nil, receiver: alice, actions: [try await scene.delegate([delete(key)]), add(key)]),
            Batch(
                reason: "AccountDoesNotExist", receiver: alice,
                actions: [try await scene.delegate([add(key)]), remove]),
            Batch(
                reason: "AccessKeyNotFound", receiver: alice,
                actions: [try await scene.delegate([add(key)], by: key)]),
            Batch(
                reason: "DelegateActionRequiresNonGasKey", receiver: alice,
                actions: [add(key, gasKey), try await scene.delegate([add(key)], by: key)]),
            Batch(
                reason: "DelegateActionSenderDoesNotMatchTxReceiver", receiver: bob,
                actions: [try await scene.delegate([])]),
        ]
    }

    @Test func whatIsForetoldOfABatchHappens() async throws {
        let count = try await Self.withScene { try await Self.batches($0).count }
        for index in 0..<count {
            try await Self.withScene { scene in
                let batch = try await Self.batches(scene)[index]
                let told = try await scene.forecast(batch.actions, to: batch.receiver)
                let done = try await scene.send(batch.actions, to: batch.receiver, by: scene.alice)
                #expect(told == done, "batch \(index)")
                #expect(told.map { ChainRefusal.action($0).reason } == batch.reason, "batch \(index)")
            }
        }
    }

    /// The devnet takes no delegate actions of version 2, so nothing is compared.
    @Test func delegateActionsOfVersion2AreLookedAt() async throws {
        try await Self.withScene { scene in
            let (alice, bob, key) = (scene.alice.id, scene.chain.bob.id, scene.key)
            let own = scene.alice.secretKey
            let gasKey = Self.add(key, .gasKeyFullAccess(GasKeyInfo(balance: .zero, numNonces: 2)))
            func nonce(_ index: UInt16) -> TransactionNonce { .gasKeyNonce(nonce: 1, nonceIndex: index) }
            let height = try await scene.chain.client.block(.final).header.height
            let used = try await scene.chain.client.viewAccessKey(own.publicKey, of: alice).value.nonce
            let taken = TransactionNonce.nonce(height * 1_000_000 + 500_000)
            let rows: [([Action], ActionErrorKind?)] = [
                (
                    [try scene.delegateV2(by: own, sender: bob)],
                    .delegateActionSenderDoesNotMatchTxReceiver(senderId: bob, receiverId: alice)
                ),
                ([try scene.delegateV2(by: own, maxBlockHeight: 1)], .delegateActionExpired),
                (
                    [try scene.delegateV2(by: key)],
                    .delegateActionAccessKeyError(.accessKeyNotFound(accountId: alice, publicKey: key.publicKey))
                ),
                (
                    [try scene.delegateV2(by: own, nonce: .nonce(0))],
                    .delegateActionInvalidNonce(delegateNonce: 0, accessKeyNonce: used)
                ),
                (
                    [try scene.delegateV2(by: own, nonce: nonce(0))],
                    .delegateActionAccessKeyError(.delegateActionRequiresGasKey)
                ),
                (
                    [gasKey, try scene.delegateV2(by: key, nonce: nonce(2))],
                    .delegateActionInvalidNonceIndex(nonceIndex: 2, numNonces: 2)
                ),
                ([gasKey, try scene.delegateV2(by: key, nonce: nonce(1))], nil),
                (
                    [try scene.delegateV2(by: own, nonce: taken, [Self.delete(key)])],
                    .deleteKeyDoesNotExist(accountId: alice, publicKey: key.publicKey)
                ),
            ]
            for (index, (actions, expected)) in rows.enumerated() {
                #expect(try await scene.forecast(actions, to: alice) == expected, "row \(index)")
            }
        }
    }

    /// Runs a test with a scene of its own, which ends with it, however it ends.
    private static func withScene<Value>(_ body: (Scene) async throws -> Value) async throws -> Value {
        let scene = try await Scene()
        do {
            let value = try await body(scene)
            await scene.chain.devnet.stop()
            return value
        } catch {
            await scene.chain.devnet.stop()
            throw error
        }
    }
}
