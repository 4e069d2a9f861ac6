// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The account that a user chooses for a new shared key.
enum SharedKeyAccount: Hashable, Sendable {
    /// The key's own, which exists from its first deposit on.
    case own
    /// The account that is connected, whose wallet adds the key.
    case connected(AccountId)
    /// A new account below the connected one, whose wallet makes it and gives it this amount.
    case below(AccountId, NEARToken)

    /// The account; `nil` for the key's own, which nobody knows before the key is made.
    var id: AccountId? {
        switch self {
        case .own: nil
        case .connected(let account), .below(let account, _): account
        }
    }

    /// The amount that a new account gets; `nil` for one that nobody has to make.
    var deposit: NEARToken? {
        switch self {
        case .own, .connected: nil
        case .below(_, let amount): amount
        }
    }
}
