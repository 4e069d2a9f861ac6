// SPDX-License-Identifier: MIT

/// The progress of a transaction as a whole (nearcore's `FinalExecutionStatus`).
public enum FinalExecutionStatus: Sendable, Hashable {
    /// Nothing has run yet.
    case notStarted
    /// Something ran, and the result isn't there yet.
    case started
    /// It failed.
    case failure(TxExecutionError)
    /// It succeeded; the bytes are what the last call returned, empty when it returned nothing.
    case successValue([UInt8])
    /// A status that this version doesn't know, as the node sent it.
    case unrecognized(JSONValue)
}

extension FinalExecutionStatus: OpenViewEnum {
    package static func known(_ variant: ViewVariant) throws(ViewDecodingError) -> Self? {
        switch variant.name {
        case "NotStarted": return .notStarted
        case "Started": return .started
        case "Failure": return .failure(try variant.wrapped())
        case "SuccessValue": return Base64.decode(try variant.wrapped(as: String.self)).map { .successValue($0) }
        default: return nil
        }
    }
}

/// The end of one receipt, or of the transaction's conversion into a receipt.
///
/// nearcore calls it `ExecutionStatusView`.
public enum ExecutionStatus: Sendable, Hashable {
    /// It hasn't run yet, or the node doesn't know (nearcore's `Unknown`).
    case unknown
    /// It failed.
    case failure(TxExecutionError)
    /// It succeeded; the bytes are what it returned.
    case successValue([UInt8])
    /// It succeeded and handed on to this receipt, whose result is its result.
    case successReceiptId(CryptoHash)
    /// A status that this version doesn't know, as the node sent it.
    case unrecognized(JSONValue)
}

extension ExecutionStatus: OpenViewEnum {
    package static func known(_ variant: ViewVariant) throws(ViewDecodingError) -> Self? {
        switch variant.name {
        case "Unknown": return .unknown
        case "Failure": return .failure(try variant.wrapped())
        case "SuccessValue": return Base64.decode(try variant.wrapped(as: String.self)).map { .successValue($0) }
        case "SuccessReceiptId": return .successReceiptId(try variant.wrapped())
        default: return nil
        }
    }
}
