// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The word of a node on a request: what would leave the account, and what would fail.
///
/// It is a node's word, and a token's unit its contract's. Nothing is decided by it.
package struct ApprovalOutlook: Sendable, Hashable {
    /// A transfer of a token, with the unit that its contract names.
    package struct Tokens: Sendable, Hashable {
        package let transfer: TokenTransfer
        package let unit: TokenUnit
        /// The signer's tokens now, in the token's smallest unit.
        ///
        /// It is `nil` where the contract doesn't tell, and where another call of the request may change it.
        package var balance: UInt128?
    }

    /// The change of an account's balance.
    package struct Balance: Sendable, Hashable {
        /// The balance now.
        package let now: NEARToken
        /// The most that leaves the account, fees included.
        package let most: NEARToken
        /// The rest.
        package let least: NEARToken
    }

    /// The tokens that the request moves.
    package internal(set) var tokens: [Tokens] = []
    /// The change of the signer's balance; `nil` where no node tells it, or another account pays.
    package internal(set) var balance: Balance?
    /// The reason for which the chain would refuse the request now.
    package internal(set) var refusal: ChainRefusal?
    /// True if no node has told what becomes of the request or of the balance.
    package internal(set) var isUntold = false
    /// True if nobody was asked, since there are too many transactions.
    package internal(set) var isTooLong = false

    /// The receivers of a first transaction whose names look like those of accounts that were sent to before.
    package internal(set) var lookAlikes: [LookAlike] = []

    /// The accounts that would get tokens, and that don't exist.
    package internal(set) var missing: [AccountId] = []

    /// True if there is nothing to show.
    package var isEmpty: Bool { self == ApprovalOutlook() }
}
