// SPDX-License-Identifier: MIT

import NEARPrimitives

extension FunctionCallError {
    /// The error as nearcore writes it: what happens while a contract runs is one text.
    var view: JSONValue {
        switch self {
        case .compilationError(let error): .variant("CompilationError", error.view)
        case .linkError(let message): .variant("LinkError", ["msg": .string(message)])
        case .methodResolveError(let error): .variant("MethodResolveError", .string(error.rawValue))
        case .executionError(let message): .variant("ExecutionError", .string(message))
        case .wasmTrap(let trap): .variant("ExecutionError", .string("WebAssembly trap: \(trap.nearcoreText)"))
        case .hostError(let error): .variant("ExecutionError", .string(error.description))
        case .wasmUnknownError: "WasmUnknownError"
        case .unrecognized(let json): json
        }
    }
}

extension CompilationError {
    /// The error as nearcore writes it.
    var view: JSONValue {
        switch self {
        case .codeDoesNotExist(let id): .variant("CodeDoesNotExist", ["account_id": .id(id)])
        case .prepareError(let error): .variant("PrepareError", .string(error.rawValue))
        case .wasmerCompileError(let message): .variant("WasmerCompileError", ["msg": .string(message)])
        case .unrecognized(let json): json
        }
    }
}

extension ReceiptValidationError {
    /// The error as nearcore writes it.
    var view: JSONValue {
        switch self {
        case .invalidPredecessorId(let id): Self.account("InvalidPredecessorId", id)
        case .invalidReceiverId(let id): Self.account("InvalidReceiverId", id)
        case .invalidSignerId(let id): Self.account("InvalidSignerId", id)
        case .invalidDataReceiverId(let id): Self.account("InvalidDataReceiverId", id)
        case .invalidRefundTo(let id): Self.account("InvalidRefundTo", id)
        case .returnedValueLengthExceeded(let length, let limit):
            .variant("ReturnedValueLengthExceeded", ["length": .count(length), "limit": .count(limit)])
        case .numberInputDataDependenciesExceeded(let number, let limit):
            .variant(
                "NumberInputDataDependenciesExceeded",
                ["number_of_input_data_dependencies": .count(number), "limit": .count(limit)])
        case .actionsValidation(let error): .variant("ActionsValidation", error.view)
        case .receiptSizeExceeded(let size, let limit):
            .variant("ReceiptSizeExceeded", ["size": .count(size), "limit": .count(limit)])
        case .unrecognized(let json): json
        }
    }

    private static func account(_ name: String, _ id: String) -> JSONValue {
        .variant(name, ["account_id": .string(id)])
    }
}
