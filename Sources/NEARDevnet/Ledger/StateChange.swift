// SPDX-License-Identifier: MIT

import NEARPrimitives

/// One change that a block made to the state, and why.
struct StateChange: Sendable {
    let cause: StateChangeCause
    let value: StateChangeValue
}

/// Why the state changed (nearcore: `StateChangeCause`).
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

/// What changed (nearcore: `StateChangeValue`).
enum StateChangeValue: Sendable {
    case accountUpdate(AccountId, AccountRecord)
    case accountDeletion(AccountId)
    case accessKeyUpdate(AccountId, PublicKey, AccessKey)
    case accessKeyDeletion(AccountId, PublicKey)
    case dataUpdate(AccountId, key: [UInt8], value: [UInt8])
    case dataDeletion(AccountId, key: [UInt8])
    case contractCodeUpdate(AccountId, ContractCode)
    case contractCodeDeletion(AccountId)
    case globalContractUpdate(AccountId, GlobalContractIdentifier, ContractCode)

    /// The account that changed; for a global contract, the one that deployed it.
    var accountId: AccountId {
        switch self {
        case .accountUpdate(let id, _), .accountDeletion(let id), .accessKeyUpdate(let id, _, _),
            .accessKeyDeletion(let id, _), .dataUpdate(let id, _, _), .dataDeletion(let id, _),
            .contractCodeUpdate(let id, _), .contractCodeDeletion(let id), .globalContractUpdate(let id, _, _):
            id
        }
    }
}

extension StateChangeValue: BorshEncodable {
    /// The form that is hashed into the state root.
    func encode(to encoder: inout BorshEncoder) {
        encoder.encode(accountId)
        switch self {
        case .accountUpdate(_, let record):
            encoder.encode(UInt8(0))
            encoder.encode(record.amount)
            encoder.encode(record.locked)
            encoder.encode(record.storageUsage)
            encodeContract(record.contract, to: &encoder)
        case .accountDeletion:
            encoder.encode(UInt8(1))
        case .accessKeyUpdate(_, let publicKey, let accessKey):
            encoder.encode(UInt8(2))
            encoder.encode(publicKey)
            encoder.encode(accessKey)
        case .accessKeyDeletion(_, let publicKey):
            encoder.encode(UInt8(3))
            encoder.encode(publicKey)
        case .dataUpdate(_, let key, let value):
            encoder.encode(UInt8(4))
            encoder.encode(key)
            encoder.encode(value)
        case .dataDeletion(_, let key):
            encoder.encode(UInt8(5))
            encoder.encode(key)
        case .contractCodeUpdate(_, let code):
            encoder.encode(UInt8(6))
            encoder.encode(code.hash)
        case .contractCodeDeletion:
            encoder.encode(UInt8(7))
        case .globalContractUpdate(_, let identifier, let code):
            encoder.encode(UInt8(8))
            encoder.encode(identifier)
            encoder.encode(code.hash)
        }
    }

    private func encodeContract(_ contract: AccountContract, to encoder: inout BorshEncoder) {
        switch contract {
        case .none:
            encoder.encode(UInt8(0))
        case .local(let hash):
            encoder.encode(UInt8(1))
            encoder.encode(hash)
        case .global(let hash):
            encoder.encode(UInt8(2))
            encoder.encode(hash)
        case .globalByAccount(let id):
            encoder.encode(UInt8(3))
            encoder.encode(id)
        }
    }
}
