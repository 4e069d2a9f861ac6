// SPDX-License-Identifier: MIT

import NEARPrimitives

extension WasmModule {
    mutating func parseExports(_ reader: inout WasmReader) throws(PrepareError) {
        var names: Set<ExactText> = []
        for _ in 0..<(try reader.u32()) {
            let export = WasmExport(
                name: ExactText(try reader.name()), kind: try reader.byte(), index: try reader.u32())
            let count: Int
            switch export.kind {
            case 0: count = functionCount
            case 1: count = table == nil ? 0 : 1
            case 2: count = hasMemory ? 1 : 0
            case 3: count = globals.count
            default: throw .deserialization
            }
            guard export.index < count, names.insert(export.name).inserted else { throw .deserialization }
            if export.kind == WasmExport.function { referencedFunctions.insert(export.index) }
            exports.append(export)
        }
    }

    mutating func parseStart(_ reader: inout WasmReader) throws(PrepareError) {
        let index = try reader.u32()
        guard functionType(index) == WasmFunctionType() else { throw .deserialization }
        start = index
    }

    mutating func parseBodies(
        _ reader: inout WasmReader, _ limits: ContractLimits
    ) throws(PrepareError) {
        let count = try reader.u32()
        guard imports.count + Int(count) <= limits.maxFunctions else { throw .tooManyFunctions }
        guard count == functions.count else { throw .deserialization }
        for _ in 0..<count {
            let body = try reader.range(reader.u32())
            guard body.count <= limits.compilation.maxFunctionBodySize else { throw .functionBodyTooLarge }
            bodies.append(body)
        }
    }
}
