// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A node's word on a transfer before it is asked for.
struct SendQuote: Equatable, Sendable {
    /// The receiver on the chain.
    let receiver: ReceiverState
    /// The most that the transfer costs beside the amount; `nil` where no node tells it.
    let fee: NEARToken?
    /// The amount that the account can spend.
    let spendable: NEARToken?

    /// The most that can be sent: what can be spent, less the fee.
    var most: NEARToken? {
        guard let fee, let spendable else { return nil }
        return spendable > fee ? NEARToken(yoctoNEAR: spendable.yoctoNEAR - fee.yoctoNEAR) : .zero
    }

    /// Returns what can be spent after a transfer; `nil` where that isn't known or doesn't suffice.
    func rest(after amount: NEARToken) -> NEARToken? {
        guard let most, amount <= most else { return nil }
        return NEARToken(yoctoNEAR: most.yoctoNEAR - amount.yoctoNEAR)
    }

    /// The sentence about the fee and what is left; empty where no node tells.
    ///
    /// - Parameters:
    ///   - amount: The amount that is to be sent, if it is known.
    ///   - style: The way to write numbers.
    func costs(of amount: NEARToken?, style: NumberStyle) -> String {
        guard let fee else { return "" }
        let words = localized("Fee: at most %1$s.", style.near(atMost: fee, digits: 6))
        guard let amount else { return words }
        guard let rest = rest(after: amount) else {
            return words + " " + localized("That and the fee are more than you can spend.")
        }
        return words + " " + localized("You keep %1$s.", style.near(rest, digits: 5))
    }
}

extension ReceiverState {
    /// The sentence about the receiver of a transfer of NEAR, and whether it stands against sending.
    var receiverText: (text: String, isProblem: Bool) {
        switch self {
        case .exists: (localized("This account exists."), false)
        case .isMade:
            (localized("This account is new: it comes to life with what you send. Check every letter."), false)
        case .missing:
            (localized("There is no such account. Check the name: what is sent there comes back, less the fee."), true)
        case .unknown(let reason):
            (localized("No node says whether this account exists: %1$s", reason), false)
        }
    }
}
