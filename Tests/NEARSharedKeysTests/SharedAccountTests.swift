// SPDX-License-Identifier: MIT

import Foundation
import Logging
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import NEARRPC
import NEARSharedKeys
import NEARShares
import Testing

/// A shared key as the key of an account on a chain.
@Suite struct SharedAccountTests {
    private let bob = "bob.test.near"

    private func chain() async throws -> (Devnet, NEARRPCClient) {
        var configuration = DevnetConfiguration()
        configuration.accounts = [DevnetConfiguration.Account(try AccountId(bob))]
        let devnet = try await Devnet.start(configuration)
        return (devnet, try NEARRPCClient(url: devnet.rpcURL.absoluteString))
    }

    private func send(
        _ actions: [Action], by key: any AccessKeySigner, of account: AccountId, to receiver: AccountId? = nil,
        over node: NEARRPCClient
    ) async throws -> TransactionResult {
        let seen = try await node.viewAccessKey(key.publicKey, of: account, at: .optimistic)
        let transaction = Transaction.v0(
            TransactionV0(
                signerId: account, publicKey: key.publicKey, nonce: seen.value.nonce + 1,
                receiverId: receiver ?? account, blockHash: seen.blockHash, actions: actions))
        let signature = try await key.sign(.transaction(transaction)) { _ in }
        return try await node.sendTransaction(
            SignedTransaction(transaction: transaction, signature: signature), waitUntil: .final)
    }

    @Test func anAccountPaysAndRotatesAndTheOldPairFails() async throws {
        let (devnet, node) = try await chain()
        let scene = try SharedKeyScene()
        let (alice, bob) = (try AccountId("alice.test.near"), try AccountId(bob))
        try await devnet.createAccount(alice, balance: try .near(10), publicKey: scene.set.publicKey)
        let device = try await scene.device()
        let key = try SharedKey(scene.set, by: device, with: .coSigner(try scene.coSigner()))
        let before = try await node.viewAccount(bob, at: .optimistic).value.amount.yoctoNEAR
        let deposit = NEARToken(yoctoNEAR: 12_345)
        let paid = try await send(
            [.transfer(TransferAction(deposit: deposit))], by: key, of: alice, to: bob, over: node)
        #expect(paid.outcome?.isSuccess == true)
        #expect(try await node.viewAccount(bob, at: .optimistic).value.amount.yoctoNEAR == before + 12_345)

        // The new key is added by the old one, and proves itself by deleting it.
        let next = try SharedKeyScene()
        let new = try SharedKey(next.set, by: try await next.device(), with: .share(try next.words()))
        let access = AccessKey(nonce: 0, permission: .fullAccess)
        let added = try await send(
            [.addKey(AddKeyAction(publicKey: new.publicKey, accessKey: access))], by: key, of: alice, over: node)
        let deleted = try await send(
            [.deleteKey(DeleteKeyAction(publicKey: key.publicKey))], by: new, of: alice, over: node)
        #expect(added.outcome?.isSuccess == true && deleted.outcome?.isSuccess == true)

        // Every pair of the old set still makes a signature of its key, and the chain takes none.
        let partners: [(any ShareSource, SharedKey.Partner)] = [
            (device, .share(try scene.words())), (device, .coSigner(try scene.coSigner())),
            (try scene.words(), .coSigner(try scene.coSigner())),
        ]
        let current = try await node.viewAccessKey(new.publicKey, of: alice, at: .optimistic)
        for (source, partner) in partners {
            let old = try SharedKey(scene.set, by: source, with: partner)
            let transaction = Transaction.v0(
                TransactionV0(
                    signerId: alice, publicKey: old.publicKey, nonce: current.value.nonce + 1, receiverId: bob,
                    blockHash: current.blockHash, actions: [.transfer(TransferAction(deposit: deposit))]))
            let signed = SignedTransaction(
                transaction: transaction, signature: try await old.sign(.transaction(transaction)) { _ in })
            #expect(signed.verify())
            await #expect(throws: RPCError.self) { _ = try await node.sendTransaction(signed, waitUntil: .final) }
        }
        #expect(try await node.viewAccount(bob, at: .optimistic).value.amount.yoctoNEAR == before + 12_345)
        await devnet.stop()
    }
}
