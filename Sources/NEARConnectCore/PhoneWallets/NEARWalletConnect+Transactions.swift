// SPDX-License-Identifier: MIT

package import NEARPrimitives
package import NEARRPC
internal import SafeText

/// Transactions, which the wallet signs and this program sends.
extension NEARWalletConnect {
    /// Has transactions signed; nothing is sent.
    ///
    /// Several are one request. A wallet whose session grants only single ones is asked for one after the other.
    ///
    /// - Parameters:
    ///   - transactions: Transactions of accounts that the session grants, each with the wallet's key in it.
    ///   - signedOne: Called with each that is signed by a request of its own: the next one may come to nothing.
    /// - Throws: ``PhoneWalletError``; `.answerInvalid` for one signature that isn't what was asked for, and then
    ///   none is returned.
    package func sign(
        _ transactions: [Transaction], signedOne: (Int, SignedTransaction) -> Void = { _, _ in }
    ) async throws(PhoneWalletError) -> [SignedTransaction] {
        guard !transactions.isEmpty else { throw .requestInvalid(localized("there is no transaction")) }
        for transaction in transactions { try await requireGrant(of: transaction.signerId) }
        var signed: [SignedTransaction] = []
        if transactions.count == 1 {
            signed = [try await signOne(transactions[0])]
        } else if await grants(Self.severalMethod) {
            let bytes = transactions.map { WireBytes.array.json($0.borshBytes) }
            let answer = try await request(Self.severalMethod, ["transactions": .array(bytes)])
            signed = try PhoneWalletAnswer.transactions(answer, for: transactions)
        } else {
            for (part, transaction) in transactions.enumerated() {
                signed.append(try await signOne(transaction))
                signedOne(part, signed[part])
            }
        }
        // The wallet may have taken an account back while it was asked.
        for transaction in transactions { try await requireGrant(of: transaction.signerId) }
        return signed
    }

    private func signOne(_ transaction: Transaction) async throws(PhoneWalletError) -> SignedTransaction {
        let bytes = WireBytes.array.json(transaction.borshBytes)
        let answer = try await request("near_signTransaction", ["transaction": bytes])
        return try PhoneWalletAnswer.signed(answer, for: transaction)
    }

    /// Has a transaction signed, and sends it once.
    ///
    /// - Returns: How far it is and what came of it. One that failed on the chain is a result, too.
    /// - Throws: ``PhoneWalletError``.
    package func signAndSend(
        _ request: TransactionRequest, by account: PhoneAccount, wallet: String, number: UInt64 = 1,
        waitUntil stage: TxExecutionStatus = .executedOptimistic
    ) async throws(PhoneWalletError) -> TransactionResult {
        let sending = try await signAndSend([request], by: account, wallet: wallet, number: number, waitUntil: stage)
        guard let result = sending.results.first else {
            throw .near(sending.stop?.error ?? .transactionUnknown(hash: nil))
        }
        return result
    }

    /// Has transactions signed, and sends them in order, each once, until one fails.
    ///
    /// The balance is looked at before the wallet is asked. The journal has the request before the wallet has, and all
    /// signatures before the first one leaves this process.
    ///
    /// - Parameters:
    ///   - requests: The receivers and the actions, at least one.
    ///   - account: The account that signs, with the key that the wallet has for it.
    ///   - wallet: The wallet's id, for the journal.
    ///   - number: The request's number within this process.
    ///   - stage: How far each has to be before the next one is sent.
    /// - Throws: ``PhoneWalletError`` where nothing was sent.
    package func signAndSend(
        _ requests: [TransactionRequest], by account: PhoneAccount, wallet: String, number: UInt64 = 1,
        waitUntil stage: TxExecutionStatus = .executedOptimistic
    ) async throws(PhoneWalletError) -> PhoneSending {
        let plan = try await plan(requests, by: account)
        let recorder = journal.recorder(
            of: RequestID(number: number),
            kind: requests.count == 1 ? .signAndSendTransaction : .signAndSendTransactions, requests: requests,
            signer: account.id, walletId: wallet, asker: asker)
        do throws(NEARError) {
            try await recorder.begin(keys: nil)
        } catch {
            throw .near(error)
        }
        recorder.handOver()
        do throws(PhoneWalletError) {
            let sending = try await carryOut(plan, recordedBy: recorder, waitUntil: stage) {
                (signatures) throws(NEARError) in
                try await recorder.sign(signatures)
                recorder.give()
            }
            _ = await recorder.end(sending.stop?.error, wasAnswered: true, isKeystore: true)
            return sending
        } catch {
            _ = await recorder.end(error.nearError, wasAnswered: error.isAnswer, isKeystore: false)
            throw error
        }
    }

    /// Has planned transactions signed, and sends them in order, each once, until one fails.
    ///
    /// - Parameters:
    ///   - plan: What is to be signed.
    ///   - recorder: The recorder of the request, whose parts these are; its beginning is on disk.
    ///   - stage: How far each has to be before the next one is sent.
    ///   - release: Writes the signatures down; none leaves this process before it returns.
    /// - Throws: ``PhoneWalletError`` where nothing was sent.
    package func carryOut(
        _ plan: PhoneTransactionPlan, recordedBy recorder: JournalRecorder, waitUntil stage: TxExecutionStatus,
        release: ([JournalSignature]) async throws(NEARError) -> Void
    ) async throws(PhoneWalletError) -> PhoneSending {
        let signed: [SignedTransaction]
        do throws(PhoneWalletError) {
            signed = try await sign(plan.transactions) { part, signed in
                recorder.note(Self.signature(signed, part: part, height: plan.height))
            }
        } catch {
            if case .answerInvalid = error {
                // The wallet has its keys, so only the chain knows what else it did.
                let words = localized("the wallet’s answer was refused, and nothing was sent from here")
                for part in plan.transactions.indices {
                    recorder.note(part, .unknown(howToCheck: words), isSettled: false)
                }
            }
            throw error
        }
        do throws(NEARError) {
            try await release(
                signed.enumerated().map { Self.signature($0.element, part: $0.offset, height: plan.height) })
        } catch {
            throw .near(error)
        }
        return await send(signed, waitUntil: stage, recordedBy: recorder)
    }

    private func send(
        _ signed: [SignedTransaction], waitUntil stage: TxExecutionStatus, recordedBy recorder: JournalRecorder
    ) async -> PhoneSending {
        let sender = TransactionSending(nodes, logger: logger)
        var results: [TransactionResult] = []
        var stop: PhoneSending.Stop?
        for (part, transaction) in signed.enumerated() {
            do {
                let deadline = try nodes.signingClient().configuration.transactionDeadline
                let (result, failure) = try await sender.send(
                    transaction, waitUntil: stage, deadline: deadline, recordedBy: recorder, part: part)
                if case .transactionUnknown? = failure {
                    stop = PhoneSending.Stop(hash: transaction.hash, error: .transactionUnknown(hash: transaction.hash))
                } else {
                    results.append(result)
                    if failure != nil { stop = PhoneSending.Stop(hash: transaction.hash, error: nil) }
                }
            } catch {
                stop = PhoneSending.Stop(hash: transaction.hash, error: DirectWallet.reason(error))
            }
            guard stop != nil else { continue }
            for later in signed.indices.dropFirst(part + 1) {
                recorder.note(later, .notSent(reason: localized("an earlier transaction of the request failed")))
            }
            break
        }
        return PhoneSending(results: results, stop: stop)
    }

    static func signature(_ signed: SignedTransaction, part: Int, height: UInt64) -> JournalSignature {
        JournalSignature(
            part: part, hash: signed.hash,
            key: JournalSignature.SignedNonce(
                publicKey: signed.transaction.publicKey.handle, nonce: signed.transaction.nonce.value, height: height))
    }
}

/// The transactions of one request that were sent.
package struct PhoneSending: Sendable {
    /// The transaction that the rest waited for in vain.
    package struct Stop: Sendable {
        /// Its hash.
        package let hash: CryptoHash
        /// The reason why nobody knows its end, or why a node refused it.
        ///
        /// It is `nil` for one that failed on the chain, which is the last result.
        package let error: NEARError?
    }

    /// The results in order.
    package let results: [TransactionResult]
    /// The transaction at which sending stopped; `nil` where all were executed and none failed.
    package let stop: Stop?
}
