// SPDX-License-Identifier: MIT

/// Why a host function ends a contract (nearcore: `HostError`), in nearcore's two ways of writing it.
struct HostFault: Error, Sendable, Hashable {
    /// The text in outcomes.
    let text: String
    /// The text in queries: the value as Rust prints it.
    let debugText: String

    private init(_ text: String, _ debugText: String) {
        self.text = text
        self.debugText = debugText
    }

    static let gasExceeded = HostFault("Exceeded the prepaid gas.", "GasExceeded")
    static let gasLimitExceeded = HostFault(
        "Exceeded the maximum amount of gas allowed to burn per contract.", "GasLimitExceeded")
    static let badUTF8 = HostFault("String encoding is bad UTF-8 sequence.", "BadUTF8")
    static let badUTF16 = HostFault("String encoding is bad UTF-16 sequence.", "BadUTF16")
    static let balanceExceeded = HostFault("Exceeded the account balance.", "BalanceExceeded")
    static let emptyMethodName = HostFault("Tried to call an empty method name.", "EmptyMethodName")
    static let integerOverflow = HostFault("Integer overflow.", "IntegerOverflow")
    static let cannotAppendActionToJointPromise = HostFault(
        "Actions can only be appended to non-joint promise.", "CannotAppendActionToJointPromise")
    static let cannotReturnJointPromise = HostFault(
        "Returning joint promise is currently prohibited.", "CannotReturnJointPromise")
    static let cannotSetRefundToOnJointPromise = HostFault(
        "Cannot set refund_to on a joint promise.", "CannotSetRefundToOnJointPromise")
    static let memoryAccessViolation = HostFault("Accessed memory outside the bounds.", "MemoryAccessViolation")
    static let invalidAccountId = HostFault("VM Logic returned an invalid account id", "InvalidAccountId")
    static let invalidMethodName = HostFault("VM Logic returned an invalid method name", "InvalidMethodName")
    static let invalidPublicKey = HostFault("VM Logic provided an invalid public key", "InvalidPublicKey")
    static let dataEntryAlreadyExists = HostFault("The data entry is already there.", "DataEntryAlreadyExists")
    static let dataIdMalformed = HostFault("yield resumption token is malformed", "DataIdMalformed")
    static let contractCodeHashMalformed = HostFault(
        "contract code hash is malformed", "ContractCodeHashMalformed")

    static let recordedStorageExceeded = HostFault(
        "Size of the recorded trie storage proof has exceeded the allowed limit (4.0 MB)",
        "RecordedStorageExceeded { limit: 4.0 MB }")

    static func guestPanic(_ message: String) -> HostFault {
        HostFault("Smart contract panicked: \(message)", "GuestPanic { panic_msg: \(message.rustDebugText) }")
    }

    static func prohibitedInView(_ method: String) -> HostFault {
        HostFault(
            "\(method) is not allowed in view calls", "ProhibitedInView { method_name: \(method.rustDebugText) }")
    }

    static func deprecated(_ method: String) -> HostFault {
        HostFault(
            "Attempted to call deprecated host function \(method)",
            "Deprecated { method_name: \(method.rustDebugText) }")
    }

    static func invalidPromiseIndex(_ index: UInt64) -> HostFault {
        HostFault(
            "\(index) does not correspond to existing promises", "InvalidPromiseIndex { promise_idx: \(index) }")
    }

    static func invalidPromiseResultIndex(_ index: UInt64) -> HostFault {
        HostFault(
            "Accessed invalid promise result index: \(index)", "InvalidPromiseResultIndex { result_idx: \(index) }")
    }

    static func invalidActionIndex(_ receipt: Int, _ index: UInt64) -> HostFault {
        HostFault(
            "Action index \(index) is not valid for receipt \(receipt)",
            "InvalidActionIndex { receipt_index: \(receipt), action_index: \(index) }")
    }

    static func invalidRegisterId(_ id: UInt64) -> HostFault {
        HostFault("Accessed invalid register id: \(id)", "InvalidRegisterId { register_id: \(id) }")
    }

    static func numberOfLogsExceeded(limit: Int) -> HostFault {
        HostFault("The number of logs will exceed the limit \(limit)", "NumberOfLogsExceeded { limit: \(limit) }")
    }

    static func keyLengthExceeded(_ length: Int, limit: UInt64) -> HostFault {
        HostFault(
            "The length of a storage key \(length) exceeds the limit \(limit)",
            "KeyLengthExceeded { length: \(length), limit: \(limit) }")
    }

    static func valueLengthExceeded(_ length: Int, limit: UInt64) -> HostFault {
        HostFault(
            "The length of a storage value \(length) exceeds the limit \(limit)",
            "ValueLengthExceeded { length: \(length), limit: \(limit) }")
    }

    static func totalLogLengthExceeded(_ length: UInt64, limit: UInt64) -> HostFault {
        HostFault(
            "The length of a log message \(length) exceeds the limit \(limit)",
            "TotalLogLengthExceeded { length: \(length), limit: \(limit) }")
    }

    static func numberPromisesExceeded(_ count: Int, limit: Int) -> HostFault {
        HostFault(
            "The number of promises within a FunctionCall \(count) exceeds the limit \(limit)",
            "NumberPromisesExceeded { number_of_promises: \(count), limit: \(limit) }")
    }

    static func numberInputDataDependenciesExceeded(_ count: Int, limit: UInt64) -> HostFault {
        HostFault(
            "The number of input data dependencies \(count) exceeds the limit \(limit)",
            "NumberInputDataDependenciesExceeded { number_of_input_data_dependencies: \(count), limit: \(limit) }")
    }

    static func returnedValueLengthExceeded(_ length: Int, limit: UInt64) -> HostFault {
        HostFault(
            "The length of a returned value \(length) exceeds the limit \(limit)",
            "ReturnedValueLengthExceeded { length: \(length), limit: \(limit) }")
    }

    static func contractSizeExceeded(_ size: Int, limit: UInt64) -> HostFault {
        HostFault(
            "The size of a contract code in DeployContract action \(size) exceeds the limit \(limit)",
            "ContractSizeExceeded { size: \(size), limit: \(limit) }")
    }

    static func yieldPayloadLength(_ length: Int, limit: UInt64) -> HostFault {
        HostFault(
            "Yield resume payload is \(length) bytes which exceeds the \(limit) byte limit",
            "YieldPayloadLength { length: \(length), limit: \(limit) }")
    }

    static func ecRecover(_ message: String) -> HostFault {
        HostFault("ECDSA recover error: \(message)", "ECRecoverError { msg: \(message.rustDebugText) }")
    }

    static func altBn128InvalidInput(_ message: String) -> HostFault {
        HostFault(
            "AltBn128 invalid input: \(message)", "AltBn128InvalidInput { msg: \(message.rustDebugText) }")
    }

    static func bls12381InvalidInput(_ message: String) -> HostFault {
        HostFault(
            "BLS12-381 invalid input: \(message)", "BLS12381InvalidInput { msg: \(message.rustDebugText) }")
    }

    static func ed25519VerifyInvalidInput(_ message: String) -> HostFault {
        HostFault(
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
