// SPDX-License-Identifier: MIT

internal import SafeText

/// The reason why a wallet's settlement isn't accepted.
public enum SettlementError: Error, Sendable, Hashable {
    /// It never came.
    case missing
    /// The wallet's key leads to no shared key.
    case invalidKey
    /// Another key settles than the one that approved.
    case otherController
    /// The wallet gives no name.
    case unnamed
    /// It has ended already, or ends in more than seven days.
    case expiry
    /// Its namespaces can't be used.
    case namespaces(NamespaceError)
}

extension SettlementError: CustomStringConvertible {
    /// The fault in words.
    public var description: String {
        switch self {
        case .missing: localized("it never came")
        case .invalidKey: localized("its key leads to no shared key")
        case .otherController: localized("another key settles than the one that approved")
        case .unnamed: localized("the wallet gives no name")
        case .expiry: localized("it has ended already, or ends in more than seven days")
        case .namespaces(let error): "\(error)"
        }
    }
}
