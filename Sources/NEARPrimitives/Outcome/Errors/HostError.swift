// SPDX-License-Identifier: MIT

/// The reason why a host function refused (nearcore's `HostError`).
public enum HostError: Error, Sendable, Hashable {
    /// The contract panicked with this message.
    case guestPanic(message: String)
    /// The gas of the call is used up.
    case gasExceeded
    /// The gas that one call may burn is used up.
    case gasLimitExceeded
    /// The contract spends more than it has.
    case balanceExceeded
    /// The method may not be used in a view call.
    case prohibitedInView(methodName: String)
    /// The host function is no longer there.
    case deprecated(methodName: String)
    /// A limit was exceeded, whose name in nearcore is `name`.
    ///
    /// `actual` is what was asked for, where the node says so.
    case limitExceeded(name: String, actual: UInt64?, limit: UInt64)
    /// An index doesn't stand for anything: `name` is nearcore's name of the error.
    case invalidIndex(name: String, index: UInt64)
    /// A cryptographic host function got bad input: `name` is nearcore's name of the error.
    case invalidInput(name: String, message: String)
    /// An error without fields, for example `BadUTF8`, `MemoryAccessViolation` or `IntegerOverflow`.
    case named(String)
    /// A kind that this version doesn't know, as the node sent it.
    case unrecognized(JSONValue)
}

extension HostError: OpenViewEnum {
    /// The fields in which nearcore writes what was asked for, beside `limit`.
    private static let actualFields = [
        "NumberOfLogsExceeded": nil, "KeyLengthExceeded": "length", "ValueLengthExceeded": "length",
        "TotalLogLengthExceeded": "length", "NumberPromisesExceeded": "number_of_promises",
        "NumberInputDataDependenciesExceeded": "number_of_input_data_dependencies",
        "ReturnedValueLengthExceeded": "length", "ContractSizeExceeded": "size",
    ]

    private static let indexFields = [
        "InvalidPromiseIndex": "promise_idx", "InvalidPromiseResultIndex": "result_idx",
        "InvalidRegisterId": "register_id", "IteratorWasInvalidated": "iterator_index",
        "InvalidReceiptIndex": "receipt_index", "InvalidIteratorIndex": "iterator_index",
    ]

    package static func known(_ variant: ViewVariant) throws(ViewDecodingError) -> Self? {
        switch variant.name {
        case "GuestPanic": return .guestPanic(message: try variant.value("panic_msg"))
        case "GasExceeded": return .gasExceeded
        case "GasLimitExceeded": return .gasLimitExceeded
        case "BalanceExceeded": return .balanceExceeded
        case "ProhibitedInView": return .prohibitedInView(methodName: try variant.value("method_name"))
        case "Deprecated": return .deprecated(methodName: try variant.value("method_name"))
        case "ECRecoverError", "AltBn128InvalidInput", "BLS12381InvalidInput", "Ed25519VerifyInvalidInput":
            return .invalidInput(name: variant.name, message: try variant.value("msg"))
        default: break
        }
        if let field = actualFields[variant.name] {
            var actual: UInt64?
            if let field { actual = try variant.value(field) }
            return .limitExceeded(name: variant.name, actual: actual, limit: try variant.value("limit"))
        }
        if let field = indexFields[variant.name] {
            return .invalidIndex(name: variant.name, index: try variant.value(field))
        }
        return variant.payload == .null ? .named(variant.name) : nil
    }
}
