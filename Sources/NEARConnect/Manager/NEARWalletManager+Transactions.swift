// SPDX-License-Identifier: MIT

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

    /// Actions for one receiver: what a transaction, or a delegate action, will hold.
    public struct TransactionRequest: Sendable, Hashable {
        /// The account that the actions are applied to.
        public let receiverId: AccountId
        /// The actions, in their order.
        public let actions: [Action]

        /// - Parameters:
        ///   - receiverId: The account that the actions are applied to.
        ///   - actions: The actions, at least one.
        public init(receiverId: AccountId, actions: [Action]) {
            self.receiverId = receiverId
            self.actions = actions
        }

        /// The request as wallets take it.
        ///
        /// - Throws: ``NEARError/invalidArgument(name:reason:)`` for actions that near-connect has no form for.
        func json() throws(NEARError) -> JSONValue {
            ["receiverId": .string(receiverId.text), "actions": .array(try Self.json(of: actions))]
        }

        static func json(of actions: [Action]) throws(NEARError) -> [JSONValue] {
            do throws(ConnectorActionError) {
                return try actions.map { action throws(ConnectorActionError) in try action.connectorJSON }
            } catch {
                throw .invalidArgument(name: "actions", reason: "\(error)")
            }
        }
    }

    /// Signs a transaction of the signed-in account and sends it.
    ///
    /// - Parameters:
    ///   - receiverId: The account that the actions are applied to.
    ///   - actions: The actions, at least one.
    /// - Returns: The outcome, whose signer and receiver have been compared with what was asked for.
    /// - Throws: ``NEARError``; ``NEARError/transactionFailed(outcome:)`` when the chain executed it and it failed.
    @discardableResult
    public func signAndSendTransaction(receiverId: AccountId, actions: [Action]) async throws -> FinalExecutionOutcome {
        let signer = try signedInAccount()
        let request = TransactionRequest(receiverId: receiverId, actions: actions)
        try Self.check([request])
        let parameters = try (request.json().objectValue ?? [:]).merging(signerParameters()) { own, _ in own }
        return try await perform(.signAndSendTransaction, .object(parameters)) { reply in
            guard case .transactionResult(let value) = reply else { throw Self.unexpected(reply) }
            return try Self.checked(value, request, signer)
        }
    }

    /// Signs several transactions of the signed-in account and sends them in order.
    ///
    /// - Parameter transactions: At least one.
    /// - Returns: The outcomes in order.
    /// - Throws: ``NEARError``; ``NEARError/transactionFailed(outcome:)`` with the first that failed. Later ones were not sent by
    ///   the keystore wallet; other wallets may differ.
    @discardableResult
    public func signAndSendTransactions(_ transactions: [TransactionRequest]) async throws -> [FinalExecutionOutcome] {
        let signer = try signedInAccount()
        try Self.check(transactions)
        var parameters = signerParameters()
        parameters["transactions"] = .array(try transactions.map { try $0.json() })
        return try await perform(.signAndSendTransactions, .object(parameters)) { reply in
            guard case .transactionsResult(let values) = reply else { throw Self.unexpected(reply) }
            guard values.count <= transactions.count else {
                throw NEARError.signatureInvalid(
                    reason: "\(values.count) outcomes for \(transactions.count) transactions")
            }
            let outcomes = try zip(values, transactions).map { try Self.checked($0, $1, signer) }
            guard outcomes.count == transactions.count else {
                throw NEARError.walletError(
                    "The wallet sent \(outcomes.count) of \(transactions.count) transactions and stopped.")
            }
            return outcomes
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

    /// Reads an outcome and compares it with what was asked for.
    static func checked(
        _ value: JSONValue, _ request: TransactionRequest, _ signer: AccountId
    ) throws(NEARError) -> FinalExecutionOutcome {
        let outcome: FinalExecutionOutcome
        do {
            outcome = try FinalExecutionOutcome(json: value)
        } catch {
            throw .walletError("The wallet's outcome can't be read: \(error)")
        }
        guard outcome.transaction.signerId == signer, outcome.transaction.receiverId == request.receiverId else {
            throw .signatureInvalid(
                reason:
                    "the wallet sent a transaction of \(outcome.transaction.signerId) to \(outcome.transaction.receiverId)"
                    + ", not one of \(signer) to \(request.receiverId)")
        }
        guard outcome.transaction.actions.count == request.actions.count,
            zip(outcome.transaction.actions, request.actions).allSatisfy({ $0.shows($1) })
        else {
            throw .signatureInvalid(
                reason: "transaction \(outcome.transactionHash) holds other actions than were asked for")
        }
        guard outcome.failure == nil else { throw .transactionFailed(outcome: outcome) }
        return outcome
    }
}
