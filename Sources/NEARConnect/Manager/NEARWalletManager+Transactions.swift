// SPDX-License-Identifier: MIT

public import NEARConnectCore
public import NEARPrimitives

extension NEARWalletManager {
    /// Transactions that were executed, as near-connect-ios returns them.
    public struct TransactionResult: Sendable {
        /// The transactions' hashes in Base58, in the order of the requests.
        public let transactionHashes: [String]
        /// The wallet's own answer as JSON text.
        public let rawResult: String?
        /// The execution outcomes, typed.
        public let outcomes: [FinalExecutionOutcome]
    }

    /// Signs a transaction of the signed-in account and sends it.
    ///
    /// - Parameters:
    ///   - receiverId: The account that the actions are applied to.
    ///   - actions: The actions, at least one.
    /// - Returns: The outcome. Its signer, receiver and actions are those that were asked for, and a node of this program's own knows the
    ///   transaction, when one answers.
    /// - Throws: ``NEARError``; ``NEARError/transactionFailed(outcome:)`` when the chain executed it and it failed,
    ///   ``NEARError/transactionUnknown(hash:)`` when that can't be said, ``NEARError/journal(reason:)`` when it could not be written down
    ///   first; then the wallet was not asked.
    @discardableResult
    public func signAndSendTransaction(receiverId: AccountId, actions: [Action]) async throws -> FinalExecutionOutcome {
        let signer = try signedInAccount()
        let request = TransactionRequest(receiverId: receiverId, actions: actions)
        try Self.check([request])
        let parameters = try (request.json().objectValue ?? [:]).merging(signerParameters()) { own, _ in own }
        return try await performRecorded(.signAndSendTransaction, .object(parameters), [request]) { reply, recorder in
            switch reply {
            case .transactionResult(let value): return try await self.checked(value, 0, request, signer, recorder)
            case .partiallySent(_, let hash, _): throw NEARError.transactionUnknown(hash: hash)
            default: throw Self.unexpected(reply)
            }
        }
    }

    /// Signs several transactions of the signed-in account and sends them in order.
    ///
    /// - Parameter transactions: At least one.
    /// - Returns: The outcomes in order.
    /// - Throws: ``NEARError``; ``NEARError/transactionFailed(outcome:)`` with the first that failed on chain (later ones were not sent by
    ///   the keystore wallet; other wallets may differ), ``NEARError/partiallySent(outcomes:hash:reason:)`` when the wallet stopped before
    ///   the end for another reason.
    @discardableResult
    public func signAndSendTransactions(_ transactions: [TransactionRequest]) async throws -> [FinalExecutionOutcome] {
        let signer = try signedInAccount()
        try Self.check(transactions)
        var parameters = signerParameters()
        parameters["transactions"] = .array(try transactions.map { try $0.json() })
        return try await performRecorded(.signAndSendTransactions, .object(parameters), transactions) {
            reply, recorder in
            let (values, hash, reason): ([JSONValue], CryptoHash?, String)
            switch reply {
            case .transactionsResult(let all):
                (values, hash, reason) = (
                    all, nil, "it gave \(all.count) outcomes for \(transactions.count) transactions"
                )
            case .partiallySent(let some, let failed, let message): (values, hash, reason) = (some, failed, message)
            default: throw Self.unexpected(reply)
            }
            guard values.count <= transactions.count else {
                throw NEARError.signatureInvalid(
                    reason: "\(values.count) outcomes for \(transactions.count) transactions")
            }
            var outcomes: [FinalExecutionOutcome] = []
            for (value, request) in zip(values, transactions) {
                outcomes.append(try await self.checked(value, outcomes.count, request, signer, recorder))
            }
            guard outcomes.count < transactions.count else { return outcomes }
            let next = hash ?? recorder.signatures[outcomes.count]?.hash
            if let next { recorder.note(JournalSignature(part: outcomes.count, hash: next, key: nil)) }
            throw NEARError.partiallySent(outcomes: outcomes, hash: next, reason: reason)
        }
    }

    /// Sends NEAR.
    ///
    /// - Parameters:
    ///   - receiverId: Who gets it.
    ///   - amount: How much.
    /// - Throws: ``NEARError``.
    @discardableResult
    public func sendNEAR(to receiverId: AccountId, amount: NEARToken) async throws -> FinalExecutionOutcome {
        try await signAndSendTransaction(
            receiverId: receiverId, actions: [.transfer(TransferAction(deposit: amount))])
    }

    /// Calls a method of a contract.
    ///
    /// - Parameters:
    ///   - contractId: The contract's account.
    ///   - methodName: The method.
    ///   - args: The arguments, usually a JSON object's bytes. Only JSON objects are understood by every wallet.
    ///   - gas: The most gas that the call may burn.
    ///   - deposit: NEAR that goes to the contract.
    /// - Throws: ``NEARError``.
    @discardableResult
    public func callFunction(
        contractId: AccountId, methodName: String, args: [UInt8], gas: Gas = .tera(30),
        deposit: NEARToken = NEARToken(yoctoNEAR: 0)
    ) async throws -> FinalExecutionOutcome {
        let call = FunctionCallAction(methodName: methodName, args: args, gas: gas, deposit: deposit)
        return try await signAndSendTransaction(receiverId: contractId, actions: [.functionCall(call)])
    }

    static func check(_ requests: [TransactionRequest]) throws(NEARError) {
        guard !requests.isEmpty else {
            throw .invalidArgument(name: "transactions", reason: "name at least one transaction")
        }
        for request in requests {
            guard !request.actions.isEmpty else {
                throw .invalidArgument(
                    name: "actions", reason: "a transaction needs at least one action (receiver \(request.receiverId))")
            }
            for case .functionCall(let call) in request.actions where call.methodName.isEmpty {
                throw .invalidArgument(name: "methodName", reason: "a function call needs a method name")
            }
        }
    }
}
