// SPDX-License-Identifier: MIT

import NEARPrimitives

extension WasmModule {
    mutating func parseExports(_ reader: inout WasmReader) throws(PrepareError) {
        var names: Set<String> = []
        for _ in 0..<(try reader.u32()) {
            let export = WasmExport(name: try reader.name(), kind: try reader.byte(), index: try reader.u32())
            let count: Int
            switch export.kind {
            case 0: count = functionCount
            case 1: count = table == nil ? 0 : 1
            case 2: count = hasMemory ? 1 : 0
            case 3: count = globals.count
            default: throw .deserialization
            }
            guard export.index < count, names.insert(export.name).inserted else { throw .deserialization }
            exports.append(export)
        }
    }

    mutating func parseStart(_ reader: inout WasmReader) throws(PrepareError) {
        let index = try reader.u32()
        guard functionType(index) == WasmFunctionType() else { throw .deserialization }
        start = index
    }

    mutating func parseElements(_ reader: inout WasmReader) throws(PrepareError) {
        for _ in 0..<(try reader.u32()) {
            // Other numbers than that of the one table are flags of bulk memory.
            guard try reader.u32() == 0, table != nil else { throw .deserialization }
            let offset = try Self.offset(&reader)
            let count = try reader.u32()
            guard count <= 10_000_000 else { throw .deserialization }
            var functions: [UInt32] = []
            for _ in 0..<count {
                let index = try reader.u32()
                guard index < functionCount else { throw .deserialization }
                functions.append(index)
            }
            elements.append(WasmElements(offset: offset, functions: functions))
        }
    }

    mutating func parseBodies(
        _ reader: inout WasmReader, _ limits: ContractLimits
    ) throws(PrepareError) {
        let count = try reader.u32()
        guard imports.count + Int(count) <= limits.maxFunctions else { throw .tooManyFunctions }
        guard count == functions.count else { throw .deserialization }
        for _ in 0..<count { bodies.append(try reader.range(reader.u32())) }
    }

    mutating func parseData(_ reader: inout WasmReader) throws(PrepareError) {
        let count = try reader.u32()
        guard count <= 100_000 else { throw .deserialization }
        for _ in 0..<count {
            guard try reader.u32() == 0, hasMemory else { throw .deserialization }
            let offset = try Self.offset(&reader)
            data.append(WasmData(offset: offset, range: try reader.range(reader.u32())))
        }
    }

    /// Where something goes: a constant, for there are no imported globals.
    private static func offset(_ reader: inout WasmReader) throws(PrepareError) -> UInt32 {
        guard try reader.byte() == 0x41 else { throw .deserialization }
        let offset = UInt32(bitPattern: try reader.s32())
        guard try reader.byte() == 0x0B else { throw .deserialization }
        return offset
    }
}
