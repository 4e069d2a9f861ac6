// SPDX-License-Identifier: MIT

public import NEARPrimitives
internal import SafeText

/// One step of the wallet scenario, in the order of the cases.
public enum ScenarioStep: String, Sendable, CaseIterable {
    /// The node answers and names its chain.
    case chain
    /// The bridge page is loaded and has announced itself.
    case bridge
    /// Sign in with the keystore wallet.
    case signIn = "sign-in"
    /// Send 1 NEAR.
    case transfer
    /// Create a sub-account with a key of its own.
    case createAccount = "create-account"
    /// Sign a NEP-413 message.
    case message
    /// Sign a NEP-366 delegate action and relay it.
    case delegateAction = "delegate-action"
    /// Sign in and sign a message in one step.
    case signInAndSignMessage = "sign-in-and-message"
    /// Sign out.
    case signOut = "sign-out"
    /// Sign in, restart from the stored account, and sign.
    case restart
    /// Make an account whose key exists as three shares, and pay with two of them.
    case sharedAccount = "shared-account"
    /// Pay with stolen shares, replace the key, and find that the stolen ones are worthless.
    case stolenShares = "stolen-shares"

    /// True for the steps that need a login's service.
    public var needsLogin: Bool { self == .sharedAccount || self == .stolenShares }

    /// The step in words.
    public var title: String {
        switch self {
        case .chain: localized("Ask the node")
        case .bridge: localized("Load the bridge")
        case .signIn: localized("Sign in")
        case .transfer: localized("Send 1 NEAR")
        case .createAccount: localized("Create an account")
        case .message: localized("Sign a message (NEP-413)")
        case .delegateAction: localized("Sign and relay a delegate action (NEP-366)")
        case .signInAndSignMessage: localized("Sign in and sign a message")
        case .signOut: localized("Sign out")
        case .restart: localized("Restart from the stored account")
        case .sharedAccount: localized("Share a key between three places")
        case .stolenShares: localized("Replace a key whose shares were stolen")
        }
    }
}

/// The result of one step.
public struct ScenarioReport: Sendable {
    /// The step.
    public let step: ScenarioStep
    /// The time that the step took, checks included.
    public let duration: Duration
    /// The transaction's hash, for steps that send one.
    public let hash: CryptoHash?
    /// The findings, or the error.
    public let detail: String
    /// True if every check of the step succeeded.
    public let isSuccess: Bool
}

/// A failed check of the scenario.
public struct ScenarioError: Error, Sendable, CustomStringConvertible {
    /// The expected value and the one that was found.
    public let description: String
}
