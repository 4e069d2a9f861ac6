// SPDX-License-Identifier: MIT

import NEARPrimitives

extension WasmModule {
    /// Reads element segments.
    ///
    /// The number in front says which of its parts a segment has.
    mutating func parseElements(_ reader: inout WasmReader) throws(PrepareError) {
        var itemCount = 0
        for _ in 0..<(try reader.u32()) {
            let flags = try reader.u32()
            guard flags <= 7 else { throw .deserialization }
            let isActive = flags & 1 == 0
            let hasTable = flags & 2 != 0
            let hasExpressions = flags & 4 != 0
            var mode = WasmSegmentMode.passive
            if isActive {
                if hasTable, try reader.u32() != 0 { throw .deserialization }
                guard table != nil else { throw .deserialization }
                mode = .active(offset: try Self.offset(&reader))
            } else if hasTable {
                mode = .declarative
            }
            var type = WasmValueType.funcref
            if flags & 3 != 0 {
                let byte = try reader.byte()
                guard hasExpressions || byte == 0 else { throw .deserialization }
                if hasExpressions { type = try Self.referenceType(byte) }
            }
            guard !isActive || table?.type == type else { throw .deserialization }
            let items = try hasExpressions ? constants(type, &reader) : functionIndices(&reader)
            elements.append(WasmElements(type: type, mode: mode, items: items))
            itemCount += items.count
            guard itemCount <= ContractLimits.maxElements else { throw .tooManyTableElements }
        }
    }

    private mutating func functionIndices(_ reader: inout WasmReader) throws(PrepareError) -> [WasmConstant] {
        let count = try Self.itemCount(&reader)
        var items: [WasmConstant] = []
        for _ in 0..<count { items.append(try functionReference(&reader)) }
        return items
    }

    private mutating func constants(
        _ type: WasmValueType, _ reader: inout WasmReader
    ) throws(PrepareError) -> [WasmConstant] {
        let count = try Self.itemCount(&reader)
        var items: [WasmConstant] = []
        for _ in 0..<count { items.append(try constant(type, &reader)) }
        return items
    }

    private static func itemCount(_ reader: inout WasmReader) throws(PrepareError) -> UInt32 {
        let count = try reader.u32()
        guard count <= 10_000_000 else { throw .deserialization }
        return count
    }

    private mutating func functionReference(_ reader: inout WasmReader) throws(PrepareError) -> WasmConstant {
        let index = try reader.u32()
        guard index < functionCount else { throw .deserialization }
        referencedFunctions.insert(index)
        return .function(index)
    }

    /// A constant expression.
    ///
    /// There are no imported globals, so that only constants are left.
    mutating func constant(
        _ type: WasmValueType, _ reader: inout WasmReader
    ) throws(PrepareError) -> WasmConstant {
        let start = reader.offset
        let result: WasmConstant
        switch (try reader.byte(), type) {
        case (WasmOpcode.refFunc, .funcref):
            result = try functionReference(&reader)
        case (WasmOpcode.refNull, .funcref), (WasmOpcode.refNull, .externref):
            guard try reader.byte() == type.rawValue else { throw .deserialization }
            result = .null(type)
        case (let opcode, _):
            switch (opcode, type) {
            case (WasmOpcode.i32Const, .i32): _ = try reader.s32()
            case (WasmOpcode.i64Const, .i64): _ = try reader.s64()
            case (WasmOpcode.f32Const, .f32): _ = try reader.range(4)
            case (WasmOpcode.f64Const, .f64): _ = try reader.range(8)
            default: throw .deserialization
            }
            result = .copied(start..<reader.offset)
        }
        guard try reader.byte() == WasmOpcode.end else { throw .deserialization }
        return result
    }

    mutating func parseData(_ reader: inout WasmReader) throws(PrepareError) {
        let count = try reader.u32()
        guard count <= 100_000 else { throw .deserialization }
        for _ in 0..<count {
            let flags = try reader.u32()
            guard flags <= 2 else { throw .deserialization }
            if flags == 2, try reader.u32() != 0 { throw .deserialization }
            var mode = WasmSegmentMode.passive
            if flags != 1 {
                guard hasMemory else { throw .deserialization }
                mode = .active(offset: try Self.offset(&reader))
            }
            data.append(WasmData(mode: mode, range: try reader.range(reader.u32())))
        }
    }

    /// Reads the place of a segment, which is a constant, for there are no imported globals.
    private static func offset(_ reader: inout WasmReader) throws(PrepareError) -> UInt32 {
        guard try reader.byte() == WasmOpcode.i32Const else { throw .deserialization }
        let offset = UInt32(bitPattern: try reader.s32())
        guard try reader.byte() == WasmOpcode.end else { throw .deserialization }
        return offset
    }
}
