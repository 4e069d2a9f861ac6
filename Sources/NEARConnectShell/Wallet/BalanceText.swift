// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// An account's balance in words: rounded for a glance, and each part exactly.
struct BalanceText: Equatable {
    /// A line of the form "name: value".
    struct Line: Equatable {
        let name: String
        let value: String
        /// The sentence that says what the line means.
        let meaning: String
    }

    /// The digits behind the point of the amount that is shown first.
    private static let roundedDigits = 5

    /// All that the account has and hasn't staked, cut off behind five digits.
    let rounded: String
    /// The same, to the last digit.
    let exact: String
    /// The parts: what can be spent, what the storage holds, what is staked.
    let lines: [Line]

    /// Writes out an account's balance.
    ///
    /// - Parameters:
    ///   - account: The account as a node shows it.
    ///   - style: The way to write numbers.
    init(_ account: AccountView, style: NumberStyle) {
        rounded = style.near(account.amount, digits: Self.roundedDigits)
        exact = style.near(account.amount)
        lines = [
            Line(
                name: localized("Available"), value: style.near(account.spendable()),
                meaning: localized("You can send this, less the fee.")),
            Line(
                name: localized("Held for storage"), value: style.near(account.heldForStorage()),
                meaning: localized(
                    "The chain keeps this back for the %1$s bytes that your account takes.",
                    style.text("\(account.storageUsage)"))),
            Line(
                name: localized("Staked"), value: style.near(account.locked),
                meaning: localized("This secures the network as a validator’s stake, and can’t be sent.")),
        ]
    }
}
