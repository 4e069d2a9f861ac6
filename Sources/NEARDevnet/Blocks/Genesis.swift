// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The state that a chain begins with.
struct Genesis: Sendable {
    /// One account with one full-access key.
    struct Account: Sendable {
        let id: AccountId
        let publicKey: PublicKey
        let amount: UInt128
        var locked: UInt128 = 0
    }

    let accounts: [Account]

    /// YoctoNEAR there are at the beginning.
    func totalSupply() throws(ArithmeticOverflowError) -> UInt128 {
        var total: UInt128 = 0
        for account in accounts {
            total = try total.adding(account.amount).adding(account.locked)
        }
        return total
    }

    /// Makes the first block, at height 0, and the state after it.
    func makeBlock(_ settings: ChainSettings) throws(ArithmeticOverflowError) -> (block: Block, state: LedgerState) {
        var update = StateUpdate(LedgerState())
        for account in accounts.sorted(by: { $0.id < $1.id }) {
            let accessKey = AccessKey.fullAccess
            let usage = settings.parameters.storageUsage(of: accessKey, account.publicKey)
            let record = AccountRecord(
                amount: account.amount, locked: account.locked,
                storageUsage: settings.parameters.bytesPerAccount + usage)
            update.setAccount(account.id, record)
            update.setAccessKey(account.id, account.publicKey, to: accessKey)
        }
        let changes = update.changes.map { StateChange(cause: .initialState, value: $0) }
        // As in nearcore, the first block's hash covers the state that the chain begins with.
        let header = BlockHeader(
            height: 0, prevHeight: 0, ordinal: 1, prevHash: .zero,
            prevStateRoot: Block.stateRoot(after: .zero, changes), prevChunkOutcomeRoot: .zero, transactionRoot: .zero,
            receiptRoot: .zero, timestamp: BlockClock.genesisTimestamp,
            epoch: Epoch(ofBlockAt: 0, length: settings.epochLength, chainId: settings.chainId),
            gasPrice: settings.parameters.gasPrice, totalSupply: try totalSupply(), randomValue: .zero,
            chainId: settings.chainId, nextValidator: settings.validator(in: update.state), blockMerkleRoot: .zero)
        let block = Block(
            header: header, hash: header.makeHash(), transactions: [], incomingReceipts: [], outcomes: [],
            changes: changes, burnt: 0)
        return (block, update.state)
    }
}
