// SPDX-License-Identifier: MIT

/// The reason why a host function ends a contract (nearcore: `HostError`), in nearcore's two ways of writing it.
struct HostCallError: Error, Sendable, Hashable {
    /// The text in outcomes.
    let text: String
    /// The text in queries: the value as Rust prints it.
    let debugText: String

    private init(_ text: String, _ debugText: String) {
        self.text = text
        self.debugText = debugText
    }

    static let gasExceeded = HostCallError("Exceeded the prepaid gas.", "GasExceeded")
    static let gasLimitExceeded = HostCallError(
        "Exceeded the maximum amount of gas allowed to burn per contract.", "GasLimitExceeded")
    static let badUTF8 = HostCallError("String encoding is bad UTF-8 sequence.", "BadUTF8")
    static let badUTF16 = HostCallError("String encoding is bad UTF-16 sequence.", "BadUTF16")
    static let balanceExceeded = HostCallError("Exceeded the account balance.", "BalanceExceeded")
    static let emptyMethodName = HostCallError("Tried to call an empty method name.", "EmptyMethodName")
    static let integerOverflow = HostCallError("Integer overflow.", "IntegerOverflow")
    static let cannotAppendActionToJointPromise = HostCallError(
        "Actions can only be appended to non-joint promise.", "CannotAppendActionToJointPromise")
    static let cannotReturnJointPromise = HostCallError(
        "Returning joint promise is currently prohibited.", "CannotReturnJointPromise")
    static let cannotSetRefundToOnJointPromise = HostCallError(
        "Cannot set refund_to on a joint promise.", "CannotSetRefundToOnJointPromise")
    static let memoryAccessViolation = HostCallError("Accessed memory outside the bounds.", "MemoryAccessViolation")
    static let invalidAccountId = HostCallError("VM Logic returned an invalid account id", "InvalidAccountId")
    static let invalidMethodName = HostCallError("VM Logic returned an invalid method name", "InvalidMethodName")
    static let invalidPublicKey = HostCallError("VM Logic provided an invalid public key", "InvalidPublicKey")
    static let dataEntryAlreadyExists = HostCallError("The data entry is already there.", "DataEntryAlreadyExists")
    static let dataIdMalformed = HostCallError("yield resumption token is malformed", "DataIdMalformed")
    static let contractCodeHashMalformed = HostCallError(
        "contract code hash is malformed", "ContractCodeHashMalformed")

    static let recordedStorageExceeded = HostCallError(
        "Size of the recorded trie storage proof has exceeded the allowed limit (4.0 MB)",
        "RecordedStorageExceeded { limit: 4.0 MB }")

    static func guestPanic(_ message: String) -> HostCallError {
        HostCallError("Smart contract panicked: \(message)", "GuestPanic { panic_msg: \(message.rustDebugText) }")
    }

    static func prohibitedInView(_ method: String) -> HostCallError {
        HostCallError(
            "\(method) is not allowed in view calls", "ProhibitedInView { method_name: \(method.rustDebugText) }")
    }

    static func deprecated(_ method: String) -> HostCallError {
        HostCallError(
            "Attempted to call deprecated host function \(method)",
            "Deprecated { method_name: \(method.rustDebugText) }")
    }

    static func invalidPromiseIndex(_ index: UInt64) -> HostCallError {
        HostCallError(
            "\(index) does not correspond to existing promises", "InvalidPromiseIndex { promise_idx: \(index) }")
    }

    static func invalidPromiseResultIndex(_ index: UInt64) -> HostCallError {
        HostCallError(
            "Accessed invalid promise result index: \(index)", "InvalidPromiseResultIndex { result_idx: \(index) }")
    }

    static func invalidActionIndex(_ receipt: Int, _ index: UInt64) -> HostCallError {
        HostCallError(
            "Action index \(index) is not valid for receipt \(receipt)",
            "InvalidActionIndex { receipt_index: \(receipt), action_index: \(index) }")
    }

    static func invalidRegisterId(_ id: UInt64) -> HostCallError {
        HostCallError("Accessed invalid register id: \(id)", "InvalidRegisterId { register_id: \(id) }")
    }

    static func numberOfLogsExceeded(limit: Int) -> HostCallError {
        HostCallError("The number of logs will exceed the limit \(limit)", "NumberOfLogsExceeded { limit: \(limit) }")
    }

    static func keyLengthExceeded(_ length: Int, limit: UInt64) -> HostCallError {
        HostCallError(
            "The length of a storage key \(length) exceeds the limit \(limit)",
            "KeyLengthExceeded { length: \(length), limit: \(limit) }")
    }

    static func valueLengthExceeded(_ length: Int, limit: UInt64) -> HostCallError {
        HostCallError(
            "The length of a storage value \(length) exceeds the limit \(limit)",
            "ValueLengthExceeded { length: \(length), limit: \(limit) }")
    }

    static func totalLogLengthExceeded(_ length: UInt64, limit: UInt64) -> HostCallError {
        HostCallError(
            "The length of a log message \(length) exceeds the limit \(limit)",
            "TotalLogLengthExceeded { length: \(length), limit: \(limit) }")
    }

    static func numberPromisesExceeded(_ count: Int, limit: Int) -> HostCallError {
        HostCallError(
            "The number of promises within a FunctionCall \(count) exceeds the limit \(limit)",
            "NumberPromisesExceeded { number_of_promises: \(count), limit: \(limit) }")
    }

    static func numberInputDataDependenciesExceeded(_ count: Int, limit: UInt64) -> HostCallError {
        HostCallError(
            "The number of input data dependencies \(count) exceeds the limit \(limit)",
            "NumberInputDataDependenciesExceeded { number_of_input_data_dependencies: \(count), limit: \(limit) }")
    }

    static func returnedValueLengthExceeded(_ length: Int, limit: UInt64) -> HostCallError {
        HostCallError(
            "The length of a returned value \(length) exceeds the limit \(limit)",
            "ReturnedValueLengthExceeded { length: \(length), limit: \(limit) }")
    }

    static func contractSizeExceeded(_ size: Int, limit: UInt64) -> HostCallError {
        HostCallError(
            "The size of a contract code in DeployContract action \(size) exceeds the limit \(limit)",
            "ContractSizeExceeded { size: \(size), limit: \(limit) }")
    }

    static func yieldPayloadLength(_ length: Int, limit: UInt64) -> HostCallError {
        HostCallError(
            "Yield resume payload is \(length) bytes which exceeds the \(limit) byte limit",
            "YieldPayloadLength { length: \(length), limit: \(limit) }")
    }

    static func ecRecover(_ message: String) -> HostCallError {
        HostCallError("ECDSA recover error: \(message)", "ECRecoverError { msg: \(message.rustDebugText) }")
    }

    static func altBn128InvalidInput(_ message: String) -> HostCallError {
        HostCallError(
            "AltBn128 invalid input: \(message)", "AltBn128InvalidInput { msg: \(message.rustDebugText) }")
    }

    static func bls12381InvalidInput(_ message: String) -> HostCallError {
        HostCallError(
            "BLS12-381 invalid input: \(message)", "BLS12381InvalidInput { msg: \(message.rustDebugText) }")
    }

    static func ed25519VerifyInvalidInput(_ message: String) -> HostCallError {
        HostCallError(
            "ED25519 signature verification error: \(message)",
            "Ed25519VerifyInvalidInput { msg: \(message.rustDebugText) }")
    }
}

extension String {
    /// The text as Rust's `{:?}` writes it.
    var rustDebugText: String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\0": result += "\\0"
            case _ where scalar.properties.generalCategory == .control:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
