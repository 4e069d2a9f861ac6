// SPDX-License-Identifier: MIT

internal import SafeText

extension ReceiptValidationError: CustomStringConvertible {
    /// The receipt's fault, in a sentence.
    public var description: String {
        switch self {
        case .invalidPredecessorId(let id):
            localized("Its predecessor %1$s is no account id.", DisplayText.quotation(id))
        case .invalidReceiverId(let id):
            localized("Its receiver %1$s is no account id.", DisplayText.quotation(id))
        case .invalidSignerId(let id): localized("Its signer %1$s is no account id.", DisplayText.quotation(id))
        case .invalidDataReceiverId(let id):
            localized("Its receiver of data %1$s is no account id.", DisplayText.quotation(id))
        case .returnedValueLengthExceeded(let length, let limit):
            localized("The returned value has %1$s bytes and %2$s are allowed.", "\(length)", "\(limit)")
        case .numberInputDataDependenciesExceeded(let count, let limit):
            localized("It waits for %1$s results and %2$s are allowed.", "\(count)", "\(limit)")
        case .actionsValidation(let error): error.description
        case .receiptSizeExceeded(let size, let limit):
            localized("It has %1$s bytes and %2$s are allowed.", "\(size)", "\(limit)")
        case .invalidRefundTo(let id):
            localized("The account for refunds %1$s is no account id.", DisplayText.quotation(id))
        case .unrecognized(let json):
            localized("It breaks a rule that this version doesn’t know (%1$s).", ErrorWords.name(of: json))
        }
    }
}
