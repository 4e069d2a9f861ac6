// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The ledger's record of one account, beside its keys, code and data (nearcore: `Account`).
struct AccountRecord: Sendable, Hashable {
    /// YoctoNEAR that the account can spend.
    var amount: UInt128
    /// YoctoNEAR locked by staking.
    var locked: UInt128
    /// The code that runs when the account is called.
    var contract: AccountContract
    /// Bytes counted for everything the account stores.
    var storageUsage: UInt64

    /// An account that stores nothing but itself.
    init(amount: UInt128 = 0, locked: UInt128 = 0, contract: AccountContract = .none, storageUsage: UInt64) {
        self.amount = amount
        self.locked = locked
        self.contract = contract
        self.storageUsage = storageUsage
    }
}

/// The source of an account's code (nearcore: `AccountContract`).
enum AccountContract: Sendable, Hashable {
    /// The account has no code.
    case none
    /// Code deployed to the account itself, by its hash.
    case local(CryptoHash)
    /// Code deployed for everyone, by its hash.
    case global(CryptoHash)
    /// The code that another account has deployed for everyone, whichever that is at the moment.
    case globalByAccount(AccountId)

    /// The hash that views report: of the account's own code, or zeros.
    var localCodeHash: CryptoHash {
        if case .local(let hash) = self { hash } else { .zero }
    }

    /// Bytes counted to the account for naming a global contract.
    var identifierStorageUsage: UInt64 {
        switch self {
        case .none, .local: 0
        case .global(let hash): UInt64(GlobalContractIdentifier.codeHash(hash).storageByteCount)
        case .globalByAccount(let id): UInt64(GlobalContractIdentifier.accountId(id).storageByteCount)
        }
    }
}
