// SPDX-License-Identifier: MIT

/// A number type of WebAssembly.
enum WasmValueType: UInt8, Sendable, Hashable {
    case i32 = 0x7F
    case i64 = 0x7E
    case f32 = 0x7D
    case f64 = 0x7C

    /// Bytes that a value takes on the stack, as nearcore counts them.
    var byteCount: Int {
        switch self {
        case .i32, .f32: 4
        case .i64, .f64: 8
        }
    }

    /// The type as Rust writes it in error texts.
    var debugText: String {
        switch self {
        case .i32: "I32"
        case .i64: "I64"
        case .f32: "F32"
        case .f64: "F64"
        }
    }
}

/// A function's signature. The protocol version has no functions with several results.
struct WasmFunctionType: Sendable, Hashable {
    let parameters: [WasmValueType]
    let result: WasmValueType?

    init(_ parameters: [WasmValueType] = [], result: WasmValueType? = nil) {
        self.parameters = parameters
        self.result = result
    }

    /// The type as Rust writes it in error texts.
    var debugText: String {
        let parameters = parameters.map(\.debugText).joined(separator: ", ")
        return "FunctionType { params: [\(parameters)], results: [\(result?.debugText ?? "")] }"
    }
}

/// The sections of a module, with their numbers.
enum WasmSection: UInt8, Sendable {
    case custom = 0
    case type = 1
    case `import` = 2
    case function = 3
    case table = 4
    case memory = 5
    case global = 6
    case export = 7
    case start = 8
    case element = 9
    case code = 10
    case data = 11
}

/// A global variable and the bytes of the expression that it begins with, which ends with `end`.
struct WasmGlobal: Sendable {
    let type: WasmValueType
    let isMutable: Bool
    let initializer: Range<Int>
}

/// A function that the module wants from its host.
struct WasmImport: Sendable {
    let name: String
    let type: Int
}

/// Something that the module shows by a name.
struct WasmExport: Sendable {
    let name: String
    let kind: UInt8
    let index: UInt32

    static let function: UInt8 = 0
}

/// Functions that go into the table when the module starts.
struct WasmElements: Sendable {
    let offset: UInt32
    let functions: [UInt32]
}

/// Bytes that go into the memory when the module starts.
struct WasmData: Sendable {
    let offset: UInt32
    let range: Range<Int>
}
