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
        let accessKey = AccessKey(nonce: initialNonce, permission: action.accessKey.permission)
        record.storageUsage = try record.storageUsage
            .adding(parameters.storageUsage(of: accessKey, action.publicKey))
        account = record
        update.setAccessKey(accountId, action.publicKey, to: accessKey)
    }

    /// `DeleteKey`.
    mutating func deleteKey(_ action: DeleteKeyAction) throws {
        var record = try existingAccount()
        guard let accessKey = update.state.accessKey(accountId, action.publicKey) else {
            throw ActionExecutionError(.deleteKeyDoesNotExist(accountId: accountId, publicKey: action.publicKey))
        }
        let usage = parameters.storageUsage(of: accessKey, action.publicKey)
        record.storageUsage = record.storageUsage.saturatingSubtracting(usage)
        account = record
        update.removeAccessKey(accountId, action.publicKey)
    }
}
