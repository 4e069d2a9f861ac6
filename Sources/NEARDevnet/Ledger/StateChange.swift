// SPDX-License-Identifier: MIT

import NEARPrimitives

/// One change that a block made to the state, and why.
struct StateChange: Sendable {
    let cause: StateChangeCause
    let value: StateChangeValue
}

/// The reason why the state changed (nearcore: `StateChangeCause`).
enum StateChangeCause: Sendable, Hashable {
    /// The genesis state.
    case initialState
    /// The owner of the devnet changed the state directly.
    case sandboxPatch
    /// A transaction's cost was taken from its signer.
    case transactionProcessing(txHash: CryptoHash)
    /// A receipt was executed.
    case receiptProcessing(receiptHash: CryptoHash)
    /// A contract's account got its share of the gas burnt by it.
    case actionReceiptGasReward(receiptHash: CryptoHash)
    /// Stake was given back at the start of an epoch.
    case validatorAccountsUpdate
}

/// A change of the state (nearcore: `StateChangeValue`).
enum StateChangeValue: Sendable {
    case accountUpdate(AccountId, AccountRecord)
    case accountDeletion(AccountId)
    case accessKeyUpdate(AccountId, PublicKey, AccessKey)
    case accessKeyDeletion(AccountId, PublicKey)
    case gasKeyNonceUpdate(AccountId, PublicKey, index: UInt16, nonce: UInt64)
    case dataUpdate(AccountId, key: [UInt8], value: [UInt8])
    case dataDeletion(AccountId, key: [UInt8])
    case contractCodeUpdate(AccountId, ContractCode)
    case contractCodeDeletion(AccountId)
    case globalContractUpdate(AccountId, GlobalContractIdentifier, ContractCode)

    /// The account that changed; for a global contract, the one that deployed it.
    var accountId: AccountId {
        switch self {
        case .accountUpdate(let id, _), .accountDeletion(let id), .accessKeyUpdate(let id, _, _),
            .accessKeyDeletion(let id, _), .gasKeyNonceUpdate(let id, _, _, _), .dataUpdate(let id, _, _),
            .dataDeletion(let id, _),
            .contractCodeUpdate(let id, _), .contractCodeDeletion(let id), .globalContractUpdate(let id, _, _):
            id
        }
    }
}
