// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A module's parts, read and checked but for the bodies of its functions.
///
/// What is accepted is what NEAR accepts: WebAssembly 1.0 with sign extension, saturating conversions, bulk memory and
/// reference types, without several results, several memories or vectors. The last two are those of protocol version
/// 84, which Rust's compilers write since 1.87; version 83 takes modules without them only.
struct WasmModule: Sendable {
    let bytes: [UInt8]
    var types: [WasmFunctionType] = []
    var imports: [WasmImport] = []
    /// The type of each function that has a body.
    var functions: [Int] = []
    var table: WasmTable?
    var hasMemory = false
    var globals: [WasmGlobal] = []
    var exports: [WasmExport] = []
    var start: UInt32?
    var elements: [WasmElements] = []
    /// The place of each function's body.
    var bodies: [Range<Int>] = []
    var data: [WasmData] = []
    /// The number of data segments, where the module says it before its code.
    var dataCount: UInt32?
    /// Functions that code may make references to: they are named outside of it.
    var referencedFunctions: Set<UInt32> = []

    /// Reads a module.
    ///
    /// - Throws: What nearcore says of a module that isn't acceptable.
    init(_ bytes: [UInt8], limits: ContractLimits) throws(PrepareError) {
        self.bytes = bytes
        try parse(limits)
    }

    /// The number of functions, imported ones included.
    var functionCount: Int { imports.count + functions.count }

    /// The signature of a function by its index, or `nil` where there is none.
    func functionType(_ index: UInt32) -> WasmFunctionType? {
        let index = Int(index)
        if index < imports.count { return types[imports[index].type] }
        return index < functionCount ? types[functions[index - imports.count]] : nil
    }
}
