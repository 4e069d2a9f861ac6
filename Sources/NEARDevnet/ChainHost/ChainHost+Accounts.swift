// SPDX-License-Identifier: MIT

import NEARPrimitives

extension ChainHost {
    /// Gives an account tokens of another, in a block of its own.
    func fund(_ id: AccountId, amount: UInt128, from payerId: AccountId) throws(DevnetError) {
        guard var record = chain.state.account(id) else {
            throw .transactionFailed(ActionError(index: 0, kind: .accountDoesNotExist(accountId: id)))
        }
        guard id != payerId else { return }
        let payer = try payer(payerId, of: amount)
        let (sum, overflow) = record.amount.addingReportingOverflow(amount)
        guard !overflow else { throw .ledgerBroken("\(id) would own more tokens than can be counted") }
        record.amount = sum
        try patchOrExplain([.accountUpdate(payerId, payer), .accountUpdate(id, record)])
    }

    /// The account that pays, as it is afterwards.
    private func payer(_ id: AccountId, of amount: UInt128) throws(DevnetError) -> AccountRecord {
        guard var payer = chain.state.account(id), payer.amount >= amount else {
            let balance = NEARToken(yoctoNEAR: chain.state.account(id)?.amount ?? 0)
            throw .transactionRefused(
                .notEnoughBalance(signerId: id, balance: balance, cost: NEARToken(yoctoNEAR: amount)))
        }
        payer.amount -= amount
        return payer
    }

    private func patchOrExplain(_ changes: [StateChangeValue]) throws(DevnetError) {
        do {
            try patch(changes)
        } catch let error as DevnetError {
            throw error
        } catch {
            throw .ledgerBroken("\(error)")
        }
    }

    /// Creates an account in a block of its own, with tokens of another.
    func createAccount(
        _ id: AccountId, amount: UInt128, publicKey: PublicKey, from payerId: AccountId
    ) throws(DevnetError) {
        guard chain.state.account(id) == nil else {
            throw .transactionFailed(ActionError(index: 0, kind: .accountAlreadyExists(accountId: id)))
        }
        let payer = try payer(payerId, of: amount)
        let parameters = chain.settings.parameters
        let nonce = chain.head.height * ProtocolParameters.accessKeyNonceRangeMultiplier
        let accessKey = AccessKey(nonce: nonce, permission: .fullAccess)
        let usage = parameters.bytesPerAccount + parameters.storageUsage(of: accessKey, publicKey)
        try patchOrExplain([
            .accountUpdate(payerId, payer),
            .accountUpdate(id, AccountRecord(amount: amount, storageUsage: usage)),
            .accessKeyUpdate(id, publicKey, accessKey),
        ])
    }
}
