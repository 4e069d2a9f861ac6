// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A type of WebAssembly: of numbers, or of references.
enum WasmValueType: UInt8, Sendable, Hashable {
    case i32 = 0x7F
    case i64 = 0x7E
    case f32 = 0x7D
    case f64 = 0x7C
    case funcref = 0x70
    case externref = 0x6F

    /// True if values are references, to functions or to what the host gives.
    var isReference: Bool { self == .funcref || self == .externref }

    /// Bytes that a value takes on the stack, as nearcore counts them.
    var byteCount: Int {
        switch self {
        case .i32, .f32: 4
        case .i64, .f64, .funcref, .externref: 8
        }
    }

    /// The type as Rust writes it in error texts.
    var debugText: String {
        switch self {
        case .i32: "I32"
        case .i64: "I64"
        case .f32: "F32"
        case .f64: "F64"
        case .funcref: "FuncRef"
        case .externref: "ExternRef"
        }
    }
}

/// A function's signature.
///
/// The protocol version has no functions with several results.
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
    case dataCount = 12

    /// The place among the sections: the number of data segments comes before the code.
    var order: Int {
        switch self {
        case .code: 11
        case .data: 12
        case .dataCount: 10
        default: Int(rawValue)
        }
    }
}

/// The constant that a global variable or an element begins with.
enum WasmConstant: Sendable, Hashable {
    /// An operator as it is in the module, without `end`.
    case copied(Range<Int>)
    /// A reference to a function.
    case function(UInt32)
    /// A reference to nothing, of a type.
    case null(WasmValueType)
}

/// A table: what is in it, and its first and greatest number of elements.
struct WasmTable: Sendable {
    let type: WasmValueType
    let initial: UInt32
    let maximum: UInt32?
}

/// A global variable.
struct WasmGlobal: Sendable {
    let type: WasmValueType
    let isMutable: Bool
    let initializer: WasmConstant
}

/// A function that the module wants from its host.
struct WasmImport: Sendable {
    let name: String
    let type: Int
}

/// Something that the module shows by a name.
struct WasmExport: Sendable {
    /// nearcore compares names by their bytes.
    let name: ExactText
    let kind: UInt8
    let index: UInt32

    static let function: UInt8 = 0
}

/// References for the table.
struct WasmElements: Sendable {
    let type: WasmValueType
    let mode: WasmSegmentMode
    let items: [WasmConstant]
}

/// Bytes for the memory.
struct WasmData: Sendable {
    let mode: WasmSegmentMode
    let range: Range<Int>
}

/// The moment at which a segment is put to its place.
enum WasmSegmentMode: Sendable, Hashable {
    /// The segment is placed when the module starts.
    case active(offset: UInt32)
    /// The segment is placed when an operator says so.
    case passive
    /// Never: it only names functions that references are made to.
    case declarative
}
