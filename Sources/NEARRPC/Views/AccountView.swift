// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// An account (nearcore's `AccountView`).
public struct AccountView: Sendable, Hashable {
    /// The account's balance, beside the stake.
    ///
    /// Part of it pays for the storage and can't be spent; see `spendable(bytePrice:)`.
    public let amount: NEARToken
    /// The amount that the account has staked.
    public let locked: NEARToken
    /// The hash of its contract's code; 32 zero bytes when there is none of its own.
    public let codeHash: CryptoHash
    /// The bytes of storage that the account uses.
    public let storageUsage: UInt64
    /// The hash of the global contract that it uses, if it uses one by hash.
    public let globalContractHash: CryptoHash?
    /// The account whose global contract it uses, if it uses one by account.
    public let globalContractAccountId: AccountId?
}

extension AccountView {
    /// The price of a byte of storage on NEAR's networks: 10^19 yoctoNEAR, a NEAR for 100 kB.
    public static let bytePrice = NEARToken(yoctoNEAR: 10_000_000_000_000_000_000)

    /// True if the account has a contract, its own or a global one.
    public var hasContract: Bool {
        codeHash != .zero || globalContractHash != nil || globalContractAccountId != nil
    }

    /// The amount that the storage holds back.
    ///
    /// Accounts of at most 770 bytes are free (NEP-448). The stake counts towards it.
    public func heldForStorage(bytePrice: NEARToken = AccountView.bytePrice) -> NEARToken {
        guard storageUsage > 770 else { return .zero }
        let (cost, overflow) = UInt128(storageUsage).multipliedReportingOverflow(by: bytePrice.yoctoNEAR)
        guard !overflow else { return amount }
        return NEARToken(yoctoNEAR: cost > locked.yoctoNEAR ? min(amount.yoctoNEAR, cost - locked.yoctoNEAR) : 0)
    }

    /// The amount that can be spent: the balance without what the storage holds back.
    public func spendable(bytePrice: NEARToken = AccountView.bytePrice) -> NEARToken {
        NEARToken(yoctoNEAR: amount.yoctoNEAR - heldForStorage(bytePrice: bytePrice).yoctoNEAR)
    }
}

extension AccountView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        amount = try fields.value("amount")
        locked = try fields.value("locked")
        codeHash = try fields.value("code_hash")
        storageUsage = try fields.value("storage_usage")
        globalContractHash = try fields.value("global_contract_hash")
        globalContractAccountId = try fields.value("global_contract_account_id")
    }
}
