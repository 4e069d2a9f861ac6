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
        let request = TransactionRequest(receiverId: receiverId, actions: actions)
        try Self.check([request])
        let parameters = try (request.json().objectValue ?? [:]).merging(signerParameters()) { own, _ in own }
        return try await performRecorded(.signAndSendTransaction, .object(parameters), [request]) { reply, recorder in
            switch reply {
            case .transactionResult(let value):
                return try await recorder.outcome(value, ofPart: 0, verifiedBy: self.verifier)
            case .partiallySent(_, let hash, _): throw NEARError.transactionUnknown(hash: hash)
            default: throw reply.unexpected
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
        try Self.check(transactions)
        var parameters = signerParameters()
        parameters["transactions"] = .array(try transactions.map { try $0.json() })
        return try await performRecorded(.signAndSendTransactions, .object(parameters), transactions) {
            reply, recorder in
            try await recorder.outcomes(reply, verifiedBy: self.verifier)
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
