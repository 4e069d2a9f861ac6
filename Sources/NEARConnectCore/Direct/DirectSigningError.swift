// SPDX-License-Identifier: MIT

internal import SafeText

/// The reason why ``DirectWallet`` has signed nothing.
package enum DirectSigningError: Error, Sendable, Hashable {
    /// The approval policy doesn't cover the request.
    case refusedByPolicy(reason: String)
    /// The keystore doesn't sign this, whoever approves it.
    case refusedByKeystore(reason: String)
    /// The chain would refuse a delegate action in it, at the cost of the account that sends it.
    case refusedByChain(reason: String)
    /// The chain couldn't be asked for what goes into a signature.
    case unavailable(reason: String)

    /// A name for programs, which doesn't change between versions.
    var code: String {
        switch self {
        case .refusedByPolicy: "refused-by-policy"
        case .refusedByKeystore: "refused-by-keystore"
        case .refusedByChain: "refused-by-chain"
        case .unavailable: "signing-unavailable"
        }
    }

    /// A sentence for the user.
    package var sentence: String {
        switch self {
        case .refusedByPolicy(let reason):
            localized("Nothing was signed: %1$s. Change the policy, or ask for less.", reason)
        case .refusedByKeystore(let reason): localized("Nothing was signed: %1$s.", reason)
        case .refusedByChain(let reason):
            localized("Nothing was sent, since the chain would refuse it: %1$s. Have it signed again.", reason)
        case .unavailable(let reason): localized("Nothing was signed. %1$s", reason)
        }
    }
}
