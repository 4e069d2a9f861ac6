// SPDX-License-Identifier: MIT

/// The reason why a contract call failed (nearcore's `FunctionCallError`).
public enum FunctionCallError: Error, Sendable, Hashable {
    /// The contract couldn't be prepared.
    case compilationError(CompilationError)
    /// The contract imports something that there isn't.
    case linkError(message: String)
    /// The contract has no such method.
    case methodResolveError(MethodResolveError)
    /// The WebAssembly trapped.
    case wasmTrap(WasmTrap)
    /// The WebAssembly failed for a reason that wasn't kept.
    case wasmUnknownError
    /// A host function refused or the contract panicked.
    case hostError(HostError)
    /// The contract failed, in the runtime's words.
    ///
    /// Today's networks report most failures this way, panics included.
    case executionError(message: String)
    /// A kind that this version doesn't know, as the node sent it.
    case unrecognized(JSONValue)
}

extension FunctionCallError {
    /// The contract's own message, where it failed by a panic.
    ///
    /// nearcore folds a panic into the text of `executionError` behind this fixed prefix, so the prefix is cut off
    /// here.
    public var panicMessage: String? {
        switch self {
        case .hostError(.guestPanic(let message)): return message
        case .executionError(let message):
            let prefix = "Smart contract panicked: "
            return message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : nil
        default: return nil
        }
    }

    /// True if the call ended because the gas attached to it was used up.
    package var isGasExceeded: Bool {
        switch self {
        case .hostError(.gasExceeded): true
        case .executionError(let message): Self.knownTexts[ExactText(message)] == .gasExceeded
        default: false
        }
    }

    /// The host's errors that today's networks send as texts.
    static let knownTexts: [ExactText: HostError] = [
        "Exceeded the prepaid gas.": .gasExceeded,
        "Exceeded the maximum amount of gas allowed to burn per contract.": .gasLimitExceeded,
        "Exceeded the account balance.": .balanceExceeded,
    ]
}

extension FunctionCallError: OpenViewEnum {
    package static func known(_ variant: ViewVariant) throws(ViewDecodingError) -> Self? {
        switch variant.name {
        case "CompilationError": .compilationError(try variant.wrapped())
        case "LinkError": .linkError(message: try variant.value("msg"))
        case "MethodResolveError": .methodResolveError(try variant.wrapped())
        case "WasmTrap": .wasmTrap(try variant.wrapped())
        case "WasmUnknownError": .wasmUnknownError
        case "HostError": .hostError(try variant.wrapped())
        case "ExecutionError": .executionError(message: try variant.wrapped())
        default: nil
        }
    }
}

/// A name out of a fixed list that grows with the protocol.
///
/// Known names are constants, others are kept as they came.
public protocol RuntimeErrorName: RawRepresentable, Sendable, Hashable where RawValue == String {
    /// The name as nearcore writes it.
    init(rawValue: String)
}

/// The reason why a method couldn't be called (nearcore's `MethodResolveError`).
public struct MethodResolveError: RuntimeErrorName, Error {
    /// The name as nearcore writes it.
    public let rawValue: String
    /// The error with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The method's name is empty.
    public static let methodEmptyName = Self(rawValue: "MethodEmptyName")
    /// The contract exports no such method.
    public static let methodNotFound = Self(rawValue: "MethodNotFound")
    /// The method takes parameters or returns a value.
    public static let methodInvalidSignature = Self(rawValue: "MethodInvalidSignature")
}

/// A WebAssembly trap (nearcore's `WasmTrap`).
public struct WasmTrap: RuntimeErrorName {
    /// The name as nearcore writes it.
    public let rawValue: String
    /// The trap with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An `unreachable` instruction ran; Rust's panic without a message ends so.
    public static let unreachable = Self(rawValue: "Unreachable")
    /// Memory was read or written out of bounds.
    public static let memoryOutOfBounds = Self(rawValue: "MemoryOutOfBounds")
    /// The stack was used up.
    public static let stackOverflow = Self(rawValue: "StackOverflow")
    /// A division by zero or a like fault.
    public static let illegalArithmetic = Self(rawValue: "IllegalArithmetic")
    /// A call through the table had another signature.
    public static let incorrectCallIndirectSignature = Self(rawValue: "IncorrectCallIndirectSignature")
    /// A call through the table was out of its bounds.
    public static let callIndirectOutOfBounds = Self(rawValue: "CallIndirectOOB")
    /// A call through the table met an empty place.
    public static let indirectCallToNull = Self(rawValue: "IndirectCallToNull")
    /// An atomic access wasn't aligned.
    public static let misalignedAtomicAccess = Self(rawValue: "MisalignedAtomicAccess")
    /// Any other trap.
    public static let genericTrap = Self(rawValue: "GenericTrap")
}

extension ViewDecodable where Self: RuntimeErrorName {
    package init(json: JSONValue) throws(ViewDecodingError) { self.init(rawValue: try String(json: json)) }
}

extension MethodResolveError: ViewDecodable {}
extension WasmTrap: ViewDecodable {}
