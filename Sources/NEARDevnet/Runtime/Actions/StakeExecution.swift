// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A stake that an account asked for, and when.
struct StakeProposal: Sendable, Hashable {
    let accountId: AccountId
    let publicKey: PublicKey
    let stake: UInt128
    let epochHeight: UInt64
}

extension ReceiptRun {
    /// `Stake`: locks what is missing to the wanted stake.
    ///
    /// The surplus stays locked until epochs have passed.
    mutating func stake(_ action: StakeAction) throws {
        var record = try existingAccount()
        let stake = action.stake.yoctoNEAR
        let increment = stake.saturatingSubtracting(record.locked)
        guard record.amount >= increment else {
            throw ActionExecutionError(
                .triesToStake(
                    accountId: accountId, stake: action.stake, locked: NEARToken(yoctoNEAR: record.locked),
                    balance: NEARToken(yoctoNEAR: record.amount)))
        }
        if record.locked == 0, stake == 0 { throw ActionExecutionError(.triesToUnstake(accountId: accountId)) }
        if stake > 0, stake < parameters.minimumStake {
            throw ActionExecutionError(
                .insufficientStake(
                    accountId: accountId, stake: action.stake,
                    minimumStake: NEARToken(yoctoNEAR: parameters.minimumStake)))
        }
        stakeProposals.append(
            StakeProposal(
                accountId: accountId, publicKey: action.publicKey, stake: stake, epochHeight: block.epochHeight))
        if increment > 0 {
            record.amount -= increment
            record.locked = stake
            account = record
        }
    }
}
