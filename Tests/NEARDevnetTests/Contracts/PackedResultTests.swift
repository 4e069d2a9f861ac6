// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Results of host functions on their way into a contract, around the sizes at which the way changes.
@Suite(.ownThread) struct PackedResultTests {
    /// Returns `register_len` of a register with so many bytes, or of one that isn't there.
    private func contract(_ byteCount: Int?) throws -> [UInt8] {
        let write = byteCount.map { "(call $write (i64.const 1) (i64.const \($0)) (i64.const 0))" } ?? ""
        return try WAT.module(
            """
            (module (import "env" "write_register" (func $write (param i64 i64 i64)))
              (import "env" "register_len" (func $length (param i64) (result i64)))
              (import "env" "value_return" (func $return (param i64 i64)))
              (memory 512)
              (func (export "main") \(write)
                (i64.store (i32.const 0) (call $length (i64.const 1)))
                (call $return (i64.const 8) (i64.const 0))))
            """)
    }

    @Test(arguments: [0, 1, 255, (1 << 24) - 2, (1 << 24) - 1, 1 << 24, (1 << 24) + 1, nil])
    func aLengthArrivesWhole(_ byteCount: Int?) throws {
        var local = try LocalChain()
        try local.deploy(try contract(byteCount), to: "bob.root")
        let status = try local.call("bob.root", "main", arguments: "{}", gas: .tera(250))
        let bytes = try #require(status.valueBytes, "\(status)")
        let length = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        #expect(length == byteCount.map(UInt64.init) ?? .max)
    }

    @Test func onlyWhatIsExactIsPacked() {
        let limit = PackedResult.costLimit
        for cost in [0, 1, 264_768_111, limit - 1] as [UInt64] {
            for result in [0, 1, PackedResult.allOnes - 1, .max] as [UInt64] {
                let packed = PackedResult.pack(cost: cost, result: result)
                #expect(packed.flatMap { Int64(exactly: $0) } != nil)
                #expect((packed ?? 0) <= PackedResult.zero)
            }
            for result in [PackedResult.allOnes, PackedResult.allOnes + 1, .max - 1] as [UInt64] {
                #expect(PackedResult.pack(cost: cost, result: result) == nil)
            }
        }
        #expect(PackedResult.pack(cost: limit, result: 0) == nil)
    }

    /// The gas that a contract burns is the same, whichever way the result takes.
    @Test func theGasIsTheHostsOwn() throws {
        let burnt = try [0, 1, 2].map { count in
            var local = try LocalChain()
            let calls = String(repeating: "(drop (call $length (i64.const 1)))", count: count)
            try local.deploy(
                try WAT.module(
                    """
                    (module (import "env" "register_len" (func $length (param i64) (result i64)))
                      (import "env" "used_gas" (func $used (result i64)))
                      (import "env" "value_return" (func $return (param i64 i64)))
                      (memory 1)
                      (func (export "main") (local $start i64)
                        (local.set $start (call $used))
                        \(calls)
                        (i64.store (i32.const 0) (i64.sub (call $used) (local.get $start)))
                        (call $return (i64.const 8) (i64.const 0))))
                    """), to: "bob.root")
            let status = try local.call("bob.root", "main", arguments: "{}", gas: .tera(20))
            let bytes = try #require(status.valueBytes, "\(status)")
            return bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        let (once, twice) = (burnt[1] - burnt[0], burnt[2] - burnt[0])
        #expect(twice == 2 * once)
        let operators = once - 264_768_111
        let cost = UInt64(ContractParameters.version83(.version83).regularOperatorCost)
        #expect(operators > 0 && operators < 4 * cost && operators % cost == 0, "\(operators)")
    }
}
