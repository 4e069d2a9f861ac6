// SPDX-License-Identifier: MIT

import NEARPrimitives

extension WasmFunctionBody {
    /// Checks and writes the next operator.
    mutating func step() throws(PrepareError) {
        let start = reader.offset
        let opcode = try reader.byte()
        switch opcode {
        case WasmOpcode.block, WasmOpcode.loop, WasmOpcode.if, WasmOpcode.else, WasmOpcode.end:
            try structure(opcode, from: start)
        case WasmOpcode.unreachable, WasmOpcode.br, WasmOpcode.brIf, WasmOpcode.brTable, WasmOpcode.return:
            try branch(opcode, from: start)
        case WasmOpcode.call, WasmOpcode.callIndirect:
            try call(opcode)
        case WasmOpcode.memoryGrow:
            count()
            try plain(opcode)
            let grow = layout.growFunction
            emit { writer in
                writer.byte(WasmOpcode.call)
                writer.u32(grow)
            }
        case WasmOpcode.prefix:
            try prefixed(from: start)
        case WasmOpcode.typedSelect, WasmOpcode.tableGet, WasmOpcode.tableSet, WasmOpcode.refNull,
            WasmOpcode.refIsNull, WasmOpcode.refFunc:
            count()
            try reference(opcode, from: start)
        default:
            count()
            try plain(opcode)
            copy(from: start)
        }
    }

    private mutating func blockType() throws(PrepareError) -> WasmValueType? {
        let byte = try reader.byte()
        return byte == WasmOpcode.emptyBlockType ? nil : try WasmModule.valueType(byte)
    }

    private mutating func structure(_ opcode: UInt8, from start: Int) throws(PrepareError) {
        switch opcode {
        case WasmOpcode.block:
            pushFrame(opcode, try blockType())
            copy(from: start)
        case WasmOpcode.loop:
            count()
            pushFrame(opcode, try blockType())
            copy(from: start)
            flush()
        case WasmOpcode.if:
            count()
            try pop(.i32)
            pushFrame(opcode, try blockType())
            copy(from: start)
            flush()
        case WasmOpcode.else:
            let frame = try popFrame()
            guard frame.opcode == WasmOpcode.if else { throw .deserialization }
            pushFrame(opcode, frame.result)
            flush()
            copy(from: start)
            flush()
        default:
            let frame = try popFrame()
            // An `if` without `else` can't leave a value.
            guard frame.opcode != WasmOpcode.if || frame.result == nil else { throw .deserialization }
            flush()
            copy(from: start)
            flush()
            if !frames.isEmpty, let result = frame.result { push(result) }
        }
    }

    private mutating func branch(_ opcode: UInt8, from start: Int) throws(PrepareError) {
        count()
        switch opcode {
        case WasmOpcode.br:
            if let type = try target(reader.u32()).labelType { try pop(type) }
            setUnreachable()
            copy(from: start)
        case WasmOpcode.brIf:
            let type = try target(reader.u32()).labelType
            try pop(.i32)
            if let type {
                try pop(type)
                push(type)
            }
            copy(from: start)
        case WasmOpcode.brTable:
            try branchTable()
            copy(from: start)
        case WasmOpcode.return:
            if let type = type.result { try pop(type) }
            setUnreachable()
            // The function is a block now: returning is leaving it.
            let depth = frames.count - 1
            emit { writer in
                writer.byte(WasmOpcode.br)
                writer.u32(depth)
            }
        default:
            setUnreachable()
            copy(from: start)
        }
        flush()
    }

    private mutating func branchTable() throws(PrepareError) {
        let count = try reader.u32()
        guard count <= 65_520 else { throw .deserialization }
        try pop(.i32)
        var targets: [WasmValueType?] = []
        for _ in 0..<count { targets.append(try target(reader.u32()).labelType) }
        let type = try target(reader.u32()).labelType
        guard targets.allSatisfy({ $0 == type }) else { throw .deserialization }
        if let type { try pop(type) }
        setUnreachable()
    }

    private mutating func call(_ opcode: UInt8) throws(PrepareError) {
        count()
        let called: WasmFunctionType
        let index = try reader.u32()
        if opcode == WasmOpcode.call {
            guard let type = module.functionType(index) else { throw .deserialization }
            called = type
            let shifted = Int(index) + layout.functionShift
            emit { writer in
                writer.byte(opcode)
                writer.u32(shifted)
            }
        } else {
            // The table's number may be written longer than it has to be, as linkers do that fill it in later.
            guard index < module.types.count, module.table?.type == .funcref, try reader.u32() == 0 else {
                throw .deserialization
            }
            try pop(.i32)
            called = module.types[Int(index)]
            emit { writer in
                writer.byte(opcode)
                writer.u32(index)
                writer.byte(0)
            }
        }
        for parameter in called.parameters.reversed() { try pop(parameter) }
        if let result = called.result { push(result) }
        // What comes after is charged only if the call returns.
        flush()
    }

    private mutating func plain(_ opcode: UInt8) throws(PrepareError) {
        switch opcode {
        case WasmOpcode.nop:
            return
        case WasmOpcode.drop:
            try pop()
        case WasmOpcode.select:
            try pop(.i32)
            let second = try pop()
            let first = try pop()
            guard first == nil || second == nil || first == second, (first ?? second)?.isReference != true else {
                throw .deserialization
            }
            push(first ?? second)
        case WasmOpcode.localGet, WasmOpcode.localSet, WasmOpcode.localTee:
            let index = try reader.u32()
            guard index < locals.count else { throw .deserialization }
            let type = locals[Int(index)]
            if opcode != WasmOpcode.localGet { try pop(type) }
            if opcode != WasmOpcode.localSet { push(type) }
        case WasmOpcode.globalGet, WasmOpcode.globalSet:
            let index = try reader.u32()
            guard index < module.globals.count else { throw .deserialization }
            let global = module.globals[Int(index)]
            if opcode == WasmOpcode.globalGet {
                push(global.type)
            } else {
                guard global.isMutable else { throw .deserialization }
                try pop(global.type)
            }
        case 0x28...0x40:
            try memory(opcode)
        case WasmOpcode.i32Const:
            _ = try reader.s32()
            push(.i32)
        case WasmOpcode.i64Const:
            _ = try reader.s64()
            push(.i64)
        case WasmOpcode.f32Const:
            _ = try reader.range(4)
            push(.f32)
        case WasmOpcode.f64Const:
            _ = try reader.range(8)
            push(.f64)
        default:
            guard let operation = WasmOperators.numeric(opcode) else { throw .deserialization }
            for _ in 0..<operation.count { try pop(operation.parameter) }
            push(operation.result)
        }
    }

    private mutating func memory(_ opcode: UInt8) throws(PrepareError) {
        guard module.hasMemory else { throw .deserialization }
        switch opcode {
        case WasmOpcode.memorySize, WasmOpcode.memoryGrow:
            guard try reader.byte() == 0 else { throw .deserialization }
            if opcode == WasmOpcode.memoryGrow { try pop(.i32) }
            push(.i32)
        default:
            let access = WasmOperators.access(opcode)
            guard try reader.u32() <= access.alignment else { throw .deserialization }
            _ = try reader.u32()
            if opcode >= 0x36 { try pop(access.type) }
            try pop(.i32)
            if opcode < 0x36 { push(access.type) }
        }
    }
}
