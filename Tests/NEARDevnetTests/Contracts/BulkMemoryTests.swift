// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Modules with bulk memory and reference types, which compilers write today.
@Suite(.ownThread) struct BulkMemoryTests {
    /// Calls a method three times: each call has to begin with the same memory, table and segments.
    private func run(_ text: String, gas: Gas = .tera(50)) throws -> [TransactionStatus] {
        var local = try LocalChain()
        try local.deploy(WAT.module(text), to: "bob.root")
        var results: [TransactionStatus] = []
        for _ in 0..<3 { results.append(try local.call("bob.root", "main", gas: gas)) }
        return results
    }

    private func expectSuccess(_ text: String) throws {
        for status in try run(text) { #expect(status.failure == nil, "\(text)") }
    }

    /// `check` traps where two numbers differ.
    private let check = """
        (func $check (param i32 i32) (if (i32.ne (local.get 0) (local.get 1)) (then unreachable)))
        """

    @Test func memoryIsCopiedFilledAndInitialized() throws {
        try expectSuccess(
            """
            (module (memory 1) (data (i32.const 8) "abcdef") (data $later "xyz") \(check)
              (func (export "main")
                (call $check (i32.load8_u (i32.const 100)) (i32.const 0))
                (memory.copy (i32.const 100) (i32.const 8) (i32.const 6))
                (call $check (i32.load8_u (i32.const 105)) (i32.const 102))
                (memory.copy (i32.const 101) (i32.const 100) (i32.const 4))
                (call $check (i32.load (i32.const 101)) (i32.const 0x64636261))
                (memory.fill (i32.const 100) (i32.const 7) (i32.const 3))
                (call $check (i32.load (i32.const 99)) (i32.const 0x07070700))
                (memory.init $later (i32.const 200) (i32.const 1) (i32.const 2))
                (call $check (i32.load16_u (i32.const 200)) (i32.const 0x7a79))
                (memory.copy (i32.const 0) (i32.const 0) (i32.const 0))))
            """)
    }

    @Test func segmentsThatAreDroppedAreThereInTheNextCall() throws {
        try expectSuccess(
            """
            (module (memory 1) (table 4 funcref) (data $d "xyz") (elem $e func $f) (type $t (func (result i32)))
              \(check) (func $f (result i32) (i32.const 9))
              (func (export "main")
                (memory.init $d (i32.const 0) (i32.const 0) (i32.const 3))
                (data.drop $d)
                (memory.init $d (i32.const 0) (i32.const 0) (i32.const 0))
                (call $check (ref.is_null (table.get 0 (i32.const 2))) (i32.const 1))
                (table.init $e (i32.const 2) (i32.const 0) (i32.const 1))
                (elem.drop $e)
                (call $check (call_indirect (type $t) (i32.const 2)) (i32.const 9))))
            """)
    }

    @Test func referencesAreKeptInTablesLocalsAndGlobals() throws {
        try expectSuccess(
            """
            (module (table $t 2 20000 funcref) (type $answer (func (result i32))) (global $g (mut funcref) (ref.func $one))
              \(check) (func $one (result i32) (i32.const 1)) (func $two (result i32) (i32.const 2))
              (elem declare func $two)
              (func (export "main") (local funcref externref)
                (call $check (ref.is_null (local.get 0)) (i32.const 1))
                (call $check (ref.is_null (local.get 1)) (i32.const 1))
                (table.set 0 (i32.const 0) (global.get $g))
                (call $check (call_indirect (type $answer) (i32.const 0)) (i32.const 1))
                (global.set $g (ref.func $two))
                (local.set 0 (select (result funcref) (global.get $g) (ref.null func) (i32.const 1)))
                (table.set 0 (i32.const 1) (local.get 0))
                (call $check (call_indirect (type $answer) (i32.const 1)) (i32.const 2))
                (call $check (table.size 0) (i32.const 2))
                (call $check (table.grow 0 (ref.null func) (i32.const 9998)) (i32.const 2))
                (call $check (table.grow 0 (ref.null func) (i32.const 1)) (i32.const -1))
                (table.copy (i32.const 5) (i32.const 0) (i32.const 2))
                (call $check (call_indirect (type $answer) (i32.const 6)) (i32.const 2))
                (table.fill 0 (i32.const 0) (ref.null func) (i32.const 2))
                (call $check (ref.is_null (table.get 0 (i32.const 1))) (i32.const 1))))
            """)
    }

    /// Version 84's price: 26,328,192 for the operator and 822,756 for each byte.
    @Test func whatIsMovedIsPaidForByTheByte() async throws {
        func gas(_ count: Int) async throws -> UInt64 {
            let text = """
                (module (memory 1)
                  (func (export "main") (memory.fill (i32.const 0) (i32.const 1) (i32.const \(count)))))
                """
            return try #require(try run(text).last?.receiptOutcomes.first).gasBurnt
        }
        // One byte more of code is one byte more of loading.
        #expect(try await gas(40) - gas(10) == 30 * 822_756)
        #expect(try await gas(63) - gas(0) == 63 * 822_756)
    }

    @Test(arguments: [
        "(memory.fill (i32.const 0) (i32.const 0) (i32.const 1000000000))",
        "(loop (memory.copy (i32.const 0) (i32.const 0) (i32.const 10000000)) (br 0))",
        "(loop (table.fill 0 (i32.const 0) (ref.null func) (i32.const 0)) (br 0))",
        "(drop (table.grow 0 (ref.null func) (i32.const 1000000000)))",
    ])
    func whatMovesMuchEndsWithItsGas(_ body: String) throws {
        let results = try run(
            #"(module (memory 1) (table 1 funcref) (func (export "main") \#(body)))"#, gas: .tera(300))
        for status in results { #expect(status.executionError == "Exceeded the prepaid gas.") }
    }

    @Test(arguments: [
        "(memory.fill (i32.const 0x7fffffff) (i32.const 0) (i32.const 1))",
        "(memory.copy (i32.const 0) (i32.const 0x7fffffff) (i32.const 1))",
        "(memory.init $d (i32.const 0) (i32.const 3) (i32.const 1))",
        "(table.set 0 (i32.const 9) (ref.null func))", "(drop (table.get 0 (i32.const 9)))",
        "(table.fill 0 (i32.const 0) (ref.null func) (i32.const 9))",
        "(table.copy (i32.const 0) (i32.const 3) (i32.const 1))",
    ])
    func placesOutsideTrap(_ body: String) throws {
        let results = try run(
            #"(module (memory 1) (table 2 funcref) (data $d "xyz") (func (export "main") \#(body)))"#)
        for status in results { #expect(status.executionError == "WebAssembly trap: Memory out of bounds trap.") }
    }

    /// Instances that can't be used again don't pile up.
    @Test func oneInstanceACallIsGivenBack() throws {
        let text = """
            (module (memory 1) (table 1 funcref)
              (func (export "main")
                (memory.fill (i32.const 0) (i32.const 1) (i32.const 10000000))
                (table.set 0 (i32.const 0) (ref.null func))))
            """
        let code = try WAT.module(text)
        var local = try LocalChain()
        try local.deploy(code, to: "bob.root")
        try local.call("bob.root", "main")
        // Other tests take memory meanwhile, but not each time; instances that pile up do so each time.
        var grown: [Int] = []
        repeat {
            let before = try residentByteCount()
            for _ in 0..<60 { _ = try local.call("bob.root", "main") }
            grown.append(try residentByteCount() - before)
        } while grown.count < 4 && grown.last ?? 0 >= 400_000_000
        #expect(grown.last ?? 0 < 400_000_000, "\(grown)")
    }

    /// The sample contracts, as a compiler builds them that isn't told to keep to WebAssembly 1.0.
    @Test func samplesBuiltWithTodaysDefaultsBehaveTheSame() async throws {
        let code = try CContract.build(
            CContract.samples.appending(path: "guest_book.c"), processor: "generic", ["-O3"])
        #expect(code != (try SampleContract.guestBook.code()))
        var local = try LocalChain()
        try local.deploy(code, to: "bob.root")
        for number in 0..<3 {
            #expect(try local.call("bob.root", "add_message", arguments: #"{"text":"\#(number)"}"#).failure == nil)
        }
        #expect(try await local.view("bob.root", "total_messages") == "3")
        #expect(
            try await local.view("bob.root", "get_messages", arguments: #"{"from_index":2}"#)
                == #"[{"premium":false,"sender":"alice.root","text":"2"}]"#)
    }
}
