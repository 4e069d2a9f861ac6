// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The account that is to open with a shared key.
public enum EmbeddedAccountRequest: Sendable {
    /// The account that the key has without anybody: it exists from the first deposit on.
    case implicit
    /// A new account, which the program's creator makes with the key.
    case named(AccountId, any AccountKeyPlacer)
    /// An account that there is, to which its present wallet adds the key.
    case existing(AccountId, any AccountKeyPlacer)

    var account: AccountId? {
        switch self {
        case .implicit: nil
        case .named(let account, _), .existing(let account, _): account
        }
    }

    var placer: (any AccountKeyPlacer)? {
        switch self {
        case .implicit: nil
        case .named(_, let placer), .existing(_, let placer): placer
        }
    }
}

/// The one who gives an account its first shared key.
///
/// A relayer, a helper contract, a wallet that the account has.
public protocol AccountKeyPlacer: Sendable {
    /// Gives an account a key with full access, and creates the account if it is to.
    ///
    /// The chain is asked first whether the account has the key, so this is called until it has.
    func place(_ key: PublicKey, on account: AccountId) async throws(SharedKeyError)
}
