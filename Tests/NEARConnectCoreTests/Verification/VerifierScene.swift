// SPDX-License-Identifier: MIT

import Foundation
import Logging
import NEARDevnet
import NEARPrimitives
import NEARRPC
import Testing

@testable import NEARConnectCore

/// A verifier whose nodes are a devnet's, or whatever stands before it.
@MainActor
struct VerifierScene {
    let chain: JournalChain
    let verifier: WalletAnswerVerifier
    var alice: DevnetAccount { chain.alice }
    var bob: DevnetAccount { chain.bob }

    /// - Parameters:
    ///   - node: The node that is asked in place of the devnet's.
    ///   - readDeadline: How long it may take.
    init(node: URL? = nil, readDeadline: Duration = .seconds(30)) async throws {
        chain = try await JournalChain()
        verifier = try Self.verifier(asking: node ?? chain.devnet.rpcURL, readDeadline: readDeadline)
    }

    static func verifier(asking node: URL, readDeadline: Duration = .seconds(30)) throws -> WalletAnswerVerifier {
        WalletAnswerVerifier(
            nodes: NetworkNodes(
                .custom(try CustomNetwork(id: "devnet", rpcURLs: [node])), clock: ContinuousClock()),
            readDeadline: readDeadline, origin: .standard, clock: ContinuousClock(), logger: Logger(label: "test"))
    }

    /// A verifier whose nodes nobody reaches.
    static func alone() throws -> WalletAnswerVerifier {
        try verifier(asking: try #require(URL(string: "http://127.0.0.1:1")), readDeadline: .seconds(1))
    }

    /// A recorder of a request of Alice's, with a journal in memory.
    func recorder(_ requests: [TransactionRequest]) async throws -> (JournalRecorder, TransactionJournal) {
        try await Self.recorder(requests, of: alice.id)
    }

    static func recorder(
        _ requests: [TransactionRequest], of signer: AccountId
    ) async throws -> (JournalRecorder, TransactionJournal) {
        let logger = Logger(label: "test")
        let journal = TransactionJournal(file: nil, logger: logger)
        let intent = JournalIntent(
            id: "a", time: 1_700_000_000_000, request: "r1", kind: .transactions, network: "devnet", signerId: signer,
            walletId: "w",
            parts: requests.map {
                JournalIntent.Part(receiverId: $0.receiverId, actions: $0.actions.map(JournalAction.init))
            }, process: .current)
        let recorder = JournalRecorder(intent, requests, journal: journal, logger: logger)
        try await recorder.begin(keys: nil)
        recorder.handOver()
        return (recorder, journal)
    }

    /// Sends a transaction of Alice's and gives its outcome as a wallet would write it.
    func send(_ actions: [Action], to receiver: AccountId) async throws -> FinalExecutionOutcome {
        let view = try await chain.client.viewAccessKey(alice.publicKey, of: alice.id)
        let transaction = Transaction.v0(
            TransactionV0(
                signerId: alice.id, publicKey: alice.publicKey, nonce: view.value.nonce + 1, receiverId: receiver,
                blockHash: view.blockHash, actions: actions))
        let signed = try SignedTransaction.sign(transaction, with: alice.secretKey)
        return try #require(try await chain.client.sendTransaction(signed, waitUntil: .final).outcome)
    }

    /// Has `answer` verified as the outcome of `request`, and says how that ended and what the journal says then.
    func verify(
        _ answer: JSONValue, for request: TransactionRequest, by other: WalletAnswerVerifier? = nil
    ) async throws -> (code: String, journal: String?) {
        let (recorder, journal) = try await recorder([request])
        let failure = await Self.failure {
            _ = try await recorder.outcome(answer, ofPart: 0, verifiedBy: other ?? verifier)
        }
        _ = await recorder.end(failure, wasAnswered: true, isKeystore: false)
        return (failure?.code ?? "none", try await journal.contents().entries.first?.state.code)
    }

    static func failure(_ operation: @MainActor () async throws -> Void) async -> NEARError? {
        do {
            try await operation()
        } catch let error as NEARError {
            return error
        } catch {
            Issue.record(error)
        }
        return nil
    }

    func stop() async {
        await chain.devnet.stop()
    }
}
