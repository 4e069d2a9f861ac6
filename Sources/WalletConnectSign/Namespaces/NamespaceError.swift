// SPDX-License-Identifier: MIT

internal import SafeText

/// The reason why namespaces can't be used.
public enum NamespaceError: Error, Sendable, Hashable {
    /// There is no namespace.
    case empty
    /// There are more than ``SignLimits/namespaces`` namespaces or ``SignLimits/names`` names.
    case tooMany
    /// A namespace's key is neither `[-a-z0-9]{3,8}` nor a chain.
    case invalidKey(String)
    /// A namespace, or a list in it, is of another kind.
    case notAnObject(String)
    /// A namespace without a chain.
    case noChains(String)
    /// A text that isn't a chain by CAIP-2, or a chain of another namespace.
    case invalidChain(String)
    /// A text that isn't an account by CAIP-10, or an account of another namespace.
    case invalidAccount(String)
    /// A namespace without an account.
    case noAccounts(String)
    /// A method's or an event's name with other characters than printable ASCII.
    case invalidName(String)
}

extension NamespaceError: CustomStringConvertible {
    /// The fault in words.
    public var description: String {
        switch self {
        case .empty: localized("it names no namespace")
        case .tooMany: localized("it has too many namespaces, accounts or names")
        case .invalidKey(let key): localized("“%1$s” names no namespace", DisplayText.name(String(key.prefix(40))))
        case .notAnObject(let key):
            localized("the namespace “%1$s” can’t be read", DisplayText.name(String(key.prefix(40))))
        case .noChains(let key):
            localized("the namespace “%1$s” has no chain", DisplayText.name(String(key.prefix(40))))
        case .invalidChain(let text):
            localized("“%1$s” is no chain of its namespace", DisplayText.name(String(text.prefix(60))))
        case .invalidAccount(let text):
            localized("“%1$s” is no account of its namespace", DisplayText.name(String(text.prefix(60))))
        case .noAccounts(let key):
            localized("the namespace “%1$s” has no account", DisplayText.name(String(key.prefix(40))))
        case .invalidName(let name):
            localized("“%1$s” is no name of a method or an event", DisplayText.name(String(name.prefix(60))))
        }
    }
}
