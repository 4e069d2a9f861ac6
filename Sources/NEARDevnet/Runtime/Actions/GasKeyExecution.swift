// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Gas keys (NEP-611): keys with a balance of their own that pays for the gas of what they sign.
extension ReceiptRun {
    /// The nonces of a gas key that was just added start where other keys' nonces do.
    mutating func startNonces(of publicKey: PublicKey, count: UInt16) {
        for index in 0..<count {
            update.setGasKeyNonce(accountId, publicKey, index: index, to: initialNonce)
        }
    }

    /// Burns the balances of gas keys that go with their key or account.
    ///
    /// - Parameter publicKey: The one key that is deleted; `nil` where the account is.
    mutating func burn(gasKeyBalance balance: UInt128, of publicKey: PublicKey?) throws {
        guard balance <= GasKeyInfo.maximumBurntBalance.yoctoNEAR else {
            throw ActionExecutionError(
                .gasKeyBalanceTooHigh(
                    accountId: accountId, publicKey: publicKey, balance: NEARToken(yoctoNEAR: balance)))
        }
        tokensBurnt = try tokensBurnt.adding(balance)
    }

    /// `TransferToGasKey`: adds to the key's balance, whoever asks.
    mutating func transferToGasKey(_ action: TransferToGasKeyAction) throws {
        var accessKey = try gasKey(action.publicKey)
        try addToBalance(of: &accessKey.key, accessKey.info, action.deposit.yoctoNEAR)
        update.setAccessKey(accountId, action.publicKey, to: accessKey.key)
    }

    /// `WithdrawFromGasKey`: moves a part of the key's balance to the account.
    mutating func withdrawFromGasKey(_ action: WithdrawFromGasKeyAction) throws {
        var record = try existingAccount()
        var (accessKey, info) = try gasKey(action.publicKey)
        guard info.balance >= action.amount else {
            throw ActionExecutionError(
                .insufficientGasKeyBalance(
                    accountId: accountId, publicKey: action.publicKey, balance: info.balance, required: action.amount))
        }
        info.balance = NEARToken(yoctoNEAR: info.balance.yoctoNEAR - action.amount.yoctoNEAR)
        accessKey.permission = accessKey.permission.with(balance: info.balance)
        update.setAccessKey(accountId, action.publicKey, to: accessKey)
        record.amount = try record.amount.adding(action.amount.yoctoNEAR)
        account = record
    }

    /// Gives unused gas back to the gas key that paid for it.
    ///
    /// - Returns: False where the key is no gas key, or no more there: the account gets it then.
    mutating func refundGasKey(_ publicKey: PublicKey, _ amount: UInt128) throws -> Bool {
        guard var accessKey = update.state.accessKey(accountId, publicKey), let info = accessKey.permission.gasKey
        else { return false }
        try addToBalance(of: &accessKey, info, amount)
        update.setAccessKey(accountId, publicKey, to: accessKey)
        return true
    }

    private func gasKey(_ publicKey: PublicKey) throws -> (key: AccessKey, info: GasKeyInfo) {
        guard let accessKey = update.state.accessKey(accountId, publicKey), let info = accessKey.permission.gasKey
        else { throw ActionExecutionError(.gasKeyDoesNotExist(accountId: accountId, publicKey: publicKey)) }
        return (accessKey, info)
    }

    private func addToBalance(
        of accessKey: inout AccessKey, _ info: GasKeyInfo, _ amount: UInt128
    ) throws(ArithmeticOverflowError) {
        let balance = try info.balance.yoctoNEAR.adding(amount)
        accessKey.permission = accessKey.permission.with(balance: NEARToken(yoctoNEAR: balance))
    }
}
