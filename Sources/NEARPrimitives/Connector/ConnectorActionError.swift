// SPDX-License-Identifier: MIT

/// A fault between JSON and an action as near-connect wallets take them.
public enum ConnectorActionError: Error, Sendable, Hashable {
    /// The value, or the member at `path`, is of another kind than the form asks for, or missing.
    case expected(String, path: String)
    /// `type` is no action's name.
    case unknownType(String)
    /// The member at `path` has a value that its own rules refuse.
    case invalidValue(path: String, reason: String)
    /// The connector's form has no such action or no such part of one (a delegate action, a gas key).
    case unsupported(String)
}

extension ConnectorActionError: CustomStringConvertible {
    /// The error, in one line for the user.
    public var description: String {
        switch self {
        case .expected(let kind, let path): "\(path): \(kind) expected"
        case .unknownType(let type): "\(type.debugDescription) is no type of action"
        case .invalidValue(let path, let reason): "\(path): \(reason)"
        case .unsupported(let what): "wallets take no \(what)"
        }
    }
}
