// SPDX-License-Identifier: MIT

/// The reason why a transaction or a receipt failed (nearcore's `TxExecutionError`).
public enum TxExecutionError: Error, Sendable, Hashable {
    /// The transaction was accepted and one of its actions failed while it ran.
    ///
    /// Gas is spent, the nonce is used.
    case actionError(ActionError)
    /// The transaction itself was refused: nothing ran.
    case invalidTxError(InvalidTxError)
    /// A kind of failure that this version doesn't know, as the node sent it.
    case unrecognized(JSONValue)
}

extension TxExecutionError: OpenViewEnum {
    package static func known(_ variant: ViewVariant) throws(ViewDecodingError) -> Self? {
        switch variant.name {
        case "ActionError": .actionError(try variant.wrapped())
        case "InvalidTxError": .invalidTxError(try variant.wrapped())
        default: nil
        }
    }
}

/// The failure of one action (nearcore's `ActionError`).
public struct ActionError: Error, Sendable, Hashable {
    /// The place of the action that failed, counted from 0.
    ///
    /// `nil` when the failure isn't that of one action.
    public let index: UInt64?
    /// The fault that ended the action.
    public let kind: ActionErrorKind

    /// An error with its parts.
    public init(index: UInt64?, kind: ActionErrorKind) {
        self.index = index
        self.kind = kind
    }
}

extension ActionError: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        index = try fields.value("index")
        kind = try fields.value("kind")
    }
}
