// SPDX-License-Identifier: MIT

public import NEARPrimitives

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
    /// Sign in, start again from the stored account, and sign.
    case restart

    /// What the step does, for a person.
    public var title: String {
        switch self {
        case .chain: "Ask the node"
        case .bridge: "Load the bridge"
        case .signIn: "Sign in"
        case .transfer: "Send 1 NEAR"
        case .createAccount: "Create an account"
        case .message: "Sign a message (NEP-413)"
        case .delegateAction: "Sign and relay a delegate action (NEP-366)"
        case .signInAndSignMessage: "Sign in and sign a message"
        case .signOut: "Sign out"
        case .restart: "Start again from the stored account"
        }
    }
}

/// How a step of the scenario went.
public struct ScenarioReport: Sendable {
    /// The step.
    public let step: ScenarioStep
    /// How long it took, checks included.
    public let duration: Duration
    /// The transaction's hash, for steps that send one.
    public let hash: CryptoHash?
    /// What was seen, or what went wrong.
    public let detail: String
    /// Whether every check of the step held.
    public let isSuccess: Bool
}

/// A check of the scenario that did not hold.
public struct ScenarioFailure: Error, Sendable, CustomStringConvertible {
    /// What was expected and what was seen.
    public let description: String
}
