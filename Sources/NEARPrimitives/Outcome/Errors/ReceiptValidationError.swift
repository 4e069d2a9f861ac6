// SPDX-License-Identifier: MIT

/// The reason why a receipt that a contract made isn't valid (nearcore's `ReceiptValidationError`).
public enum ReceiptValidationError: Error, Sendable, Hashable {
    /// The predecessor isn't an account id.
    case invalidPredecessorId(accountId: String)
    /// The receiver isn't an account id.
    case invalidReceiverId(accountId: String)
    /// The signer isn't an account id.
    case invalidSignerId(accountId: String)
    /// A receiver of data isn't an account id.
    case invalidDataReceiverId(accountId: String)
    /// The returned value is too long, in bytes.
    case returnedValueLengthExceeded(length: UInt64, limit: UInt64)
    /// The receipt waits for too many results.
    case numberInputDataDependenciesExceeded(numberOfInputDataDependencies: UInt64, limit: UInt64)
    /// The receipt's actions break a rule.
    case actionsValidation(ActionsValidationError)
    /// The receipt is too large, in bytes.
    case receiptSizeExceeded(size: UInt64, limit: UInt64)
    /// The account that refunds go to isn't an account id.
    case invalidRefundTo(accountId: String)
    /// A kind that this version doesn't know, as the node sent it.
    case unrecognized(JSONValue)
}

extension ReceiptValidationError: OpenViewEnum {
    package static func known(_ variant: ViewVariant) throws(ViewDecodingError) -> Self? {
        switch variant.name {
        case "InvalidPredecessorId": .invalidPredecessorId(accountId: try variant.value("account_id"))
        case "InvalidReceiverId": .invalidReceiverId(accountId: try variant.value("account_id"))
        case "InvalidSignerId": .invalidSignerId(accountId: try variant.value("account_id"))
        case "InvalidDataReceiverId": .invalidDataReceiverId(accountId: try variant.value("account_id"))
        case "ReturnedValueLengthExceeded":
            .returnedValueLengthExceeded(length: try variant.value("length"), limit: try variant.value("limit"))
        case "NumberInputDataDependenciesExceeded":
            .numberInputDataDependenciesExceeded(
                numberOfInputDataDependencies: try variant.value("number_of_input_data_dependencies"),
                limit: try variant.value("limit"))
        case "ActionsValidation": .actionsValidation(try variant.wrapped())
        case "ReceiptSizeExceeded":
            .receiptSizeExceeded(size: try variant.value("size"), limit: try variant.value("limit"))
        case "InvalidRefundTo": .invalidRefundTo(accountId: try variant.value("account_id"))
        default: nil
        }
    }
}
