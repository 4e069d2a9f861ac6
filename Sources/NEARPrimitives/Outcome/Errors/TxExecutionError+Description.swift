// SPDX-License-Identifier: MIT

internal import SafeText

extension TxExecutionError: CustomStringConvertible {
    /// The failure and its remedy, in sentences for the user.
    public var description: String {
        switch self {
        case .actionError(let error): error.description
        case .invalidTxError(let error): error.description
        case .unrecognized(let json):
            localized(
                "The transaction failed in a way that this version doesn’t know (%1$s). Look it up in an explorer, or install a newer version.",
                ErrorWords.name(of: json))
        }
    }
}

extension ActionError: CustomStringConvertible {
    /// The failure and its remedy, in sentences that name the action by its place, counted from 1.
    public var description: String {
        guard let index, index < .max else { return kind.description }
        return localized("Action %1$s of the transaction failed. %2$s", "\(index + 1)", kind.description)
    }
}
