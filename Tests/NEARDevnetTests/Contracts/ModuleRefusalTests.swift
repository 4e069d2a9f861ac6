// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Modules that aren't acceptable as contracts, and nearcore's words for it.
@Suite(.ownThread) struct ModuleRefusalTests {
    private static let parameters = ContractParameters.version83(.version83)

    private func refusal(_ code: [UInt8]) -> PrepareError? {
        do throws(PrepareError) {
            _ = try MeteredModule(code, Self.parameters)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        (#"(module (import "env" "memory" (memory 1)))"#, PrepareError.memory),
        (#"(module (import "env" "table" (table 1 funcref)))"#, .instantiate),
        (#"(module (import "env" "global" (global i32)))"#, .instantiate),
        (#"(module (import "other" "input" (func (param i64))))"#, .instantiate),
        (#"(module (memory 1) (func (export "main") (result i32 i32) i32.const 0 i32.const 0))"#, .deserialization),
        (#"(module (func (export "main") (drop (v128.const i32x4 0 0 0 0))))"#, .deserialization),
        (#"(module (table 10001 funcref))"#, .tooManyTableElements),
        ("(module (table 1 funcref) (table 1 funcref))", .tooManyTables),
        (#"(module (func (export "main") (i32.const 1) (block (param i32) (drop))))"#, .deserialization),
    ])
    func aModuleThatTheProtocolDoesNotTake(_ text: String, _ error: PrepareError) throws {
        #expect(refusal(try WAT.module(text)) == error)
    }

    @Test(arguments: [
        "(module (func (i32.add (i32.const 1))))", "(module (func (result i32)))", "(module (func (drop)))",
        "(module (func (local i32) (local.set 0 (i64.const 1))))", "(module (func (br 1)))",
        "(module (func (call 7)))", "(module (func (i32.const 1)))", "(module (func (drop (i32.load (i32.const 0)))))",
        "(module (func (param i32)) (start 0))",
        "(module (global i32 (i32.const 0)) (func (global.set 0 (i32.const 1))))",
        "(module (func (if (result i32) (i32.const 1) (then (i32.const 1))) drop))",
        "(module (func (block (result i32) (br_table 0 1 (i32.const 1) (i32.const 1))) drop))",
        "(module (func (memory.fill (i32.const 0) (i32.const 0) (i32.const 1))))",
        "(module (memory 1) (func (memory.init 0 (i32.const 0) (i32.const 0) (i32.const 1))))",
        "(module (memory 1) (data \"x\") (func (data.drop 1)))",
        "(module (table 1 externref) (func $f) (elem (i32.const 0) $f))",
        "(module (table 1 externref) (func (call_indirect (i32.const 0))))",
        "(module (func $f) (func (drop (ref.func $f))))", "(module (func (drop (ref.is_null (i32.const 1)))))",
        "(module (func (select (ref.null func) (ref.null func) (i32.const 1)) drop))",
        "(module (func (table.set 0 (i32.const 0) (ref.null func))))",
        "(module (table 1 funcref) (func (table.set 0 (i32.const 0) (ref.null extern))))",
        "(module (func (param externref) (drop (i32.eqz (local.get 0)))))",
        "(module (table 1 funcref) (elem externref) (func (table.init 0 (i32.const 0) (i32.const 0) (i32.const 0))))",
    ])
    func aModuleThatIsNotValid(_ text: String) throws {
        #expect(refusal(try WAT.module(text, ["--no-check"])) == .deserialization)
    }

    @Test func severalMemoriesAreRefused() throws {
        #expect(
            refusal(try WAT.module("(module (memory 1) (memory 1))", ["--enable-multi-memory"])) == .deserialization)
    }

    /// A module with one function, of blocks within one another; ``WAT`` itself can't write so many.
    private func nested(_ opcode: [UInt8], _ depth: Int) -> [UInt8] {
        func size(_ count: Int) -> [UInt8] {
            // LEB128 in five bytes.
            (0..<5).map { UInt8(truncatingIfNeeded: (count >> (7 * $0)) & 0x7F) | ($0 < 4 ? 0x80 : 0) }
        }
        let body =
            [0x00] + Array(repeatElement(opcode, count: depth).joined())
            + [UInt8](repeating: WasmOpcode.end, count: depth + 1)
        let code = [0x01] + size(body.count) + body
        return [0x00, 0x61, 0x73, 0x6D, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 10] + size(code.count) + code
    }

    @Test(arguments: [
        [WasmOpcode.block, 0x40], [WasmOpcode.loop, 0x40], [WasmOpcode.i32Const, 0, WasmOpcode.if, 0x40],
    ])
    func blocksWithinOneAnotherHaveAnEnd(_ opcode: [UInt8]) {
        #expect(refusal(nested(opcode, 5_000)) == nil)
        #expect(refusal(nested(opcode, 5_001)) == .tooManyBlocksPerFunction)
        // Once found to take 11 s and 1.1 GB; as many as a body can have.
        #expect(refusal(nested(opcode, 460_000)) == .functionBodyTooLarge)
    }

    @Test func tooManyFunctionsAndLocals() throws {
        let functions = String(repeating: "(func)", count: 10_001)
        #expect(refusal(try WAT.module("(module \(functions))")) == .tooManyFunctions)
        let locals = "(func (local" + String(repeating: " i32", count: 40_000) + "))"
        #expect(refusal(try WAT.module("(module \(String(repeating: locals, count: 26)))")) == .tooManyLocals)
    }

    @Test func whatIsOddButValidIsTaken() throws {
        #expect(refusal(try WAT.module("(module)")) == nil)
        #expect(
            refusal(try WAT.module("(module (memory 1 1) (func (export \"main\") (nop)))", ["--debug-names"])) == nil)
        let dead = "(module (func (export \"main\") (unreachable) (i32.add) (drop) (br 0) (select) (drop)))"
        #expect(refusal(try WAT.module(dead)) == nil)
    }

    /// Random bytes, and modules with bytes changed, never trap the checker.
    ///
    /// The modules it accepts are valid WebAssembly for JavaScriptCore too.
    @Test func tenThousandBrokenModules() throws {
        let before = try residentByteCount()
        let (taken, refusals) = try breakModules()
        #expect(taken > 0)
        #expect(refusals.isEmpty, "JavaScriptCore refused what was taken")
        #expect(try residentByteCount() - before < 1_000_000_000)
    }

    /// Every kind of section, and operators that few modules have.
    private static let everything = """
        (module (type $t (func (result i32))) (import "env" "input" (func $input (param i64))) (memory 1)
          (table 4 funcref) (global $g (mut i64) (i64.const 5)) (global $f funcref (ref.func $one)) (start $begin)
          (elem (i32.const 0) $one) (elem $passive funcref (ref.func $one) (ref.null func)) (data (i32.const 3) "abc")
          (data $d "xyz") (func $one (type $t) (i32.const 1)) (func $begin (global.set $g (i64.const 7)))
          (func (export "add_message") (local externref f32)
            (memory.init $d (i32.const 0) (i32.const 0) (i32.const 3)) (data.drop $d)
            (table.init $passive (i32.const 1) (i32.const 0) (i32.const 2)) (elem.drop $passive)
            (table.set 0 (i32.const 3) (table.get 0 (i32.const 1)))
            (drop (table.grow 0 (ref.null func) (i32.const 2)))
            (table.fill 0 (i32.const 2) (global.get $f) (i32.const 1))
            (drop (call_indirect (type $t) (i32.const 0)))
            (drop (i64.extend8_s (global.get $g))) (drop (i32.trunc_sat_f32_s (local.get 1)))
            (block (br_table 0 0 0 (memory.size))) (drop (memory.grow (i32.const 1)))
            (drop (select (result externref) (local.get 0) (ref.null extern) (ref.is_null (local.get 0))))
            (memory.copy (i32.const 8) (i32.const 0) (i32.const 8))
            (memory.fill (i32.const 9) (i32.const 1) (i32.const 4))))
        """

    private func breakModules() throws -> (taken: Int, refusals: [CompilationError]) {
        var refusals: [CompilationError] = []
        var random = SeededGenerator(seed: 20_261_121)
        let samples = [
            try SampleContract.guestBook.code(),
            try SampleContract.fungibleToken(owner: AccountId("a.near"), totalSupply: "1").code(),
            try CContract.build(
                CContract.root.appending(path: "Tests/NEARDevnetTests/Contracts/Source/sdk_patterns.c"),
                processor: "generic", ["-Os", "-Wl,--strip-all"]),
            try WAT.module(Self.everything),
        ]
        var taken = 0
        var local = try LocalChain()
        for round in 0..<10_000 {
            var code: [UInt8]
            if round % 4 == 0 {
                code = (0..<Int.random(in: 0...600, using: &random)).map { _ in .random(in: 0...255, using: &random) }
                if round % 8 == 0 { code = [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0] + code }
            } else {
                code = samples[(round / 4) % samples.count]
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    code[Int.random(in: code.indices, using: &random)] = .random(in: 0...255, using: &random)
                }
                if round % 16 == 1 { code.removeLast(Int.random(in: 1..<code.count, using: &random)) }
                if round % 16 == 2 {
                    // A piece of a module in the middle of another.
                    let other = samples[Int.random(in: samples.indices, using: &random)]
                    let start = Int.random(in: other.indices, using: &random)
                    code.insert(
                        contentsOf: other[start..<min(start + 40, other.count)],
                        at: Int.random(in: code.indices, using: &random))
                }
            }
            guard refusal(code) == nil else { continue }
            taken += 1
            guard taken % 20 == 0 else { continue }
            try local.deploy(code, to: "bob.root")
            let status = try local.call("bob.root", "add_message", arguments: #"{"text":"x"}"#, gas: .tera(20))
            if case .functionCallError(.compilationError(let error)) = status.failure?.kind {
                refusals.append(error)
            }
        }
        return (taken, refusals)
    }
}

/// Random numbers that are the same each time.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
