// SPDX-License-Identifier: MIT

internal import SafeText

extension HostError: CustomStringConvertible {
    /// The reason why the call ended and the remedy, in sentences for the user.
    public var description: String {
        switch self {
        case .guestPanic(let message):
            localized(
                "The contract stopped the call. Check what it asks for. It says: %1$s.", DisplayText.quotation(message))
        case .gasExceeded: localized("The gas that was attached to the call is used up. Attach more gas.")
        case .gasLimitExceeded:
            localized(
                "The call burnt all the gas that one call may burn. Ask for less at once; more gas doesn’t help.")
        case .balanceExceeded:
            localized("The contract tried to spend more than it has. Send it NEAR, or attach a larger deposit.")
        case .prohibitedInView(let method):
            localized(
                "The method uses %1$s, which a view call may not. Send a transaction that calls it.",
                DisplayText.quotation(method))
        case .deprecated(let method):
            localized(
                "The contract uses %1$s, which is no longer there. Tell the contract’s authors.",
                DisplayText.quotation(method))
        case .limitExceeded(let name, let actual?, let limit):
            localized(
                "The call went beyond a limit of the network (%1$s): %2$s, and %3$s are allowed. Ask for less at once.",
                DisplayText.quotation(name, limit: 80), "\(actual)", "\(limit)")
        case .limitExceeded(let name, nil, let limit):
            localized(
                "The call went beyond a limit of the network (%1$s): %2$s are allowed. Ask for less at once.",
                DisplayText.quotation(name, limit: 80), "\(limit)")
        case .invalidIndex(let name, let index):
            localized(
                "The contract used the index %1$s, which stands for nothing (%2$s). Tell the contract’s authors.",
                "\(index)", DisplayText.quotation(name, limit: 80))
        case .invalidInput(let name, let message):
            localized(
                "The contract gave a cryptographic function bad input (%1$s). Check the arguments. The node says: %2$s.",
                DisplayText.quotation(name, limit: 80), DisplayText.quotation(message))
        case .named(let name):
            localized(
                "The contract failed in a function of the network (%1$s). Check the arguments, or tell the contract’s authors.",
                DisplayText.quotation(name, limit: 80))
        case .unrecognized(let json):
            localized(
                "The contract failed in a way that this version doesn’t know (%1$s). Tell its authors, or install a newer version.",
                ErrorWords.name(of: json))
        }
    }
}
