// SPDX-License-Identifier: MIT

import Logging
import NEARPrimitives

extension RPCService {
    /// `send_tx`: takes a transaction and answers when it has come as far as `wait_until` says.
    func sendTransaction(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let transaction = try transaction(parameters)
        let goal = try progress(parameters)
        if goal == .none {
            await accept(transaction)
            return ["final_execution_status": "NONE"]
        }
        return try await execute(transaction, until: goal)
    }

    /// `broadcast_tx_commit`: `send_tx` that always waits until everything is executed.
    func broadcastCommit(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        try await execute(transaction(parameters), until: .final)
    }

    /// `broadcast_tx_async`: takes a transaction and answers at once with its hash, valid or not.
    func broadcastAsync(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let transaction = try transaction(parameters)
        await accept(transaction)
        return .hash(transaction.hash)
    }

    /// `tx` and `EXPERIMENTAL_tx_status`.
    func transactionStatus(
        _ parameters: RPCParameters, withReceipts: Bool
    ) async throws(RPCServiceError) -> JSONValue {
        let hash: CryptoHash
        if let elements = parameters.positional, elements.count == 2 {
            hash = try elements[0].asHash("tx_hash")
            _ = try elements[1].asAccountId("sender_account_id")
        } else if parameters["tx_hash"] != nil {
            hash = try parameters.hash("tx_hash")
            _ = try parameters.accountId("sender_account_id")
        } else {
            hash = try transaction(parameters).hash
        }
        return try await wait(for: hash, until: progress(parameters)).view(withReceipts: withReceipts)
    }

    /// `EXPERIMENTAL_receipt`.
    func receipt(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let id = try parameters.named("receipt_id").hash("receipt_id")
        let chain = host.chain
        if let receipt = chain.receipt(id) { return receipt.view }
        guard let receipt = chain.dataReceipt(id) else { throw .unknownReceipt(id) }
        return receipt.view
    }

    /// `EXPERIMENTAL_receipt_to_tx`: the transaction that a receipt has come of.
    func receiptToTransaction(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let id = try parameters.named("receipt_id").hash("receipt_id")
        guard let transaction = host.chain.origin(ofReceipt: id) else { throw .unknownReceipt(id) }
        return [
            "transaction_hash": .hash(transaction.hash),
            "sender_account_id": .id(transaction.signed.transaction.signerId),
        ]
    }

    private func transaction(_ parameters: RPCParameters) throws(RPCServiceError) -> PendingTransaction {
        let encoded: JSONValue
        if let elements = parameters.positional {
            guard elements.count == 1 else { throw .arguments("one signed transaction in Base64 was expected") }
            encoded = elements[0]
        } else {
            encoded = try parameters.required("signed_tx_base64")
        }
        let bytes = try encoded.asBytes("signed_tx_base64")
        do throws(BorshError) {
            return try PendingTransaction(bytes: bytes)
        } catch {
            throw .parse("Failed to decode transaction: \(error)")
        }
    }

    private func progress(_ parameters: RPCParameters) throws(RPCServiceError) -> TxExecutionStatus {
        guard let wanted = parameters["wait_until"] else { return .executedOptimistic }
        let text = try wanted.asString("wait_until")
        guard let progress = TxExecutionStatus(rawValue: text) else {
            let known = TxExecutionStatus.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            throw .arguments("unknown variant `\(text)`, expected one of \(known)")
        }
        return progress
    }

    /// Takes a transaction whose sender doesn't want to know whether it is valid.
    private func accept(_ transaction: PendingTransaction) async {
        do throws(RPCServiceError) {
            try await submit(transaction, waits: false)
        } catch {
            logger.debug("transaction refused", metadata: ["hash": "\(transaction.hash)", "cause": "\(error.cause)"])
        }
    }

    private func execute(
        _ transaction: PendingTransaction, until goal: TxExecutionStatus
    ) async throws(RPCServiceError) -> JSONValue {
        // Sending a transaction again is no error: the answer is what came of it the first time.
        let chain = host.chain
        if chain.transaction(transaction.hash) == nil, !chain.isPending(transaction.hash) {
            try await submit(transaction, waits: true)
        }
        return try await wait(for: transaction.hash, until: goal).view(withReceipts: false)
    }

    private func submit(_ transaction: PendingTransaction, waits: Bool) async throws(RPCServiceError) {
        do {
            try host.chain.checkBlockHash(transaction)
            try TransactionVerifier(parameters: settings.parameters).checkWellFormed(transaction)
            try await host.submit(transaction, waits: waits)
        } catch let error as InvalidTxError {
            throw .invalidTransaction(error)
        } catch {
            logger.error("the ledger is broken", metadata: ["error": "\(error)"])
            throw .internal("The ledger is broken: \(error)")
        }
    }

    private func wait(
        for hash: CryptoHash, until goal: TxExecutionStatus
    ) async throws(RPCServiceError) -> TransactionStatus {
        let deadline = ContinuousClock.now.advanced(by: waitLimit)
        while true {
            let isHeld = host.isHeld(hash)
            let chain = host.chain
            if let status = TransactionStatus(hash, in: chain) {
                if status.progress.reaches(goal) { return status }
            } else if let error = chain.rejection(hash) {
                throw .invalidTransaction(error)
            } else if !chain.isPending(hash), !isHeld {
                throw .handler(
                    "UNKNOWN_TRANSACTION", info: ["requested_transaction_hash": .hash(hash)],
                    data: .string("Transaction \(hash) doesn't exist"))
            }
            guard await host.waitForBlock(above: chain.head.height, until: deadline) else {
                throw .handler("TIMEOUT_ERROR", info: nil, data: "Timeout")
            }
        }
    }
}

extension RPCServiceError {
    /// nearcore's refusal of a transaction.
    ///
    /// The reason is in `data` only.
    static func invalidTransaction(_ error: InvalidTxError) -> RPCServiceError {
        .handler("INVALID_TRANSACTION", data: .variant("TxExecutionError", .variant("InvalidTxError", error.view)))
    }

    fileprivate static func unknownReceipt(_ id: CryptoHash) -> RPCServiceError {
        .handler(
            "UNKNOWN_RECEIPT", info: ["receipt_id": .hash(id)],
            data: .string("Receipt with id \(id) has never been observed on this node"))
    }
}
