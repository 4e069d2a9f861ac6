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
    /// A function's body is too large.
    public static let functionBodyTooLarge = Self(rawValue: "FunctionBodyTooLarge")
    /// The module is too large once gas and stack metering are added.
    public static let instrumentedCodeTooLarge = Self(rawValue: "InstrumentedCodeTooLarge")
    /// A function has too many blocks.
    public static let tooManyBlocksPerFunction = Self(rawValue: "TooManyBlocksPerFunction")
    /// All functions together have too many blocks.
    public static let tooManyBlocksPerContract = Self(rawValue: "TooManyBlocksPerContract")
    /// There are too many signatures.
    public static let tooManyTypes = Self(rawValue: "TooManyTypes")
    /// A function has too many parameters.
    public static let tooManyParamsPerFunction = Self(rawValue: "TooManyParamsPerFunction")
    /// All functions together have too many parameters.
    public static let tooManyParamsPerContract = Self(rawValue: "TooManyParamsPerContract")
    /// A function needs too much room for operands.
    public static let operandStackTooLarge = Self(rawValue: "OperandStackTooLarge")
}
