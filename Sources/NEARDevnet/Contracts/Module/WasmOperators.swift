// SPDX-License-Identifier: MIT

/// The operands and results of operators without immediates, and of those that reach into memory.
enum WasmOperators {
    /// The parameters and the result of a numeric operator, or `nil` where the byte is none.
    static func numeric(_ opcode: UInt8) -> (parameter: WasmValueType, count: Int, result: WasmValueType)? {
        switch opcode {
        case 0x45: (.i32, 1, .i32)
        case 0x46...0x4F: (.i32, 2, .i32)
        case 0x50: (.i64, 1, .i32)
        case 0x51...0x5A: (.i64, 2, .i32)
        case 0x5B...0x60: (.f32, 2, .i32)
        case 0x61...0x66: (.f64, 2, .i32)
        case 0x67...0x69: (.i32, 1, .i32)
        case 0x6A...0x78: (.i32, 2, .i32)
        case 0x79...0x7B: (.i64, 1, .i64)
        case 0x7C...0x8A: (.i64, 2, .i64)
        case 0x8B...0x91: (.f32, 1, .f32)
        case 0x92...0x98: (.f32, 2, .f32)
        case 0x99...0x9F: (.f64, 1, .f64)
        case 0xA0...0xA6: (.f64, 2, .f64)
        case 0xA7: (.i64, 1, .i32)
        case 0xA8, 0xA9, 0xBC: (.f32, 1, .i32)
        case 0xAA, 0xAB: (.f64, 1, .i32)
        case 0xAC, 0xAD: (.i32, 1, .i64)
        case 0xAE, 0xAF: (.f32, 1, .i64)
        case 0xB0, 0xB1, 0xBD: (.f64, 1, .i64)
        case 0xB2, 0xB3, 0xBE: (.i32, 1, .f32)
        case 0xB4, 0xB5: (.i64, 1, .f32)
        case 0xB6: (.f64, 1, .f32)
        case 0xB7, 0xB8: (.i32, 1, .f64)
        case 0xB9, 0xBA, 0xBF: (.i64, 1, .f64)
        case 0xBB: (.f32, 1, .f64)
        case 0xC0, 0xC1: (.i32, 1, .i32)
        case 0xC2...0xC4: (.i64, 1, .i64)
        default: nil
        }
    }

    /// The parameter and the result of a saturating conversion, by the number after its prefix.
    static func saturating(_ number: UInt32) -> (parameter: WasmValueType, result: WasmValueType)? {
        switch number {
        case 0, 1: (.f32, .i32)
        case 2, 3: (.f64, .i32)
        case 4, 5: (.f32, .i64)
        case 6, 7: (.f64, .i64)
        default: nil
        }
    }

    /// The type and the natural alignment, as a power of two, of a load or a store.
    static func access(_ opcode: UInt8) -> (type: WasmValueType, alignment: UInt32) {
        switch opcode {
        case 0x28, 0x36: (.i32, 2)
        case 0x29, 0x37: (.i64, 3)
        case 0x2A, 0x38: (.f32, 2)
        case 0x2B, 0x39: (.f64, 3)
        case 0x2C, 0x2D, 0x3A: (.i32, 0)
        case 0x2E, 0x2F, 0x3B: (.i32, 1)
        case 0x30, 0x31, 0x3C: (.i64, 0)
        case 0x32, 0x33, 0x3D: (.i64, 1)
        default: (.i64, 2)
        }
    }
}
