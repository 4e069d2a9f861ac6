// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Writes a checked module again, with metering and the functions that lead to the host.
struct MeteredModuleWriter {
    private let module: WasmModule
    private let parameters: ContractParameters
    private var limits: ContractLimits { parameters.limits }
    private let layout: WasmLayout
    /// The types that metering needs, behind those of the module.
    private let addedTypes: [WasmFunctionType]

    private static let call1 = WasmFunctionType([.i32, .i32, .f64] + Array(repeating: .i32, count: 2), result: .f64)
    private static let call3 = WasmFunctionType([.i32, .i32, .f64] + Array(repeating: .i32, count: 6), result: .f64)
    private static let call9 = WasmFunctionType([.i32, .i32, .f64] + Array(repeating: .i32, count: 18), result: .f64)
    private static let half = WasmFunctionType(result: .i32)
    private static let prepare = WasmFunctionType([.f64])
    private static let gas = WasmFunctionType(result: .f64)
    private static let unary = WasmFunctionType([.i32], result: .i32)

    init(_ module: WasmModule, _ parameters: ContractParameters) {
        self.module = module
        self.parameters = parameters
        layout = WasmLayout(
            functionShift: MeteredModule.Import.allCases.count, gasGlobal: module.globals.count,
            stackGlobal: module.globals.count + 1,
            growFunction: MeteredModule.Import.allCases.count + module.functionCount + 3,
            linearChargeFunction: MeteredModule.Import.allCases.count + module.functionCount + 4,
            operatorCost: Int64(parameters.regularOperatorCost))
        addedTypes = [Self.call1, Self.call3, Self.call9, Self.half, Self.prepare, Self.gas, Self.unary]
    }

    /// Writes the module.
    ///
    /// - Returns: The module, and whether its code changes more of an instance than is set back before a call.
    func write() throws(PrepareError) -> (bytes: [UInt8], changesInstance: Bool) {
        let (code, changesInstance) = try writeCode()
        var writer = WasmWriter()
        writer.append([0x00, 0x61, 0x73, 0x6D, 0x01, 0x00, 0x00, 0x00])
        writer.section(.type) { writer in
            writer.u32(module.types.count + addedTypes.count)
            for type in module.types + addedTypes { writer.type(type) }
        }
        writer.section(.import) { writer in
            writer.u32(MeteredModule.Import.allCases.count)
            for entry in MeteredModule.Import.allCases {
                writer.name("host")
                writer.name(entry.rawValue)
                writer.byte(0)
                writer.u32(typeIndex(Self.type(of: entry)))
            }
        }
        writer.section(.function) { writer in
            writer.u32(module.functionCount + Self.addedFunctionCount)
            for entry in module.imports { writer.u32(entry.type) }
            for type in module.functions { writer.u32(type) }
            writer.u32(typeIndex(Self.prepare))
            writer.u32(typeIndex(Self.gas))
            writer.u32(typeIndex(Self.half))
            writer.u32(typeIndex(Self.unary))
            writer.u32(typeIndex(Self.unary))
        }
        writeState(to: &writer)
        writer.section(.export) { writeExports(to: &$0) }
        if !module.elements.isEmpty { writer.section(.element) { writeElements(to: &$0) } }
        if module.dataCount != nil { writer.section(.dataCount) { $0.u32(module.data.count) } }
        writer.append(code)
        if module.dataCount != nil { writer.section(.data) { writeData(to: &$0) } }
        return (writer.bytes, changesInstance)
    }

    /// `prepare`, `gas`, `stack`, and what stands for operators.
    private static let addedFunctionCount = 5

    private static func type(of entry: MeteredModule.Import) -> WasmFunctionType {
        switch entry {
        case .call1: call1
        case .call3: call3
        case .call9: call9
        case .value: gas
        case .low, .high: half
        }
    }

    private func typeIndex(_ type: WasmFunctionType) -> Int {
        module.types.count + (addedTypes.firstIndex(of: type) ?? 0)
    }

    /// Table, memory and globals.
    private func writeState(to writer: inout WasmWriter) {
        if let table = module.table {
            writer.section(.table) { writer in
                writer.append([1, table.type.rawValue, 1])
                writer.u32(table.initial)
                writer.u32(min(table.maximum ?? .max, limits.maxTableElements))
            }
        }
        writer.section(.memory) { writer in
            writer.append([1, 1])
            writer.u32(limits.initialMemoryPages)
            writer.u32(limits.maxMemoryPages)
        }
        writer.section(.global) { writer in
            writer.u32(module.globals.count + 2)
            for global in module.globals {
                writer.append([global.type.rawValue, global.isMutable ? 1 : 0])
                write(global.initializer, to: &writer)
                writer.byte(WasmOpcode.end)
            }
            writer.append([WasmValueType.i64.rawValue, 1, WasmOpcode.i64Const, 0, WasmOpcode.end])
            writer.append([WasmValueType.i32.rawValue, 1, WasmOpcode.i32Const, 0, WasmOpcode.end])
        }
    }

    private func writeExports(to writer: inout WasmWriter) {
        // A function can have several names; it is exported once.
        let functions = Set(module.exports.lazy.filter { $0.kind == WasmExport.function }.map(\.index)).sorted()
        let added = layout.functionShift + module.functionCount
        writer.u32(functions.count + 4 + (module.start == nil ? 0 : 1))
        for index in functions {
            writer.export(MeteredModule.Export.function(index), kind: 0, index: Int(index) + layout.functionShift)
        }
        if let start = module.start {
            writer.export(MeteredModule.Export.start, kind: 0, index: Int(start) + layout.functionShift)
        }
        writer.export(MeteredModule.Export.prepare, kind: 0, index: added)
        writer.export(MeteredModule.Export.gas, kind: 0, index: added + 1)
        writer.export(MeteredModule.Export.stack, kind: 0, index: added + 2)
        writer.export(MeteredModule.Export.memory, kind: 2, index: 0)
    }

    /// Writes a constant without its `end`.
    private func write(_ constant: WasmConstant, to writer: inout WasmWriter) {
        switch constant {
        case .copied(let range):
            writer.append(module.bytes[range])
        case .function(let index):
            writer.byte(WasmOpcode.refFunc)
            writer.u32(Int(index) + layout.functionShift)
        case .null(let type):
            writer.append([WasmOpcode.refNull, type.rawValue])
        }
    }

    private func writeElements(to writer: inout WasmWriter) {
        writer.u32(module.elements.count)
        for elements in module.elements {
            // All as expressions, with the type named.
            switch elements.mode {
            case .active(let offset):
                writer.append([6, 0, WasmOpcode.i32Const])
                writer.s64(Int64(Int32(bitPattern: offset)))
                writer.byte(WasmOpcode.end)
            case .passive: writer.byte(5)
            case .declarative: writer.byte(7)
            }
            writer.byte(elements.type.rawValue)
            writer.u32(elements.items.count)
            for item in elements.items {
                write(item, to: &writer)
                writer.byte(WasmOpcode.end)
            }
        }
    }

    /// Writes the data that code can name.
    ///
    /// Segments that fill the memory at first are dropped after that, as the specification has it; the engine puts them
    /// there.
    private func writeData(to writer: inout WasmWriter) {
        writer.u32(module.data.count)
        for segment in module.data {
            let range = segment.mode == .passive ? segment.range : 0..<0
            writer.byte(1)
            writer.u32(range.count)
            writer.append(module.bytes[range])
        }
    }

    private func writeCode() throws(PrepareError) -> (section: [UInt8], changesInstance: Bool) {
        var content = WasmWriter()
        content.u32(module.functionCount + Self.addedFunctionCount)
        var changesInstance = false
        for entry in module.imports { writeImport(entry, to: &content) }
        var budget = CompilationBudget(limits)
        for index in module.functions.indices {
            var body = try WasmFunctionBody(module, index, layout: layout, localsLeft: &budget.locals)
            try body.rewrite(to: &content)
            try budget.take(body, writtenByteCount: content.bytes.count)
            if body.changesInstance { changesInstance = true }
        }
        content.block { writePrepare(to: &$0) }
        content.block { writer in
            writer.byte(0)
            writer.global(WasmOpcode.globalGet, layout.gasGlobal)
            writer.append([WasmOpcode.f64ConvertI64S, WasmOpcode.end])
        }
        content.block { writer in
            writer.byte(0)
            writer.global(WasmOpcode.globalGet, layout.stackGlobal)
            writer.byte(WasmOpcode.end)
        }
        content.block { writeGrow(to: &$0) }
        content.block { writeLinearCharge(to: &$0) }
        var section = WasmWriter()
        section.section(.code) { $0.append(content.bytes) }
        return (section.bytes, changesInstance)
    }

    /// The function that stands for an import.
    private func writeImport(_ entry: WasmImport, to writer: inout WasmWriter) {
        let type = module.types[entry.type]
        guard let function = HostFunction.named(entry.name), function.type == type else {
            // The module is never run: it can't be linked.
            writer.append([3, 0, WasmOpcode.unreachable, WasmOpcode.end])
            return
        }
        guard function.name != HostFunction.gasName else { return writer.block { writeGas(to: &$0) } }
        let (call, count): (MeteredModule.Import, Int) =
            switch type.parameters.count {
            case ...1: (.call1, 1)
            case ...3: (.call3, 3)
            default: (.call9, 9)
            }
        let left = type.parameters.count
        writer.block { writer in
            writer.append([2, 1, WasmValueType.f64.rawValue, 1, WasmValueType.i64.rawValue])
            writer.byte(WasmOpcode.i32Const)
            writer.s64(Int64(function.index))
            writer.append([WasmOpcode.memorySize, 0])
            writer.global(WasmOpcode.globalGet, layout.gasGlobal)
            writer.byte(WasmOpcode.f64ConvertI64S)
            for (index, parameter) in type.parameters.enumerated() {
                writer.local(WasmOpcode.localGet, index)
                guard parameter == .i64 else {
                    writer.append([WasmOpcode.i32Const, 0])
                    continue
                }
                writer.byte(WasmOpcode.i32WrapI64)
                writer.local(WasmOpcode.localGet, index)
                writer.append([WasmOpcode.i64Const, 32, WasmOpcode.i64ShrU, WasmOpcode.i32WrapI64])
            }
            for _ in type.parameters.count..<count {
                writer.append([WasmOpcode.i32Const, 0, WasmOpcode.i32Const, 0])
            }
            writer.call(call)
            writer.local(WasmOpcode.localTee, left)
            writer.f64(0)
            writer.byte(WasmOpcode.f64Lt)
            guard let result = type.result else {
                writer.trapIfTrue()
                setGas(left, in: &writer)
                return writer.byte(WasmOpcode.end)
            }
            writer.append([WasmOpcode.if, WasmValueType.i64.rawValue])
            writePackedResult(left, to: &writer)
            writer.byte(WasmOpcode.else)
            setGas(left, in: &writer)
            writeFetchedResult(left, of: result, to: &writer)
            writer.byte(WasmOpcode.end)
            if result == .i32 { writer.byte(WasmOpcode.i32WrapI64) }
            writer.byte(WasmOpcode.end)
        }
    }

    /// Sets the gas that is left to what a local has.
    private func setGas(_ local: Int, in writer: inout WasmWriter) {
        writer.local(WasmOpcode.localGet, local)
        writer.byte(WasmOpcode.i64TruncF64S)
        writer.global(WasmOpcode.globalSet, layout.gasGlobal)
    }

    /// Takes result and cost out of the one number that a cheap function returns (``PackedResult``), or ends the call.
    ///
    /// - Parameter left: The local that has the number; the one behind it is free.
    private func writePackedResult(_ left: Int, to writer: inout WasmWriter) {
        writer.local(WasmOpcode.localGet, left)
        writer.f64(PackedResult.fault)
        writer.byte(WasmOpcode.f64Eq)
        writer.trapIfTrue()
        writer.global(WasmOpcode.globalGet, layout.gasGlobal)
        writer.f64(PackedResult.zero)
        writer.local(WasmOpcode.localGet, left)
        writer.append([WasmOpcode.f64Sub, WasmOpcode.i64TruncF64S])
        writer.local(WasmOpcode.localTee, left + 1)
        writer.byte(WasmOpcode.i64Const)
        writer.s64(Int64(PackedResult.costLimit - 1))
        writer.append([WasmOpcode.i64And, WasmOpcode.i64Sub])
        writer.global(WasmOpcode.globalSet, layout.gasGlobal)
        writer.byte(WasmOpcode.i64Const)
        writer.s64(-1)
        writer.local(WasmOpcode.localGet, left + 1)
        writer.byte(WasmOpcode.i64Const)
        writer.s64(Int64(PackedResult.costBits))
        writer.byte(WasmOpcode.i64ShrU)
        writer.local(WasmOpcode.localTee, left + 1)
        writer.local(WasmOpcode.localGet, left + 1)
        writer.byte(WasmOpcode.i64Const)
        writer.s64(Int64(PackedResult.allOnes))
        writer.append([WasmOpcode.i64Eq, WasmOpcode.select])
    }

    /// Asks the host for the result of the function that it has done, as 64 bits.
    ///
    /// - Parameters:
    ///   - left: A local for a float.
    ///   - type: The result's type.
    private func writeFetchedResult(_ left: Int, of type: WasmValueType, to writer: inout WasmWriter) {
        guard type == .i64 else {
            writer.call(.low)
            return writer.byte(WasmOpcode.i64ExtendI32U)
        }
        writer.call(.value)
        writer.local(WasmOpcode.localTee, left)
        writer.local(WasmOpcode.localGet, left)
        writer.append([WasmOpcode.f64Eq, WasmOpcode.if, WasmValueType.i64.rawValue])
        writer.local(WasmOpcode.localGet, left)
        writer.append([WasmOpcode.i64TruncF64S, WasmOpcode.else])
        writer.call(.low)
        writer.byte(WasmOpcode.i64ExtendI32U)
        writer.call(.high)
        writer.append([WasmOpcode.i64ExtendI32U, WasmOpcode.i64Const, 32])
        writer.append([WasmOpcode.i64Shl, WasmOpcode.i64Or, WasmOpcode.end])
    }

    /// `gas`, which old contracts call in each block.
    ///
    /// It charges so little that it has to be done without the host.
    private func writeGas(to writer: inout WasmWriter) {
        writer.byte(0)
        writer.global(WasmOpcode.globalGet, layout.gasGlobal)
        writer.append([WasmOpcode.localGet, 0, WasmOpcode.i64ExtendI32U, WasmOpcode.i64Const])
        writer.s64(layout.operatorCost)
        writer.append([WasmOpcode.i64Mul, WasmOpcode.i64Sub])
        writer.global(WasmOpcode.globalSet, layout.gasGlobal)
        writer.charge(0, layout)
        writer.byte(WasmOpcode.end)
    }

    /// `memory.grow`, which costs as little as any operator but takes JavaScriptCore long: it is asked only to grow.
    private func writeGrow(to writer: inout WasmWriter) {
        let answer: [UInt8] = [WasmOpcode.return, WasmOpcode.end]
        writer.byte(0)
        writer.append([WasmOpcode.localGet, 0, WasmOpcode.i32Eqz, WasmOpcode.if, WasmOpcode.emptyBlockType])
        writer.append([WasmOpcode.memorySize, 0] + answer)
        writer.append([WasmOpcode.localGet, 0, WasmOpcode.i64ExtendI32U])
        writer.append([WasmOpcode.memorySize, 0, WasmOpcode.i64ExtendI32U, WasmOpcode.i64Add, WasmOpcode.i64Const])
        writer.s64(Int64(limits.maxMemoryPages))
        writer.append([WasmOpcode.i64GtU, WasmOpcode.if, WasmOpcode.emptyBlockType])
        writer.byte(WasmOpcode.i32Const)
        writer.s64(-1)
        writer.append(answer)
        writer.append([WasmOpcode.localGet, 0, WasmOpcode.memoryGrow, 0, WasmOpcode.end])
    }

    /// Charges for an operator whose last operand says how much it moves.
    private func writeLinearCharge(to writer: inout WasmWriter) {
        writer.byte(0)
        writer.global(WasmOpcode.globalGet, layout.gasGlobal)
        writer.append([WasmOpcode.localGet, 0, WasmOpcode.i64ExtendI32U, WasmOpcode.i64Const])
        writer.s64(Int64(parameters.linearOperatorUnit))
        writer.append([WasmOpcode.i64Mul, WasmOpcode.i64Sub])
        writer.global(WasmOpcode.globalSet, layout.gasGlobal)
        writer.charge(Int64(parameters.linearOperatorBase), layout)
        writer.append([WasmOpcode.localGet, 0, WasmOpcode.end])
    }

    /// The function that sets gas, stack and the module's globals to what they are before a call.
    private func writePrepare(to writer: inout WasmWriter) {
        writer.byte(0)
        writer.append([WasmOpcode.localGet, 0, WasmOpcode.i64TruncF64S])
        writer.global(WasmOpcode.globalSet, layout.gasGlobal)
        writer.byte(WasmOpcode.i32Const)
        writer.s64(Int64(limits.maxStackHeight))
        writer.global(WasmOpcode.globalSet, layout.stackGlobal)
        for (index, global) in module.globals.enumerated() where global.isMutable {
            write(global.initializer, to: &writer)
            writer.global(WasmOpcode.globalSet, index)
        }
        writer.byte(WasmOpcode.end)
    }
}

extension WasmWriter {
    fileprivate mutating func export(_ name: String, kind: UInt8, index: Int) {
        self.name(name)
        byte(kind)
        u32(index)
    }
}

extension WasmWriter {
    /// Calls one of the functions that every metered module imports.
    fileprivate mutating func call(_ entry: MeteredModule.Import) {
        byte(WasmOpcode.call)
        u32(MeteredModule.Import.allCases.firstIndex(of: entry) ?? 0)
    }
}
