// SPDX-License-Identifier: MIT

import NEARPrimitives

extension ReceiptRun {
    /// `Transfer`: adds the deposit, creating the receiver where its id is implicit and it doesn't exist.
    mutating func transfer(_ action: TransferAction) throws {
        guard var record = account else {
            try createImplicitAccount(deposit: action.deposit.yoctoNEAR)
            return
        }
        let isGasRefund = receipt.isRefund && receipt.action.signerId == accountId
        let payer = receipt.action.signerPublicKey
        if isGasRefund, try refundGasKey(payer, action.deposit.yoctoNEAR) { return }
        record.amount = try record.amount.adding(action.deposit.yoctoNEAR)
        account = record
        if isGasRefund { refundAllowance(action.deposit.yoctoNEAR) }
    }

    /// A gas refund also goes back to the allowance of the key that paid for the gas.
    private mutating func refundAllowance(_ amount: UInt128) {
        let publicKey = receipt.action.signerPublicKey
        guard var accessKey = update.state.accessKey(accountId, publicKey),
            case .functionCall(var permission) = accessKey.permission,
            let allowance = permission.allowance
        else { return }
        let raised = allowance.yoctoNEAR.saturatingAdding(amount)
        guard raised > allowance.yoctoNEAR else { return }
        permission.allowance = NEARToken(yoctoNEAR: raised)
        accessKey.permission = .functionCall(permission)
        update.setAccessKey(accountId, publicKey, to: accessKey)
    }

    private mutating func createImplicitAccount(deposit: UInt128) throws {
        actorId = accountId
        switch accountId.kind {
        case .nearImplicit:
            let publicKey = try implicitPublicKey()
            let accessKey = AccessKey(nonce: initialNonce, permission: .fullAccess)
            account = AccountRecord(
                amount: deposit,
                storageUsage: parameters.bytesPerAccount + parameters.storageUsage(of: accessKey, publicKey))
            update.setAccessKey(accountId, publicKey, to: accessKey)
        case .ethImplicit:
            let contract = AccountContract.global(WalletContract.hash(chainId: block.chainId))
            account = AccountRecord(
                amount: deposit, contract: contract,
                storageUsage: parameters.bytesPerAccount + contract.identifierStorageUsage)
        case .nearDeterministic, .named, .universal:
            account = AccountRecord(amount: deposit, storageUsage: parameters.bytesPerAccount)
        }
    }

    /// The key whose 32 bytes the account id is.
    private func implicitPublicKey() throws -> PublicKey {
        guard let bytes = Hexadecimal.decode(accountId.text) else {
            throw ActionExecutionError(.accountDoesNotExist(accountId: accountId))
        }
        return try PublicKey(keyType: .ed25519, bytes: bytes)
    }
}
