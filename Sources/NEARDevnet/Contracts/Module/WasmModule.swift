// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A module's parts, read and checked but for the bodies of its functions.
///
/// What is accepted is what protocol version 83 accepts: WebAssembly 1.0 with sign extension and saturating conversions,
/// without bulk memory, reference types, several results or several memories.
struct WasmModule: Sendable {
    let bytes: [UInt8]
    var types: [WasmFunctionType] = []
    var imports: [WasmImport] = []
    /// The type of each function that has a body.
    var functions: [Int] = []
    /// The table's first and greatest number of elements.
    var table: (initial: UInt32, maximum: UInt32?)?
    var hasMemory = false
    var globals: [WasmGlobal] = []
    var exports: [WasmExport] = []
    var start: UInt32?
    var elements: [WasmElements] = []
    /// Where the body of each function is.
    var bodies: [Range<Int>] = []
    var data: [WasmData] = []

    /// Reads a module.
    ///
    /// - Throws: What nearcore says of a module that isn't acceptable.
    init(_ bytes: [UInt8], limits: ContractLimits) throws(PrepareError) {
        self.bytes = bytes
        try parse(limits)
    }

    /// How many functions there are, imported ones included.
    var functionCount: Int { imports.count + functions.count }

    /// The signature of a function by its index, or `nil` where there is none.
    func functionType(_ index: UInt32) -> WasmFunctionType? {
        let index = Int(index)
        if index < imports.count { return types[imports[index].type] }
        return index < functionCount ? types[functions[index - imports.count]] : nil
    }
}
