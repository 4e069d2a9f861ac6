// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Reference types and bulk memory.
extension WasmFunctionBody {
    /// Operators on references.
    mutating func reference(_ opcode: UInt8, from start: Int) throws(PrepareError) {
        switch opcode {
        case WasmOpcode.typedSelect:
            guard try reader.u32() == 1 else { throw .deserialization }
            let type = try WasmModule.valueType(reader.byte())
            try pop(.i32)
            try pop(type)
            try pop(type)
            push(type)
        case WasmOpcode.tableGet:
            let type = try tableType()
            try pop(.i32)
            push(type)
        case WasmOpcode.tableSet:
            try pop(tableType())
            try pop(.i32)
            changesInstance = true
        case WasmOpcode.refNull:
            push(try WasmModule.referenceType(reader.byte()))
        case WasmOpcode.refIsNull:
            guard try pop()?.isReference != false else { throw .deserialization }
            push(.i32)
        default:
            let index = try reader.u32()
            guard module.referencedFunctions.contains(index) else { throw .deserialization }
            push(.funcref)
            let shifted = Int(index) + layout.functionShift
            emit { writer in
                writer.byte(WasmOpcode.refFunc)
                writer.u32(shifted)
            }
            return
        }
        copy(from: start)
    }

    /// Operators behind the prefix.
    ///
    /// Those that do more the greater their last operand is cost more as well.
    mutating func prefixed(from start: Int) throws(PrepareError) {
        let number = try reader.u32()
        if let conversion = WasmOperators.saturating(number) {
            count()
            try pop(conversion.parameter)
            push(conversion.result)
            return copy(from: start)
        }
        let isLinear = try bulk(number)
        if isLinear {
            let charge = layout.linearChargeFunction
            emit { writer in
                writer.byte(WasmOpcode.call)
                writer.u32(charge)
            }
        } else {
            count()
        }
        copy(from: start)
    }

    /// Checks an operator of bulk memory.
    ///
    /// - Returns: Whether its cost depends on its last operand.
    private mutating func bulk(_ number: UInt32) throws(PrepareError) -> Bool {
        switch number {
        case 8:
            try checkData(reader.u32())
            try checkMemory()
            try popThree(.i32)
        case 9:
            try checkData(reader.u32())
            changesInstance = true
            return false
        case 10:
            try checkMemory()
            try checkMemory()
            try popThree(.i32)
        case 11:
            try checkMemory()
            try popThree(.i32)
        case 12:
            let type = try elementType(reader.u32())
            guard try tableType() == type else { throw .deserialization }
            try popThree(.i32)
            changesInstance = true
        case 13:
            _ = try elementType(reader.u32())
            changesInstance = true
            return false
        case 14:
            _ = try tableType()
            _ = try tableType()
            try popThree(.i32)
            changesInstance = true
        case 15:
            let type = try tableType()
            try pop(.i32)
            try pop(type)
            push(.i32)
            changesInstance = true
        case 16:
            _ = try tableType()
            push(.i32)
            return false
        case 17:
            let type = try tableType()
            try popThree(type)
            changesInstance = true
        default:
            throw .deserialization
        }
        return true
    }

    /// Takes a place, what is between, and a number.
    private mutating func popThree(_ middle: WasmValueType) throws(PrepareError) {
        try pop(.i32)
        try pop(middle)
        try pop(.i32)
    }

    private mutating func tableType() throws(PrepareError) -> WasmValueType {
        guard try reader.u32() == 0, let table = module.table else { throw .deserialization }
        return table.type
    }

    private func elementType(_ index: UInt32) throws(PrepareError) -> WasmValueType {
        guard index < module.elements.count else { throw .deserialization }
        return module.elements[Int(index)].type
    }

    /// Code may name data only where its number was given before the code.
    private func checkData(_ index: UInt32) throws(PrepareError) {
        guard let count = module.dataCount, index < count else { throw .deserialization }
    }

    private mutating func checkMemory() throws(PrepareError) {
        guard try reader.byte() == 0, module.hasMemory else { throw .deserialization }
    }
}
