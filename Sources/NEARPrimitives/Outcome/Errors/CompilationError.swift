// SPDX-License-Identifier: MIT

/// The reason why a contract couldn't be prepared (nearcore's `CompilationError`).
public enum CompilationError: Error, Sendable, Hashable {
    /// The account has no contract.
    case codeDoesNotExist(accountId: AccountId)
    /// The WebAssembly isn't acceptable.
    case prepareError(PrepareError)
    /// The compiler failed.
    case wasmerCompileError(message: String)
    /// A kind that this version doesn't know, as the node sent it.
    case unrecognized(JSONValue)
}

extension CompilationError: OpenViewEnum {
    package static func known(_ variant: ViewVariant) throws(ViewDecodingError) -> Self? {
        switch variant.name {
        case "CodeDoesNotExist": .codeDoesNotExist(accountId: try variant.value("account_id"))
        case "PrepareError": .prepareError(try variant.wrapped())
        case "WasmerCompileError": .wasmerCompileError(message: try variant.value("msg"))
        default: nil
        }
    }
}

extension CompilationError: CustomStringConvertible {
    /// The reason why the contract couldn't be prepared, in a sentence.
    public var description: String {
        switch self {
        case .codeDoesNotExist(let id): "\(id) has no contract."
        case .prepareError(let error): "The contract's WebAssembly isn't acceptable: \(error.rawValue)."
        case .wasmerCompileError(let message): "The contract couldn't be compiled: \(message)"
        case .unrecognized(let json): "The contract couldn't be prepared for a reason unknown to this version: \(json)."
        }
    }
}

/// A rule that a contract's WebAssembly breaks (nearcore's `PrepareError`).
public struct PrepareError: RuntimeErrorName, Error, ViewDecodable {
    /// The name as nearcore writes it.
    public let rawValue: String
    /// The error with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The module couldn't be written again.
    public static let serialization = Self(rawValue: "Serialization")
    /// The module couldn't be read.
    public static let deserialization = Self(rawValue: "Deserialization")
    /// The module declares a memory of its own.
    public static let internalMemoryDeclared = Self(rawValue: "InternalMemoryDeclared")
    /// Gas metering couldn't be added.
    public static let gasInstrumentation = Self(rawValue: "GasInstrumentation")
    /// Stack metering couldn't be added.
    public static let stackHeightInstrumentation = Self(rawValue: "StackHeightInstrumentation")
    /// The module couldn't be instantiated.
    public static let instantiate = Self(rawValue: "Instantiate")
    /// The memory's limits are wrong.
    public static let memory = Self(rawValue: "Memory")
    /// There are too many functions.
    public static let tooManyFunctions = Self(rawValue: "TooManyFunctions")
    /// There are too many local variables.
    public static let tooManyLocals = Self(rawValue: "TooManyLocals")
    /// There are too many tables.
    public static let tooManyTables = Self(rawValue: "TooManyTables")
    /// A table has too many elements.
    public static let tooManyTableElements = Self(rawValue: "TooManyTableElements")
}
