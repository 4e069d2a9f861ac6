// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The reason why a contract failed (nearcore: the virtual machine's `FunctionCallError`).
enum ContractError: Error, Sendable, Hashable {
    case compilation(CompilationError)
    case link(message: String)
    case resolution(MethodResolveError)
    case trap(WasmTrap)
    case host(HostCallError)
    /// The engine didn't come back from the call. No network has this error.
    case lost

    /// The words for a call that the engine didn't come back from.
    ///
    /// The same for each, so that its block can be made again.
    private static let lostText =
        "The devnet's contract engine didn't come back from this call in time, and the devnet gave it up."

    /// The error as outcomes have it: what happens while a contract runs is one text.
    var functionCallError: FunctionCallError {
        switch self {
        case .compilation(let error): .compilationError(error)
        case .link(let message): .linkError(message: message)
        case .resolution(let error): .methodResolveError(error)
        case .trap(let trap): .executionError(message: "WebAssembly trap: \(trap.nearcoreText)")
        case .host(let fault): .executionError(message: fault.text)
        case .lost: .executionError(message: Self.lostText)
        }
    }

    /// The error as queries have it: the value as Rust prints it.
    var debugText: String {
        switch self {
        case .compilation(let error): "CompilationError(\(error.rustDebugText))"
        case .link(let message): "LinkError { msg: \(message.rustDebugText) }"
        case .resolution(let error): "MethodResolveError(\(error.rawValue))"
        case .trap(let trap): "WasmTrap(\(trap.rawValue))"
        case .host(let fault): "HostError(\(fault.debugText))"
        case .lost: Self.lostText
        }
    }
}

extension CompilationError {
    fileprivate var rustDebugText: String {
        switch self {
        case .codeDoesNotExist(let id): "CodeDoesNotExist { account_id: AccountId(\(id.text.rustDebugText)) }"
        case .prepareError(let error): "PrepareError(\(error.rawValue))"
        case .wasmerCompileError(let message): "WasmerCompileError { msg: \(message.rustDebugText) }"
        case .unrecognized(let json): "\(json)"
        }
    }
}

extension WasmTrap {
    /// The words of nearcore for the trap.
    var nearcoreText: String {
        switch self {
        case .unreachable: "An `unreachable` opcode was executed."
        case .incorrectCallIndirectSignature: "Call indirect incorrect signature trap."
        case .memoryOutOfBounds: "Memory out of bounds trap."
        case .callIndirectOutOfBounds: "Call indirect out of bounds trap."
        case .illegalArithmetic: "An arithmetic exception, e.g. divided by zero."
        case .misalignedAtomicAccess: "Misaligned atomic access trap."
        case .indirectCallToNull: "Indirect call to null."
        case .stackOverflow: "Stack overflow."
        default: "Generic trap."
        }
    }
}
