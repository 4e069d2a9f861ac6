// SPDX-License-Identifier: MIT

import NEARPrimitives

extension ReceiptRun {
    /// The nonce that a key starts with: keys added again never accept an old transaction.
    var initialNonce: UInt64 {
        (block.height - 1) * ProtocolParameters.accessKeyNonceRangeMultiplier
    }

    /// `AddKey`.
    mutating func addKey(_ action: AddKeyAction) throws {
        var record = try existingAccount()
        guard update.state.accessKey(accountId, action.publicKey) == nil else {
            throw ActionExecutionError(.addKeyAlreadyExists(accountId: accountId, publicKey: action.publicKey))
        }
        let permission = action.accessKey.permission
        // A gas key's own nonce isn't used: it has others.
        let accessKey = AccessKey(nonce: permission.gasKey == nil ? initialNonce : 0, permission: permission)
        record.storageUsage = try record.storageUsage.adding(storageUsage(of: accessKey, action.publicKey))
        account = record
        update.setAccessKey(accountId, action.publicKey, to: accessKey)
        if let gasKey = permission.gasKey { startNonces(of: action.publicKey, count: gasKey.numNonces) }
    }

    private func storageUsage(of accessKey: AccessKey, _ publicKey: PublicKey) -> UInt64 {
        guard let gasKey = accessKey.permission.gasKey else {
            return parameters.storageUsage(of: accessKey, publicKey)
        }
        return parameters.storageUsage(ofGasKey: accessKey, publicKey, nonceCount: gasKey.numNonces)
    }

    /// `DeleteKey`.
    mutating func deleteKey(_ action: DeleteKeyAction) throws {
        var record = try existingAccount()
        guard let accessKey = update.state.accessKey(accountId, action.publicKey) else {
            throw ActionExecutionError(.deleteKeyDoesNotExist(accountId: accountId, publicKey: action.publicKey))
        }
        if let gasKey = accessKey.permission.gasKey {
            try burn(gasKeyBalance: gasKey.balance.yoctoNEAR, of: action.publicKey)
        }
        let usage = storageUsage(of: accessKey, action.publicKey)
        record.storageUsage = record.storageUsage.saturatingSubtracting(usage)
        account = record
        update.removeAccessKey(accountId, action.publicKey)
    }
}
