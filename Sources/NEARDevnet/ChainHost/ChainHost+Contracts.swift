// SPDX-License-Identifier: MIT

import NEARPrimitives

extension ChainHost {
    /// Puts code to an account in a block of its own.
    func deploy(_ code: ContractCode, to id: AccountId) throws(DevnetError) {
        guard var record = chain.state.account(id) else {
            throw .transactionFailed(ActionError(index: 0, kind: .accountDoesNotExist(accountId: id)))
        }
        let old =
            switch record.contract {
            case .local: UInt64(chain.state.code(id)?.bytes.count ?? 0)
            case .none, .global, .globalByAccount: record.contract.identifierStorageUsage
            }
        record.storageUsage = record.storageUsage.saturatingSubtracting(old)
            .saturatingAdding(UInt64(code.bytes.count))
        record.contract = .local(code.hash)
        do {
            try patch([.accountUpdate(id, record), .contractCodeUpdate(id, code)])
        } catch {
            throw .ledgerBroken("\(error)")
        }
    }

    /// Sends a transaction of an account whose key is known, and makes blocks until it is executed.
    func perform(_ actions: [Action], at receiver: AccountId, as signer: DevnetAccount) throws(DevnetError) {
        let nonce = chain.state.accessKey(signer.id, signer.publicKey)?.nonce ?? 0
        let body = TransactionV0(
            signerId: signer.id, publicKey: signer.publicKey, nonce: nonce + 1, receiverId: receiver,
            blockHash: chain.head.hash, actions: actions)
        let transaction: PendingTransaction
        do {
            transaction = PendingTransaction(try SignedTransaction.sign(.v0(body), with: signer.secretKey))
            try execute(transaction)
            try produceUntilIdle()
        } catch let error as InvalidTxError {
            throw .transactionRefused(error)
        } catch {
            throw .ledgerBroken("\(error)")
        }
        for outcome in TransactionStatus(transaction.hash, in: chain)?.receiptOutcomes ?? [] {
            if case .failure(let error) = outcome.status { throw .transactionFailed(error) }
        }
    }
}
