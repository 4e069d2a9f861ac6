// SPDX-License-Identifier: MIT

package import Logging
package import NEARPrimitives
package import NEARRPC
internal import SafeText

/// Sends signed transactions, each once, with the journal's word on what came of it.
@MainActor
package struct TransactionSending {
    private let nodes: NetworkNodes
    private let verifier: WalletAnswerVerifier

    init(_ nodes: NetworkNodes, verifiedBy verifier: WalletAnswerVerifier) {
        self.nodes = nodes
        self.verifier = verifier
    }

    /// Prepares to send what was signed elsewhere.
    ///
    /// - Parameters:
    ///   - nodes: The nodes of the network.
    ///   - logger: Says what could not be looked up.
    package init(_ nodes: NetworkNodes, logger: Logger) {
        self.nodes = nodes
        verifier = WalletAnswerVerifier(
            nodes: nodes, readDeadline: .seconds(10), origin: .standard, clock: ContinuousClock(), logger: logger)
    }

    /// Sends a transaction whose signature the journal has, as a part of its request.
    ///
    /// - Returns: The node's answer, and the error that the journal gets.
    func send(
        _ signed: SignedTransaction, waitUntil stage: TxExecutionStatus, deadline: Duration,
        recordedBy recorder: JournalRecorder, part: Int = 0
    ) async throws -> (TransactionResult, NEARError?) {
        let result = try await nodes.client().sendTransaction(signed, waitUntil: stage, deadline: deadline)
        guard result.outcome != nil else { return (result, .transactionUnknown(hash: signed.hash)) }
        do throws(NEARError) {
            _ = try await recorder.outcome(result.json, ofPart: part, verifiedBy: verifier)
            return (result, nil)
        } catch .transactionFailed(let outcome) {
            return (result, .transactionFailed(outcome: outcome))
        } catch {
            // A node has it, whatever else that node says.
            throw NEARError.transactionUnknown(hash: signed.hash)
        }
    }

    /// Sends a transaction that was signed elsewhere.
    ///
    /// - Parameters:
    ///   - signed: The transaction; its signature was verified.
    ///   - stage: How far it has to be.
    ///   - limit: The time for reading, and then for sending.
    ///   - asker: The one who asks, for the journal.
    ///   - journal: The profile's journal; `nil` to record nothing on disk.
    ///   - logger: Says what could not be written down.
    /// - Returns: How far it is and what came of it. One that failed on the chain is a result, too.
    /// - Throws: ``NEARError`` when nothing was sent, `RPCError` when a node refused it;
    ///   ``NEARError/transactionUnknown(hash:)`` or `RPCError.transactionUnknown` when its outcome isn't known.
    package func send(
        _ signed: SignedTransaction, waitUntil stage: TxExecutionStatus, limit: TimeLimit, asker: Asker,
        journal: JournalFile?, logger: Logger
    ) async throws -> TransactionResult {
        let transaction = signed.transaction
        let header = try await limit.run { [nodes] in
            try await nodes.client().block(.hash(transaction.blockHash)).header
        }
        let recorder = RequestJournal(file: journal, nodes: nodes, logger: logger).recorder(
            of: RequestID(number: 1), kind: .signAndSendTransaction,
            requests: [TransactionRequest(receiverId: transaction.receiverId, actions: transaction.actions)],
            signer: transaction.signerId, walletId: KeystoreService.walletId, asker: asker)
        let nonce = JournalSignature.SignedNonce(
            publicKey: transaction.publicKey.handle, nonce: transaction.nonce.value, height: header.height)
        try await recorder.begin(keys: nil)
        recorder.handOver()
        do {
            try await recorder.sign([JournalSignature(part: 0, hash: signed.hash, key: nonce)])
            recorder.give()
            let (result, failure) = try await send(
                signed, waitUntil: stage, deadline: limit.sendingTime, recordedBy: recorder)
            _ = await recorder.end(failure, wasAnswered: false, isKeystore: true)
            return result
        } catch {
            _ = await recorder.end(DirectWallet.reason(error), wasAnswered: false, isKeystore: true)
            throw error
        }
    }
}
