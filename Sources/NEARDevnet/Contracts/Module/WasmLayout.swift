// SPDX-License-Identifier: MIT

/// The places of what metering adds to a module.
struct WasmLayout: Sendable {
    /// The distance by which the module's own functions have moved.
    let functionShift: Int
    /// The global that holds the gas that is left: below zero, it is used up.
    let gasGlobal: Int
    /// The global that holds the bytes of stack that are left.
    let stackGlobal: Int
    /// The function that stands for `memory.grow`.
    let growFunction: Int
    /// The function that charges for what takes longer the greater its last operand is, and gives that back.
    let linearChargeFunction: Int
    /// Gas of one operator.
    let operatorCost: Int64
}

extension WasmWriter {
    /// Charges gas, and traps where there isn't enough.
    mutating func charge(_ gas: Int64, _ layout: WasmLayout) {
        global(WasmOpcode.globalGet, layout.gasGlobal)
        byte(WasmOpcode.i64Const)
        s64(gas)
        byte(WasmOpcode.i64Sub)
        global(WasmOpcode.globalSet, layout.gasGlobal)
        global(WasmOpcode.globalGet, layout.gasGlobal)
        append([WasmOpcode.i64Const, 0, WasmOpcode.i64LtS])
        trapIfTrue()
    }

    /// Takes stack at the beginning of a function, and traps where there isn't enough.
    mutating func takeStack(_ bytes: Int64, _ layout: WasmLayout) {
        moveStack(by: bytes, with: WasmOpcode.i32Sub, layout: layout)
        global(WasmOpcode.globalGet, layout.stackGlobal)
        append([WasmOpcode.i32Const, 0, WasmOpcode.i32LtS])
        trapIfTrue()
    }

    /// Gives the stack back at the end of a function.
    mutating func giveStack(_ bytes: Int64, _ layout: WasmLayout) {
        moveStack(by: bytes, with: WasmOpcode.i32Add, layout: layout)
    }

    private mutating func moveStack(by bytes: Int64, with operation: UInt8, layout: WasmLayout) {
        global(WasmOpcode.globalGet, layout.stackGlobal)
        byte(WasmOpcode.i32Const)
        s64(bytes)
        byte(operation)
        global(WasmOpcode.globalSet, layout.stackGlobal)
    }

    mutating func trapIfTrue() {
        append([WasmOpcode.if, WasmOpcode.emptyBlockType, WasmOpcode.unreachable, WasmOpcode.end])
    }

    /// Reads or sets a global.
    mutating func global(_ opcode: UInt8, _ index: Int) {
        byte(opcode)
        u32(index)
    }

    /// Reads or sets a local.
    mutating func local(_ opcode: UInt8, _ index: Int) {
        byte(opcode)
        u32(index)
    }
}
