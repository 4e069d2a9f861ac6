// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Contracts that would go on for ever, or take everything: all of them end, at the same place each time.
@Suite(.ownThread) struct ContractLimitTests {
    private func run(
        _ text: String, _ method: String = "main", gas: Gas = .tera(300)
    ) throws -> TransactionStatus {
        var local = try LocalChain()
        try local.deploy(WAT.module(text), to: "bob.root")
        return try local.call("bob.root", method, gas: gas)
    }

    @Test func anEndlessLoopUsesUpItsGas() throws {
        let text = #"(module (func (export "main") (loop (br 0))))"#
        let first = try run(text)
        #expect(first.executionError == "Exceeded the prepaid gas.")
        let second = try run(text)
        #expect(first.receiptOutcomes.first?.gasBurnt == second.receiptOutcomes.first?.gasBurnt)
        // All of the attached gas is burnt, and the receipt's own fees.
        #expect(first.receiptOutcomes.first?.gasBurnt ?? 0 > 300_000_000_000_000)
    }

    @Test func aPetagasIsAsMuchAsACallCanBurn() throws {
        let status = try run(#"(module (func (export "main") (loop (br 0))))"#, gas: .tera(1_000))
        #expect(
            status.executionError == "Exceeded the maximum amount of gas allowed to burn per contract.")
    }

    /// Both cost what one operator costs, and would take minutes if the host did them.
    @Test(arguments: [
        "(drop (memory.grow (i32.const 0)))", "(drop (memory.grow (i32.const -1)))", "(call $gas (i32.const 0))",
    ])
    func whatIsCheapIsQuick(_ body: String) throws {
        let status = try run(
            """
            (module (import "env" "gas" (func $gas (param i32))) (memory 1)
              (func (export "main") (loop \(body) (br 0))))
            """)
        #expect(status.executionError == "Exceeded the prepaid gas.")
    }

    @Test func gasOfOldContractsIsCharged() throws {
        let text = """
            (module (import "env" "gas" (func $gas (param i32)))
              (func (export "main") (call $gas (i32.const 1000000)))
              (func (export "most") (call $gas (i32.const 400000000))))
            """
        #expect(try run(text).receiptOutcomes.first?.gasBurnt ?? 0 > 1_000_000 * 822_756)
        #expect(try run(text, "most").executionError == "Exceeded the prepaid gas.")
    }

    @Test func deepRecursionEndsTheSameWayEachTime() throws {
        let text = #"(module (func $f (export "main") (call $f)))"#
        let first = try run(text)
        #expect(first.executionError == "WebAssembly trap: Stack overflow.")
        let second = try run(text)
        #expect(first.receiptOutcomes.first?.gasBurnt == second.receiptOutcomes.first?.gasBurnt)
        let large = try run(
            "(module (func $f (export \"main\") (local" + String(repeating: " i64", count: 20_000) + ") (call $f)))")
        #expect(large.executionError == "WebAssembly trap: Stack overflow.")
    }

    @Test func memoryGrowsToItsLimitAndNoFurther() throws {
        // 1,024 pages at first, 2,048 at most, whatever the module says.
        let text = """
            (module (memory 1 2)
              (func (export "main")
                (if (i32.ne (memory.size) (i32.const 1024)) (then unreachable))
                (if (i32.ne (memory.grow (i32.const 1024)) (i32.const 1024)) (then unreachable))
                (i32.store (i32.const 134217724) (i32.const 7))
                (if (i32.ne (memory.grow (i32.const 1)) (i32.const -1)) (then unreachable))))
            """
        var local = try LocalChain()
        try local.deploy(WAT.module(text), to: "bob.root")
        #expect(try local.call("bob.root", "main").failure == nil)
        #expect(try local.call("bob.root", "main").failure == nil)
    }

    /// Each of many contracts touches every page of its 64 MiB; what stays is a small part of it all.
    @Test func memoryIsGivenBack() throws {
        let before = try residentByteCount()
        let failures = try touchAllMemory()
        #expect(failures.isEmpty)
        #expect(try residentByteCount() - before < 1_000_000_000)
    }

    private func touchAllMemory() throws -> [ActionError] {
        var local = try LocalChain()
        var failures: [ActionError] = []
        for number in 0..<40 {
            let text = """
                (module (memory 1)
                  (func (export "main") (local i32)
                    (loop
                      (i32.store (local.get 0) (i32.const \(number + 1)))
                      (local.set 0 (i32.add (local.get 0) (i32.const 4096)))
                      (br_if 0 (i32.lt_u (local.get 0) (i32.const 67108864))))))
                """
            try local.deploy(WAT.module(text), to: "bob.root")
            if let failure = try local.call("bob.root", "main").failure { failures.append(failure) }
        }
        return failures
    }

    @Test func everyCallBeginsWithTheFirstMemoryAndGlobals() throws {
        let text = """
            (module (memory 1) (data (i32.const 8) "\\2a") (global $g (mut i64) (i64.const 5))
              (func (export "main")
                (if (i32.ne (i32.load8_u (i32.const 8)) (i32.const 42)) (then unreachable))
                (if (i32.ne (i32.load (i32.const 60000000)) (i32.const 0)) (then unreachable))
                (if (i64.ne (global.get $g) (i64.const 5)) (then unreachable))
                (i32.store8 (i32.const 8) (i32.const 1))
                (i32.store (i32.const 60000000) (i32.const 1))
                (global.set $g (i64.const 6))))
            """
        var local = try LocalChain()
        try local.deploy(WAT.module(text), to: "bob.root")
        for _ in 0..<3 { #expect(try local.call("bob.root", "main").failure == nil) }
    }

    /// Values that a call reads, and that were there before it, are bounded all together.
    ///
    /// Its own writing isn't counted.
    @Test func storageThatIsReadIsBounded() throws {
        let text = """
            (module
              (import "env" "storage_write" (func $write (param i64 i64 i64 i64 i64) (result i64)))
              (import "env" "storage_read" (func $read (param i64 i64 i64) (result i64)))
              (memory 1)
              (func $store (param i64 i64)
                (i64.store (i32.const 0) (local.get 0))
                (drop (call $write (i64.const 8) (i64.const 0) (local.get 1) (i64.const 16) (i64.const 0))))
              (func $load (param i64)
                (i64.store (i32.const 0) (local.get 0))
                (drop (call $read (i64.const 8) (i64.const 0) (i64.const 0))))
              (func (export "fill")
                (call $store (i64.const 1) (i64.const 2000000)) (call $store (i64.const 2) (i64.const 1999000))
                (call $store (i64.const 3) (i64.const 1000)))
              (func (export "most")
                (call $load (i64.const 1)) (call $load (i64.const 2)) (call $load (i64.const 2))
                (call $store (i64.const 4) (i64.const 1000000)) (call $load (i64.const 4)))
              (func (export "more") (call $load (i64.const 1)) (call $load (i64.const 2)) (call $load (i64.const 3))))
            """
        var local = try LocalChain()
        try local.deploy(WAT.module(text), to: "bob.root")
        #expect(try local.call("bob.root", "fill", gas: .tera(500)).failure == nil)
        #expect(try local.call("bob.root", "most", gas: .tera(500)).failure == nil)
        #expect(
            try local.call("bob.root", "more", gas: .tera(500)).executionError
                == "Size of the recorded trie storage proof has exceeded the allowed limit (4.0 MB)")
    }

    @Test func logsHaveLimits() throws {
        let flood = """
            (module (import "env" "log_utf8" (func $log (param i64 i64))) (memory 1)
              (func (export "main") (loop (call $log (i64.const 10) (i64.const 0)) (br 0)))
              (func (export "long") (call $log (i64.const 16385) (i64.const 0))))
            """
        #expect(try run(flood).executionError == "The number of logs will exceed the limit 100")
        #expect(try run(flood).logs.count == 100)
        #expect(
            try run(flood, "long").executionError == "The length of a log message 16385 exceeds the limit 16384")
    }

    @Test(arguments: [
        ("(unreachable)", "An `unreachable` opcode was executed."),
        ("(drop (i32.div_s (i32.const 1) (i32.const 0)))", "An arithmetic exception, e.g. divided by zero."),
        (
            "(drop (i32.div_s (i32.const 0x80000000) (i32.const -1)))", "An arithmetic exception, e.g. divided by zero."
        ),
        ("(drop (i32.trunc_f32_s (f32.const nan)))", "An arithmetic exception, e.g. divided by zero."),
        ("(drop (i32.load (i32.const -1)))", "Memory out of bounds trap."),
        ("(call_indirect (type $t) (i32.const 0))", "Indirect call to null."),
        ("(call_indirect (type $t) (i32.const 9))", "Call indirect out of bounds trap."),
        ("(call_indirect (type $t) (i32.const 1))", "Call indirect incorrect signature trap."),
    ])
    func trapsHaveNearcoresNames(_ body: String, _ text: String) throws {
        let module = """
            (module (type $t (func)) (memory 1) (table 2 funcref) (func $f (param i32)) (elem (i32.const 1) $f)
              (func (export "main") \(body)))
            """
        #expect(try run(module).executionError == "WebAssembly trap: \(text)")
    }

    @Test func methodsAndImportsThatAreNotThere() throws {
        let text = #"(module (func (export "main")) (func (export "with") (param i32)))"#
        #expect(
            try run(text, "other").failure?.kind == .functionCallError(.methodResolveError(.methodNotFound)))
        #expect(
            try run(text, "with").failure?.kind
                == .functionCallError(.methodResolveError(.methodInvalidSignature)))
        let unknown = try run(#"(module (import "env" "nothing" (func (param i64))) (func (export "main")))"#)
        #expect(
            unknown.failure?.kind
                == .functionCallError(
                    .linkError(
                        message: "Error while importing \"env\".\"nothing\": unknown import. "
                            + "Expected Function(FunctionType { params: [I64], results: [] })")))
        var local = try LocalChain()
        try local.deploy([1, 2, 3], to: "bob.root")
        #expect(
            try local.call("bob.root", "main").failure?.kind
                == .functionCallError(.compilationError(.prepareError(.deserialization))))
    }

    /// `nop` costs one operator, the function's frame eight: 64 bytes.
    @Test func gasIsWhatNearcoreCharges() throws {
        let text = #"(module (func (export "main") nop nop nop))"#
        let code = try WAT.module(text)
        var local = try LocalChain()
        try local.deploy(code, to: "bob.root")
        let status = try local.call("bob.root", "main")
        let native = ProtocolParameters.version83.fees
        let expected =
            native.actionReceipt.execution + native.functionCall.execution
            + native.functionCallPerByte.execution * UInt64("main".count + "{}".count)
            + 35_445_963 + 1_089_295 * UInt64(code.count) + (3 + 8) * 822_756
        #expect(status.receiptOutcomes.first?.gasBurnt == expected)
        let costs = status.receiptOutcomes.first?.gasProfile.costs.map { "\($0.cost) \($0.gasUsed.gas)" }
        #expect(
            costs == [
                "CONTRACT_LOADING_BASE 35445963", "CONTRACT_LOADING_BYTES \(1_089_295 * code.count)",
                "WASM_INSTRUCTION \(11 * 822_756)",
            ])
    }
}
