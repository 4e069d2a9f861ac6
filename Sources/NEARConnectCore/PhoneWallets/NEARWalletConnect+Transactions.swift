// SPDX-License-Identifier: MIT

package import NEARPrimitives
package import NEARRPC
internal import SafeText
internal import WalletConnectSign

/// Transactions, which the wallet signs and this program sends.
extension NEARWalletConnect {
    /// Has transactions signed; nothing is sent.
    ///
    /// - Parameter transactions: Transactions of accounts that the session grants, each with the wallet's key in it.
    /// - Throws: ``PhoneWalletError``; `.answerInvalid` for one signature that isn't what was asked for, and then
    ///   none is returned.
    package func sign(_ transactions: [Transaction]) async throws(PhoneWalletError) -> [SignedTransaction] {
        guard !transactions.isEmpty else { throw .requestInvalid(localized("there is no transaction")) }
        for transaction in transactions { try await requireGrant(of: transaction.signerId) }
        let bytes = transactions.map { WireBytes.array.json($0.borshBytes) }
        let answer: JSONValue =
            if bytes.count == 1 {
                try await request("near_signTransaction", ["transaction": bytes[0]])
            } else {
                try await request("near_signTransactions", ["transactions": .array(bytes)])
            }
        let signed = try PhoneWalletAnswer.transactions(answer, for: transactions)
        for transaction in transactions { try await requireGrant(of: transaction.signerId) }
        return signed
    }

    /// Has a transaction signed, and sends it once.
    ///
    /// The balance is looked at before the wallet is asked. The journal has the request before the wallet has, and the
    /// signature before it leaves this process.
    ///
    /// - Parameters:
    ///   - request: The receiver and the actions.
    ///   - account: The account that signs, with the key that the wallet has for it.
    ///   - wallet: The wallet's id, for the journal.
    ///   - number: The request's number within this process.
    ///   - stage: How far the transaction has to be.
    /// - Returns: How far it is and what came of it. One that failed on the chain is a result, too.
    /// - Throws: ``PhoneWalletError``.
    package func signAndSend(
        _ request: TransactionRequest, by account: PhoneAccount, wallet: String, number: UInt64 = 1,
        waitUntil stage: TxExecutionStatus = .executedOptimistic
    ) async throws(PhoneWalletError) -> TransactionResult {
        let node: NEARRPCClient
        do throws(NEARError) {
            _ = try await nodes.identity.confirmed()
            node = try nodes.signingClient()
        } catch {
            throw .near(error)
        }
        let (transaction, height) = try await prepared(request, by: account, node)
        let recorder = journal.recorder(
            of: RequestID(number: number), kind: .signAndSendTransaction, requests: [request], signer: account.id,
            walletId: wallet, asker: asker)
        do throws(NEARError) {
            try await recorder.begin(keys: nil)
        } catch {
            throw .near(error)
        }
        recorder.handOver()
        do throws(PhoneWalletError) {
            guard let signed = try await sign([transaction]).first else { throw .answerInvalid(.unreadable) }
            let result = try await send(signed, height: height, waitUntil: stage, by: recorder, node)
            _ = await recorder.end(nil, wasAnswered: true, isKeystore: true)
            return result
        } catch {
            if case .answerInvalid = error {
                // The wallet has its keys, so only the chain knows what else it did.
                let words = localized("the wallet’s answer was refused, and nothing was sent from here")
                recorder.note(0, .unknown(howToCheck: words), isSettled: false)
            }
            _ = await recorder.end(Self.reason(error), wasAnswered: Self.isAnswer(error), isKeystore: false)
            throw error
        }
    }

    /// Makes the transaction that is to be signed, by what the chain says now.
    private func prepared(
        _ request: TransactionRequest, by account: PhoneAccount, _ node: NEARRPCClient
    ) async throws(PhoneWalletError) -> (Transaction, height: UInt64) {
        let forecast: ChainForecast
        do throws(NEARRPC.RPCError) {
            forecast = try await ChainForecaster(
                request, signer: account.id, publicKey: account.key, isDelegated: false, client: node
            ).forecast()
        } catch {
            throw .near(.rpcError(DisplayText.words(error)))
        }
        if let refusal = forecast.refusals.first { throw .refusedByChain("\(refusal)") }
        guard let nonce = forecast.nonce else { throw .answerInvalid(.key(account.key, account.id)) }
        let transaction = Transaction.v0(
            TransactionV0(
                signerId: account.id, publicKey: account.key, nonce: nonce, receiverId: request.receiverId,
                blockHash: forecast.blockHash, actions: request.actions))
        return (transaction, forecast.height)
    }

    private func send(
        _ signed: SignedTransaction, height: UInt64, waitUntil stage: TxExecutionStatus,
        by recorder: JournalRecorder, _ node: NEARRPCClient
    ) async throws(PhoneWalletError) -> TransactionResult {
        do {
            try await recorder.sign([Self.signature(signed, height: height)])
            recorder.give()
            let (result, failure) = try await TransactionSending(nodes, logger: logger).send(
                signed, waitUntil: stage, deadline: node.configuration.transactionDeadline, recordedBy: recorder)
            if case .transactionUnknown(let hash)? = failure { throw NEARError.transactionUnknown(hash: hash) }
            return result
        } catch {
            throw .near(DirectWallet.reason(error))
        }
    }

    static func signature(_ signed: SignedTransaction, height: UInt64) -> JournalSignature {
        JournalSignature(
            part: 0, hash: signed.hash,
            key: JournalSignature.SignedNonce(
                publicKey: signed.transaction.publicKey.handle, nonce: signed.transaction.nonce.value, height: height))
    }

    private static func isAnswer(_ error: PhoneWalletError) -> Bool {
        switch error {
        case .answerInvalid, .sign(.requestRejected), .sign(.methodUnsupported): true
        default: false
        }
    }

    /// The journal's error for one of a phone wallet.
    private static func reason(_ error: PhoneWalletError) -> NEARError {
        switch error {
        case .near(let error): error
        case .sign(.requestRejected): .userCancelled
        case .sign(.requestExpired): .timedOut(after: .seconds(300))
        case .sign(.cancelled): .taskCancelled
        case .answerInvalid(let fault): .signatureInvalid(reason: "\(fault)")
        default: .walletError(error.code)
        }
    }
}
