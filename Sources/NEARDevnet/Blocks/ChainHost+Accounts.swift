// SPDX-License-Identifier: MIT

import NEARPrimitives

extension ChainHost {
    /// Creates an account in a block of its own, with tokens of another.
    func createAccount(
        _ id: AccountId, amount: UInt128, publicKey: PublicKey, from payerId: AccountId
    ) throws(DevnetError) {
        guard chain.state.account(id) == nil else {
            throw .transactionFailed(ActionError(index: 0, kind: .accountAlreadyExists(accountId: id)))
        }
        guard var payer = chain.state.account(payerId), payer.amount >= amount else {
            let balance = NEARToken(yoctoNEAR: chain.state.account(payerId)?.amount ?? 0)
            throw .transactionRefused(
                .notEnoughBalance(signerId: payerId, balance: balance, cost: NEARToken(yoctoNEAR: amount)))
        }
        payer.amount -= amount
        let parameters = chain.settings.parameters
        let nonce = chain.head.height * ProtocolParameters.accessKeyNonceRangeMultiplier
        let accessKey = AccessKey(nonce: nonce, permission: .fullAccess)
        let usage = parameters.bytesPerAccount + parameters.storageUsage(of: accessKey, publicKey)
        do {
            try patch([
                .accountUpdate(payerId, payer),
                .accountUpdate(id, AccountRecord(amount: amount, storageUsage: usage)),
                .accessKeyUpdate(id, publicKey, accessKey),
            ])
        } catch {
            throw .ledgerBroken("\(error)")
        }
    }
}
