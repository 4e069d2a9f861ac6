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
        guard !body.publicKey.keyType.isPostQuantum,
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
        if body.nonce.index != nil {
            try charge(cost, of: body, toGasKey: accessKey, of: &signer, in: &update, height: height)
            return cost
        }
        if let gasKey = accessKey.permission.gasKey {
            throw .invalidNonceIndex(transactionNonceIndex: nil, numNonces: gasKey.numNonces)
        }
        try checkNonce(of: body, after: accessKey.nonce, height: height)
        guard signer.amount >= cost.totalCost else {
            throw .notEnoughBalance(
                signerId: body.signerId, balance: NEARToken(yoctoNEAR: signer.amount),
                cost: NEARToken(yoctoNEAR: cost.totalCost))
        }
        signer.amount -= cost.totalCost
        try takeAllowance(cost, from: &accessKey, body)
        try checkStorageStake(of: signer, body.signerId)
        try checkPermission(of: accessKey, for: body)
        accessKey.nonce = body.nonce.value
        update.setAccessKey(body.signerId, body.publicKey, to: accessKey)
        update.setAccount(body.signerId, signer)
        return cost
    }

    /// Takes the gas of a transaction from its gas key, and its deposits from the signer (nearcore:
    /// `verify_and_charge_gas_key_tx_ephemeral`).
    ///
    /// A signer who can't pay the deposits is refused whole; nearcore burns what the gas key has for sending.
    private func charge(
        _ cost: TransactionCost, of body: Transaction, toGasKey accessKey: AccessKey, of signer: inout AccountRecord,
        in update: inout StateUpdate, height: UInt64
    ) throws(InvalidTxError) {
        guard let gasKey = accessKey.permission.gasKey, let index = body.nonce.index else {
            throw .invalidAccessKeyError(.accessKeyNotFound(accountId: body.signerId, publicKey: body.publicKey))
        }
        guard let nonce = update.state.gasKeyNonce(body.signerId, body.publicKey, index: index) else {
            throw .invalidNonceIndex(transactionNonceIndex: index, numNonces: gasKey.numNonces)
        }
        try checkNonce(of: body, after: nonce, height: height)
        guard gasKey.balance.yoctoNEAR >= cost.gasCost else {
            throw .notEnoughGasKeyBalance(
                signerId: body.signerId, balance: gasKey.balance, cost: NEARToken(yoctoNEAR: cost.gasCost))
        }
        try checkPermission(of: accessKey, for: body)
        guard signer.amount >= cost.depositCost else {
            throw .notEnoughBalanceForDeposit(
                signerId: body.signerId, balance: NEARToken(yoctoNEAR: signer.amount),
                cost: NEARToken(yoctoNEAR: cost.depositCost), reason: "NotEnoughBalance")
        }
        signer.amount -= cost.depositCost
        if let lacking = try lackingStorageStake(of: signer) {
            throw .notEnoughBalanceForDeposit(
                signerId: body.signerId, balance: NEARToken(yoctoNEAR: signer.amount),
                cost: NEARToken(yoctoNEAR: lacking), reason: "LackBalanceForState")
        }
        let left = NEARToken(yoctoNEAR: gasKey.balance.yoctoNEAR - cost.gasCost)
        let paid = AccessKey(nonce: accessKey.nonce, permission: accessKey.permission.with(balance: left))
        update.setAccessKey(body.signerId, body.publicKey, to: paid)
        update.setGasKeyNonce(body.signerId, body.publicKey, index: index, to: body.nonce.value)
        update.setAccount(body.signerId, signer)
    }

    private func checkPermission(of accessKey: AccessKey, for body: Transaction) throws(InvalidTxError) {
        guard let permission = accessKey.permission.functionCallPermission else { return }
        do throws(InvalidAccessKeyError) {
            try permission.check(body.actions, receiver: body.receiverId)
        } catch {
            throw .invalidAccessKeyError(error)
        }
    }

    private func checkNonce(of body: Transaction, after keyNonce: UInt64, height: UInt64) throws(InvalidTxError) {
        let nonce = body.nonce.value
        let isNext =
            switch body.nonceMode {
            case .monotonic: nonce > keyNonce
            case .strict: nonce > keyNonce && nonce - keyNonce == 1
            }
        guard isNext else { throw .invalidNonce(transactionNonce: nonce, accessKeyNonce: keyNonce) }
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
        if let lacking = try lackingStorageStake(of: signer) {
            throw .lackBalanceForState(signerId: id, amount: NEARToken(yoctoNEAR: lacking))
        }
    }

    private func lackingStorageStake(of signer: AccountRecord) throws(InvalidTxError) -> UInt128? {
        do {
            return try parameters.lackingStorageStake(of: signer, balance: signer.amount)
        } catch {
            throw .costOverflow
        }
    }
}
