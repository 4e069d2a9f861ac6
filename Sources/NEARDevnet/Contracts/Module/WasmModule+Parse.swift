// SPDX-License-Identifier: MIT

import NEARPrimitives

extension WasmModule {
    private static let header: [UInt8] = [0x00, 0x61, 0x73, 0x6D, 0x01, 0x00, 0x00, 0x00]

    /// Reads section after section.
    ///
    /// They have an order, and each but the custom ones is there once at most.
    mutating func parse(_ limits: ContractLimits) throws(PrepareError) {
        guard bytes.starts(with: Self.header) else { throw .deserialization }
        var reader = WasmReader(bytes, Self.header.count..<bytes.count)
        var last = 0
        while !reader.isAtEnd {
            guard let section = WasmSection(rawValue: try reader.byte()) else { throw .deserialization }
            let range = try reader.range(reader.u32())
            var content = WasmReader(bytes, range)
            guard section != .custom else {
                _ = try content.name()
                continue
            }
            guard section.order > last else { throw .deserialization }
            last = section.order
            try parse(section, from: &content, limits: limits)
            guard content.isAtEnd else { throw .deserialization }
        }
        guard functions.count == bodies.count, dataCount ?? UInt32(data.count) == UInt32(data.count) else {
            throw .deserialization
        }
    }

    private mutating func parse(
        _ section: WasmSection, from reader: inout WasmReader, limits: ContractLimits
    ) throws(PrepareError) {
        switch section {
        case .custom: return
        case .type: try parseTypes(&reader, limits)
        case .import: try parseImports(&reader, limits)
        case .function: try parseFunctions(&reader)
        case .table: try parseTables(&reader, limits)
        case .memory: try parseMemories(&reader)
        case .global: try parseGlobals(&reader)
        case .export: try parseExports(&reader)
        case .start: try parseStart(&reader)
        case .element: try parseElements(&reader)
        case .code: try parseBodies(&reader, limits)
        case .data: try parseData(&reader)
        case .dataCount: dataCount = try reader.u32()
        }
    }

    static func valueType(_ byte: UInt8) throws(PrepareError) -> WasmValueType {
        guard let type = WasmValueType(rawValue: byte) else { throw .deserialization }
        return type
    }

    static func referenceType(_ byte: UInt8) throws(PrepareError) -> WasmValueType {
        let type = try valueType(byte)
        guard type.isReference else { throw .deserialization }
        return type
    }

    private mutating func parseTypes(
        _ reader: inout WasmReader, _ limits: ContractLimits
    ) throws(PrepareError) {
        let count = try reader.u32()
        guard count <= limits.compilation.maxTypes else { throw .tooManyTypes }
        for _ in 0..<count {
            guard try reader.byte() == 0x60 else { throw .deserialization }
            let parameterCount = try reader.u32()
            guard parameterCount <= 1_000 else { throw .deserialization }
            var parameters: [WasmValueType] = []
            for _ in 0..<parameterCount { parameters.append(try Self.valueType(reader.byte())) }
            let resultCount = try reader.u32()
            guard resultCount <= 1 else { throw .deserialization }
            let result = resultCount == 0 ? nil : try Self.valueType(reader.byte())
            types.append(WasmFunctionType(parameters, result: result))
        }
    }

    private mutating func parseImports(
        _ reader: inout WasmReader, _ limits: ContractLimits
    ) throws(PrepareError) {
        for _ in 0..<(try reader.u32()) {
            let module = try reader.name()
            let name = try reader.name()
            let kind = try reader.byte()
            switch kind {
            case 0:
                let type = Int(try reader.u32())
                guard type < types.count else { throw .deserialization }
                imports.append(WasmImport(name: name, type: type))
            case 1:
                _ = try Self.referenceType(reader.byte())
                _ = try Self.limits(&reader)
            case 2:
                _ = try Self.memoryLimits(&reader)
            case 3:
                _ = try Self.valueType(reader.byte())
                guard try reader.byte() <= 1 else { throw .deserialization }
            default:
                throw .deserialization
            }
            guard module == "env" else { throw .instantiate }
            switch kind {
            case 0: guard imports.count <= limits.maxFunctions else { throw .tooManyFunctions }
            case 2: throw .memory
            default: throw .instantiate
            }
        }
    }

    private mutating func parseFunctions(_ reader: inout WasmReader) throws(PrepareError) {
        for _ in 0..<(try reader.u32()) {
            let type = Int(try reader.u32())
            guard type < types.count else { throw .deserialization }
            functions.append(type)
        }
    }

    private mutating func parseTables(
        _ reader: inout WasmReader, _ limits: ContractLimits
    ) throws(PrepareError) {
        let count = try reader.u32()
        guard count <= 1 else { throw .tooManyTables }
        guard count == 1 else { return }
        let type = try Self.referenceType(reader.byte())
        let (initial, maximum) = try Self.limits(&reader)
        guard initial <= limits.maxTableElements else { throw .tooManyTableElements }
        table = WasmTable(type: type, initial: initial, maximum: maximum)
    }

    private mutating func parseMemories(_ reader: inout WasmReader) throws(PrepareError) {
        let count = try reader.u32()
        guard count <= 1 else { throw .deserialization }
        guard count == 1 else { return }
        _ = try Self.memoryLimits(&reader)
        hasMemory = true
    }

    private static func limits(
        _ reader: inout WasmReader
    ) throws(PrepareError) -> (initial: UInt32, maximum: UInt32?) {
        let flags = try reader.byte()
        guard flags <= 1 else { throw .deserialization }
        let initial = try reader.u32()
        let maximum = flags == 1 ? try reader.u32() : nil
        if let maximum, maximum < initial { throw .deserialization }
        return (initial, maximum)
    }

    /// Reads what the module says of its memory.
    ///
    /// It has to make sense, but isn't used: the protocol sets the limits.
    private static func memoryLimits(_ reader: inout WasmReader) throws(PrepareError) -> UInt32 {
        let limits = try limits(&reader)
        guard limits.initial <= 65_536, limits.maximum ?? 0 <= 65_536 else { throw .deserialization }
        return limits.initial
    }

    private mutating func parseGlobals(_ reader: inout WasmReader) throws(PrepareError) {
        for _ in 0..<(try reader.u32()) {
            let type = try Self.valueType(reader.byte())
            let mutability = try reader.byte()
            guard mutability <= 1 else { throw .deserialization }
            let initializer = try constant(type, &reader)
            globals.append(WasmGlobal(type: type, isMutable: mutability == 1, initializer: initializer))
        }
    }
}
