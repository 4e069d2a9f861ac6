// SPDX-License-Identifier: MIT

/// The bytes of operators that are treated one by one.
enum WasmOpcode {
    static let unreachable: UInt8 = 0x00
    static let nop: UInt8 = 0x01
    static let block: UInt8 = 0x02
    static let loop: UInt8 = 0x03
    static let `if`: UInt8 = 0x04
    static let `else`: UInt8 = 0x05
    static let end: UInt8 = 0x0B
    static let br: UInt8 = 0x0C
    static let brIf: UInt8 = 0x0D
    static let brTable: UInt8 = 0x0E
    static let `return`: UInt8 = 0x0F
    static let call: UInt8 = 0x10
    static let callIndirect: UInt8 = 0x11
    static let drop: UInt8 = 0x1A
    static let select: UInt8 = 0x1B
    static let typedSelect: UInt8 = 0x1C
    static let localGet: UInt8 = 0x20
    static let localSet: UInt8 = 0x21
    static let localTee: UInt8 = 0x22
    static let globalGet: UInt8 = 0x23
    static let globalSet: UInt8 = 0x24
    static let tableGet: UInt8 = 0x25
    static let tableSet: UInt8 = 0x26
    static let memorySize: UInt8 = 0x3F
    static let memoryGrow: UInt8 = 0x40
    static let i32Const: UInt8 = 0x41
    static let i64Const: UInt8 = 0x42
    static let f32Const: UInt8 = 0x43
    static let f64Const: UInt8 = 0x44
    static let i32LtS: UInt8 = 0x48
    static let i64LtS: UInt8 = 0x53
    static let f64Eq: UInt8 = 0x61
    static let f64Lt: UInt8 = 0x63
    static let i32Add: UInt8 = 0x6A
    static let i32Sub: UInt8 = 0x6B
    static let i64Add: UInt8 = 0x7C
    static let i64Mul: UInt8 = 0x7E
    static let i64GtU: UInt8 = 0x56
    static let i64Eq: UInt8 = 0x51
    static let i64And: UInt8 = 0x83
    static let f64Sub: UInt8 = 0xA1
    static let i32Eqz: UInt8 = 0x45
    static let i64Sub: UInt8 = 0x7D
    static let i64Or: UInt8 = 0x84
    static let i64Shl: UInt8 = 0x86
    static let i64ShrU: UInt8 = 0x88
    static let i32WrapI64: UInt8 = 0xA7
    static let i64ExtendI32U: UInt8 = 0xAD
    static let i64TruncF64S: UInt8 = 0xB0
    static let f64ConvertI64S: UInt8 = 0xB9
    static let refNull: UInt8 = 0xD0
    static let refIsNull: UInt8 = 0xD1
    static let refFunc: UInt8 = 0xD2
    /// In front of saturating conversions, and of what moves many bytes or elements.
    static let prefix: UInt8 = 0xFC
    static let emptyBlockType: UInt8 = 0x40
}
