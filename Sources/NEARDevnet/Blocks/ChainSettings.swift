// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The settings that stay the same over a chain's life.
struct ChainSettings: Sendable {
    let chainId: String
    let parameters: ProtocolParameters
    let contracts: any ContractEngine
    let clock: BlockClock
    /// Blocks in an epoch.
    let epochLength: UInt64
    /// Blocks for which a transaction's block hash is good.
    let transactionValidityPeriod: UInt64
    /// Blocks whose state can still be viewed.
    let stateHistoryLength: UInt64
    /// Blocks that are remembered, with their transactions, receipts and outcomes.
    let blockHistoryLength: UInt64
    /// The account that makes all blocks.
    let validatorId: AccountId
    /// The key that signs them.
    let validatorKey: SecretKey

    /// The validator as it is after a state.
    func validator(in state: LedgerState) -> ValidatorStake {
        ValidatorStake(
            accountId: validatorId, publicKey: validatorKey.publicKey, stake: state.account(validatorId)?.locked ?? 0)
    }
}
