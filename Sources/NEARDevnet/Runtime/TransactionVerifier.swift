// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Checks transactions and takes their cost (nearcore: `verifier.rs`).
struct TransactionVerifier: Sendable {
    let parameters: ProtocolParameters

    /// Checks what can be checked without the state: actions, version, size, signature, in this order.
    ///
    /// The costly part of accepting a transaction; runs outside of the chain's isolation, after
    /// `Chain.checkBlockHash(_:)`, which nearcore's nodes look at first.
    func checkWellFormed(_ transaction: PendingTransaction) throws(InvalidTxError) {
        let body = transaction.signed.transaction
        do throws(ActionsValidationError) {
            try ActionValidator(parameters).validate(body.actions, receiver: body.receiverId)
        } catch {
            throw .actionsValidation(error)
        }
        guard case .v0 = body, !body.publicKey.keyType.isPostQuantum,
            !transaction.signed.signature.keyType.isPostQuantum
        else { throw .invalidTransactionVersion }
        let limit = parameters.limits.maxTransactionSize
        guard transaction.size <= limit else { throw .transactionSizeExceeded(size: transaction.size, limit: limit) }
        guard body.publicKey.verify(transaction.signed.signature, hash: transaction.hash) else {
            throw .invalidSignature
        }
    }

    /// Takes the cost from the signer and the nonce from the key.
    ///
    /// - Parameter height: The block that the transaction is for, which bounds its nonce.
    func charge(
        _ transaction: PendingTransaction, in update: inout StateUpdate, height: UInt64
    ) throws(InvalidTxError) -> TransactionCost {
        let body = transaction.signed.transaction
        let cost: TransactionCost
        do {
            cost = try TransactionCost(of: body.actions, from: body.signerId, to: body.receiverId, parameters)
        } catch {
            throw .costOverflow
        }
        guard var signer = update.state.account(body.signerId) else {
            throw .signerDoesNotExist(signerId: body.signerId)
        }
        guard var accessKey = update.state.accessKey(body.signerId, body.publicKey) else {
            throw .invalidAccessKeyError(.accessKeyNotFound(accountId: body.signerId, publicKey: body.publicKey))
        }
        try checkNonce(body.nonce.value, of: accessKey, height: height)
        guard signer.amount >= cost.totalCost else {
            throw .notEnoughBalance(
                signerId: body.signerId, balance: NEARToken(yoctoNEAR: signer.amount),
                cost: NEARToken(yoctoNEAR: cost.totalCost))
        }
        signer.amount -= cost.totalCost
        try takeAllowance(cost, from: &accessKey, body)
        try checkStorageStake(of: signer, body.signerId)
        if case .functionCall(let permission) = accessKey.permission {
            do throws(InvalidAccessKeyError) {
                try permission.check(body.actions, receiver: body.receiverId)
            } catch {
                throw .invalidAccessKeyError(error)
            }
        }
        accessKey.nonce = body.nonce.value
        update.setAccessKey(body.signerId, body.publicKey, to: accessKey)
        update.setAccount(body.signerId, signer)
        return cost
    }

    private func checkNonce(_ nonce: UInt64, of accessKey: AccessKey, height: UInt64) throws(InvalidTxError) {
        guard nonce > accessKey.nonce else {
            throw .invalidNonce(transactionNonce: nonce, accessKeyNonce: accessKey.nonce)
        }
        let upperBound = height * ProtocolParameters.accessKeyNonceRangeMultiplier
        guard nonce < upperBound else { throw .nonceTooLarge(transactionNonce: nonce, upperBound: upperBound) }
    }

    private func takeAllowance(
        _ cost: TransactionCost, from accessKey: inout AccessKey, _ body: Transaction
    ) throws(InvalidTxError) {
        guard case .functionCall(var permission) = accessKey.permission, let allowance = permission.allowance else {
            return
        }
        guard allowance.yoctoNEAR >= cost.totalCost else {
            throw .invalidAccessKeyError(
                .notEnoughAllowance(
                    accountId: body.signerId, publicKey: body.publicKey, allowance: allowance,
                    cost: NEARToken(yoctoNEAR: cost.totalCost)))
        }
        permission.allowance = NEARToken(yoctoNEAR: allowance.yoctoNEAR - cost.totalCost)
        accessKey.permission = .functionCall(permission)
    }

    private func checkStorageStake(of signer: AccountRecord, _ id: AccountId) throws(InvalidTxError) {
        let lacking: UInt128?
        do {
            lacking = try parameters.lackingStorageStake(of: signer, balance: signer.amount)
        } catch {
            throw .costOverflow
        }
        if let lacking { throw .lackBalanceForState(signerId: id, amount: NEARToken(yoctoNEAR: lacking)) }
    }
}
