// SPDX-License-Identifier: MIT

import Foundation
import Logging
import NEARDevnet
import NEARPrimitives
import NEARRPC
import TestSupport
import Testing

@testable import NEARConnectCore

/// The proofs that a chain gives about requests whose answer was lost.
///
/// The ledger is real; a key of the test plays the wallet's part.
@Suite struct JournalReconcilerTests {
    /// A chain, a journal in memory, and an account that signs.
    private struct Scene {
        let devnet: Devnet
        let client: NEARRPCClient
        let journal = TransactionJournal(file: nil, logger: Logger(label: "test"))
        var alice: DevnetAccount { devnet.accounts[0] }
        var bob: DevnetAccount { devnet.accounts[1] }

        init() async throws {
            var configuration = DevnetConfiguration()
            configuration.accounts = try ["alice.test.near", "bob.test.near"].map {
                DevnetConfiguration.Account(try AccountId($0))
            }
            devnet = try await Devnet.start(configuration)
            // Tests that compute beside this one may keep an answer waiting.
            client = try NEARRPCClient(
                configuration: RPCClientConfiguration(
                    endpoints: [RPCEndpoint(url: devnet.rpcURL)], deadline: .seconds(300),
                    transactionDeadline: .seconds(300), attemptTimeout: .seconds(300)))
        }

        /// Returns the intent of a request to send transfers to Bob.
        func intent(
            _ id: String, _ transfers: [NEARToken], kind: JournalEntry.Kind = .transactions,
            process: ProcessIdentity = .current
        ) -> JournalIntent {
            let parts = transfers.map {
                JournalIntent.Part(
                    receiverId: bob.id, actions: [JournalAction(.transfer(TransferAction(deposit: $0)))])
            }
            return JournalIntent(
                id: id, time: 0, request: id, kind: kind, network: "devnet", signerId: alice.id, walletId: "w",
                parts: parts, process: process)
        }

        /// Begins a request of a process that has ended, with the signer's current keys.
        func begin(
            _ transfers: [NEARToken], kind: JournalEntry.Kind = .transactions, withKeys: Bool = true
        ) async throws {
            let ended = ProcessIdentity(pid: 1, startTicks: 0, boot: "another")
            let intent = intent("a", transfers, kind: kind, process: ended)
            try await journal.append([.intent(intent)])
            guard withKeys else { return }
            let list = try await client.viewAccessKeyList(of: alice.id)
            var nonces: [PublicKeyHandle: UInt64] = [:]
            for key in list.value.keys { nonces[key.publicKey] = key.accessKey.nonce }
            try await journal.append([.keys(id: "a", JournalKeys(height: list.blockHeight, nonces: nonces))])
        }

        /// Signs a transfer of Alice's without sending it.
        func sign(_ amount: NEARToken, skipping: UInt64 = 0) async throws -> SignedTransaction {
            let view = try await client.viewAccessKey(alice.publicKey, of: alice.id)
            let transaction = Transaction.v0(
                TransactionV0(
                    signerId: alice.id, publicKey: alice.publicKey, nonce: view.value.nonce + 1 + skipping,
                    receiverId: bob.id, blockHash: view.blockHash,
                    actions: [.transfer(TransferAction(deposit: amount))]))
            return try SignedTransaction.sign(transaction, with: alice.secretKey)
        }

        func note(_ signed: SignedTransaction, part: Int = 0) async throws {
            let height = try await client.block().header.height
            let key = JournalSignature.SignedNonce(
                publicKey: alice.publicKey.handle, nonce: signed.transaction.nonce.value, height: height)
            try await journal.append([.signed(id: "a", JournalSignature(part: part, hash: signed.hash, key: key))])
        }

        @discardableResult
        func send(_ amount: NEARToken) async throws -> CryptoHash {
            let signed = try await sign(amount)
            _ = try await client.sendTransaction(signed, waitUntil: .final)
            return signed.hash
        }

        func states() async throws -> [JournalEntry.State] {
            let entries = try await journal.reconcile(network: "devnet", client: client)
            return entries.first?.parts.map(\.state) ?? []
        }
    }

    private func one() throws -> NEARToken { try .near(1) }
    private func two() throws -> NEARToken { try .near(2) }

    private func isUnknown(_ state: JournalEntry.State?) -> Bool {
        if case .unknown(let howToCheck)? = state { !howToCheck.isEmpty } else { false }
    }

    private func isNotSent(_ state: JournalEntry.State?) -> Bool {
        if case .notSent(let reason)? = state { !reason.isEmpty } else { false }
    }

    // MARK: The hash is known

    @Test func aTransactionThatWasSentIsConfirmedOnce() async throws {
        let scene = try await Scene()
        try await scene.begin([one()], withKeys: false)
        let signed = try await scene.sign(one())
        try await scene.note(signed)
        _ = try await scene.client.sendTransaction(signed, waitUntil: .final)
        #expect(try await scene.states() == [.confirmed(hash: signed.hash)])
        #expect(try await scene.states().isEmpty, "it is not looked at again")
        let entry = try await scene.journal.contents().entries.first
        #expect(entry?.state == .confirmed(hash: signed.hash) && entry?.parts.first?.hash == signed.hash)
        await scene.devnet.stop()
    }

    @Test func aTransactionThatFailedOnChainHasFailed() async throws {
        let scene = try await Scene()
        let ghost = try AccountId("ghost.test.near")
        let part = JournalIntent.Part(
            receiverId: ghost, actions: [JournalAction(.transfer(TransferAction(deposit: try one())))])
        let template = try JournalBuilders.intent("a")
        try await scene.journal.append([
            .intent(
                JournalIntent(
                    id: "a", time: 0, request: "r1", kind: .transactions, network: "devnet", signerId: scene.alice.id,
                    walletId: "w", parts: [part], process: template.process))
        ])
        let view = try await scene.client.viewAccessKey(scene.alice.publicKey, of: scene.alice.id)
        let transaction = Transaction.v0(
            TransactionV0(
                signerId: scene.alice.id, publicKey: scene.alice.publicKey, nonce: view.value.nonce + 1,
                receiverId: ghost, blockHash: view.blockHash,
                actions: [.transfer(TransferAction(deposit: try one()))]))
        let signed = try SignedTransaction.sign(transaction, with: scene.alice.secretKey)
        try await scene.note(signed)
        _ = try await scene.client.sendTransaction(signed, waitUntil: .final)
        guard case .failed(let hash, let reason)? = try await scene.states().first else {
            Issue.record("it did not fail")
            return
        }
        #expect(hash == signed.hash && !reason.isEmpty)
        await scene.devnet.stop()
    }

    @Test func aSignedTransactionIsUnknownUntilItsTimeHasGoneBy() async throws {
        let scene = try await Scene()
        try await scene.begin([one()], withKeys: false)
        try await scene.note(try await scene.sign(one()))
        #expect(isUnknown(try await scene.states().first), "anybody who has it can send it")
        #expect(isUnknown(try await scene.states().first), "and the entry stays open")
        try await scene.devnet.fastForward(JournalReconciler.validity - 10)
        #expect(isUnknown(try await scene.states().first))
        try await scene.devnet.fastForward(20)
        #expect(isNotSent(try await scene.states().first))
        await scene.devnet.stop()
    }

    @Test func aNonceThatSomethingElseHasTakenProvesThatItWasNotSent() async throws {
        let scene = try await Scene()
        try await scene.begin([one()], withKeys: false)
        try await scene.note(try await scene.sign(one()))
        for _ in 0..<5 { try await scene.devnet.produceBlock() }
        try await scene.send(two())
        for _ in 0..<5 { try await scene.devnet.produceBlock() }
        guard case .notSent(let reason)? = try await scene.states().first else {
            Issue.record("not proven")
            return
        }
        #expect(reason.contains("nonce"))
        await scene.devnet.stop()
    }

    @Test func ofABatchEachTransactionIsLookedAtByItself() async throws {
        let scene = try await Scene()
        try await scene.begin([one(), two()], withKeys: false)
        let (first, second) = (try await scene.sign(one()), try await scene.sign(two(), skipping: 1))
        try await scene.note(first)
        try await scene.note(second, part: 1)
        _ = try await scene.client.sendTransaction(first, waitUntil: .final)
        let states = try await scene.states()
        #expect(states.first == .confirmed(hash: first.hash))
        #expect(isUnknown(states.last))
        let entry = try await scene.journal.contents().entries.first
        #expect(isUnknown(entry?.state), "the request as a whole isn't known")
        _ = try await scene.client.sendTransaction(second, waitUntil: .final)
        #expect(try await scene.states() == [.confirmed(hash: first.hash), .confirmed(hash: second.hash)])
        await scene.devnet.stop()
    }

    @Test func aHashThatAWalletOnlyNamedProvesNothing() async throws {
        let scene = try await Scene()
        try await scene.begin([one()])
        try await scene.journal.append([
            .signed(id: "a", JournalSignature(part: 0, hash: JournalBuilders.hash, key: nil))
        ])
        #expect(isUnknown(try await scene.states().first))
        let hash = try await scene.send(one())
        #expect(try await scene.states() == [.confirmed(hash: hash)], "it was another transaction than the wallet said")
        await scene.devnet.stop()
    }

    @Test func aTransactionThatIsNotTheOneAskedForIsNotConfirmed() async throws {
        let scene = try await Scene()
        try await scene.begin([one()])
        let hash = try await scene.send(two())
        try await scene.journal.append([.signed(id: "a", JournalSignature(part: 0, hash: hash, key: nil))])
        #expect(isUnknown(try await scene.states().first))
        await scene.devnet.stop()
    }

    // MARK: Only the keys are known

    @Test func whatAWalletSentIsFoundByTheSignersKeys() async throws {
        let scene = try await Scene()
        try await scene.send(one())
        for _ in 0..<7 { try await scene.devnet.produceBlock() }
        try await scene.begin([one(), two()])
        for _ in 0..<30 { try await scene.devnet.produceBlock() }
        try await scene.send(try .near(3))
        let second = try await scene.send(two())
        for _ in 0..<40 { try await scene.devnet.produceBlock() }
        #expect(isUnknown(try await scene.states().first))
        let first = try await scene.send(one())
        for _ in 0..<3 { try await scene.devnet.produceBlock() }
        #expect(try await scene.states() == [.confirmed(hash: first), .confirmed(hash: second)])
        await scene.devnet.stop()
    }

    @Test func withoutATraceItIsUnknownUntilNothingOfThatTimeCanBeExecuted() async throws {
        let scene = try await Scene()
        try await scene.begin([one()])
        guard case .unknown(let howToCheck)? = try await scene.states().first else {
            Issue.record("not unknown")
            return
        }
        #expect(howToCheck.contains("alice.test.near"))
        try await scene.devnet.fastForward(JournalReconciler.validity + 1)
        #expect(isNotSent(try await scene.states().first))
        await scene.devnet.stop()
    }

    @Test func whatTheWalletRefusedIsSaidUntilTheChainKnowsBetter() async throws {
        let scene = try await Scene()
        try await scene.begin([one()])
        try await scene.journal.append([
            .left(id: "a", reason: "x"), .state(id: "a", part: 0, .refused(reason: "said so"), isSettled: false),
        ])
        #expect(try await scene.states() == [.refused(reason: "said so")])
        let hash = try await scene.send(one())
        #expect(try await scene.states() == [.confirmed(hash: hash)], "it lied")
        await scene.devnet.stop()
    }

    @Test func withoutTheKeysNothingIsGuessed() async throws {
        let scene = try await Scene()
        try await scene.begin([one()], withKeys: false)
        try await scene.send(one())
        #expect(isUnknown(try await scene.states().first))
        await scene.devnet.stop()
    }

    @Test func oneTransactionCountsForOneRequestOnly() async throws {
        let scene = try await Scene()
        try await scene.begin([one()])
        let hash = try await scene.send(one())
        let earlier = scene.intent("earlier", [try one()])
        try await scene.journal.append([
            .intent(earlier), .state(id: "earlier", part: 0, .confirmed(hash: hash), isSettled: true),
        ])
        #expect(isUnknown(try await scene.states().first))
        await scene.devnet.stop()
    }

    /// The same transfer of another request, which signs while the chain is searched for this one's.
    @Test func aSignatureThatComesDuringTheSearchIsAnotherRequests() async throws {
        let scene = try await Scene()
        try await scene.begin([one()])
        let hash = try await scene.send(one())
        let later = scene.intent("later", [try one()])
        try await scene.journal.append([.intent(later)])
        let journal = scene.journal
        try await LyingNode.run(before: scene.devnet.rpcURL) { node in
            node.lie { _, answer in
                await #expect(throws: Never.self) {
                    try await journal.append([.signed(id: "later", JournalSignature(part: 0, hash: hash, key: nil))])
                }
                return answer
            }
            _ = try await journal.reconcile(network: "devnet", client: node.client())
        }
        let entries = try await journal.contents().entries
        #expect(isUnknown(entries.first { $0.id == "a" }?.state))
        #expect(entries.first { $0.id == "later" }?.parts.first?.hash == hash)
        await scene.devnet.stop()
    }

    @Test func whoeverStillWaitsIsLeftAlone() async throws {
        let scene = try await Scene()
        let intent = try JournalBuilders.intent("a", process: .current)
        try await scene.journal.append([.intent(intent)])
        #expect(try await scene.states() == [.open])
        await scene.devnet.stop()
    }

    @Test func numbersThatNoChainHasEndInUnknown() async throws {
        let scene = try await Scene()
        for height: UInt64 in [0, .max - 1, .max] {
            try await scene.begin([one()], withKeys: false)
            let handle = scene.alice.publicKey.handle
            let key = JournalSignature.SignedNonce(publicKey: handle, nonce: .max, height: height)
            try await scene.journal.append([
                .keys(id: "a", JournalKeys(height: height, nonces: [:])),
                .signed(id: "a", JournalSignature(part: 0, hash: JournalBuilders.hash, key: key)),
                .checked(id: "a", height: height),
            ])
            #expect(try await !scene.states().contains { $0.code == "confirmed" || $0.code == "failed" })
        }
        await scene.devnet.stop()
    }

    @Test func whenNoNodeAnswersNothingChanges() async throws {
        let scene = try await Scene()
        try await scene.begin([one()])
        await scene.devnet.stop()
        await #expect(throws: NEARError.self) { try await scene.states() }
        #expect(isUnknown(try await scene.journal.contents().entries.first?.state))
    }
}
