// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Calls between contracts, over blocks.
@Suite(.ownThread) struct PromiseTests {
    /// The data: 0 "value", 8 "fail", 16 "results", 24 "sub.bob.root", 40 "payload", 48 zeros for no amount, 64 one
    /// NEAR.
    private let module = """
        (module
          (import "env" "input" (func $input (param i64)))
          (import "env" "value_return" (func $return (param i64 i64)))
          (import "env" "current_account_id" (func $current (param i64)))
          (import "env" "storage_write" (func $write (param i64 i64 i64 i64 i64) (result i64)))
          (import "env" "storage_read" (func $read (param i64 i64 i64) (result i64)))
          (import "env" "promise_create" (func $create (param i64 i64 i64 i64 i64 i64 i64 i64) (result i64)))
          (import "env" "promise_and" (func $and (param i64 i64) (result i64)))
          (import "env" "promise_batch_create" (func $batch (param i64 i64) (result i64)))
          (import "env" "promise_batch_then" (func $then (param i64 i64 i64) (result i64)))
          (import "env" "promise_batch_action_create_account" (func $account (param i64)))
          (import "env" "promise_batch_action_transfer" (func $transfer (param i64 i64)))
          (import "env" "promise_batch_action_function_call_weight"
            (func $call (param i64 i64 i64 i64 i64 i64 i64 i64)))
          (import "env" "promise_results_count" (func $count (result i64)))
          (import "env" "promise_result" (func $result (param i64 i64) (result i64)))
          (import "env" "promise_return" (func $promise (param i64)))
          (import "env" "promise_yield_create" (func $yield (param i64 i64 i64 i64 i64 i64 i64) (result i64)))
          (import "env" "promise_yield_resume" (func $resume (param i64 i64 i64 i64) (result i32)))
          (memory 1)
          (data (i32.const 0) "value") (data (i32.const 8) "fail") (data (i32.const 16) "results")
          (data (i32.const 24) "sub.bob.root") (data (i32.const 40) "payload")
          (data (i32.const 64) "\\00\\00\\00\\a1\\ed\\cc\\ce\\1b\\c2\\d3")
          (func (export "value") (call $input (i64.const 0)) (call $return (i64.const -1) (i64.const 0)))
          (func (export "fail") unreachable)
          (func $self (param $name i64) (param $size i64) (result i64)
            (call $current (i64.const 9))
            (call $create (i64.const -1) (i64.const 9) (local.get $size) (local.get $name)
              (i64.const 7) (i64.const 40) (i64.const 48) (i64.const 20000000000000)))
          (func (export "joint") (local $p i64)
            (i64.store (i32.const 128) (call $self (i64.const 0) (i64.const 5)))
            (i64.store (i32.const 136) (call $self (i64.const 8) (i64.const 4)))
            (local.set $p (call $then (call $and (i64.const 128) (i64.const 2)) (i64.const -1) (i64.const 9)))
            (call $call (local.get $p) (i64.const 7) (i64.const 16) (i64.const 0) (i64.const 0)
              (i64.const 48) (i64.const 0) (i64.const 1))
            (call $promise (local.get $p)))
          (func (export "results") (local $i i64)
            (block (loop
              (br_if 1 (i64.ge_u (local.get $i) (call $count)))
              (i32.store8 (i32.add (i32.const 256) (i32.wrap_i64 (local.get $i)))
                (i32.add (i32.const 48) (i32.wrap_i64 (call $result (local.get $i) (local.get $i)))))
              (local.set $i (i64.add (local.get $i) (i64.const 1)))
              (br 0)))
            (call $return (local.get $i) (i64.const 256)))
          (func (export "sub") (local $p i64)
            (local.set $p (call $batch (i64.const 12) (i64.const 24)))
            (call $account (local.get $p))
            (call $transfer (local.get $p) (i64.const 64)))
          (func (export "rich") (local $p i64)
            (i64.store (i32.const 72) (i64.const -1))
            (local.set $p (call $batch (i64.const 12) (i64.const 24)))
            (call $transfer (local.get $p) (i64.const 64)))
          (func (export "yield") (local $p i64)
            (local.set $p (call $yield (i64.const 7) (i64.const 16) (i64.const 0) (i64.const 0)
              (i64.const 20000000000000) (i64.const 0) (i64.const 1)))
            (drop (call $write (i64.const 1) (i64.const 0) (i64.const -1) (i64.const 1) (i64.const 2)))
            (call $promise (local.get $p)))
          (func (export "resume")
            (drop (call $read (i64.const 1) (i64.const 0) (i64.const 1)))
            (i32.store8 (i32.const 256) (i32.add (i32.const 48)
              (call $resume (i64.const -1) (i64.const 1) (i64.const 7) (i64.const 40))))
            (call $return (i64.const 1) (i64.const 256)))
          (func (export "append") (call $account (i64.const 3))))
        """

    private func makeChain() throws -> LocalChain {
        var local = try LocalChain()
        try local.deploy(WAT.module(module), to: "bob.root")
        return local
    }

    @Test func aCallbackSeesWhatSucceededAndWhatFailed() throws {
        var local = try makeChain()
        let status = try local.call("bob.root", "joint", gas: .tera(200))
        // The first promise has a value, the second has failed.
        #expect(status.value == "12")
        #expect(local.state.inbox.postponedReceipts.isEmpty)
        let callback = try #require(status.receipts.first { $0.action.inputDataIds.count == 2 })
        // All gas that was left went to the one call that asked for it.
        guard case .functionCall(let call) = callback.action.actions.first else {
            throw LocalChain.MissingOutcomeError()
        }
        #expect(call.gas.gas > 100_000_000_000_000)
    }

    @Test func tokensAreNeitherMadeNorLost() throws {
        var local = try makeChain()
        let burntBefore = local.chain.head.header.totalSupply
        for method in ["joint", "sub", "fail", "rich", "value"] {
            let before = try local.countTokens()
            let heightBefore = local.chain.head.height
            try local.call("bob.root", method, gas: .tera(200), deposit: .test(3))
            var burnt: UInt128 = 0
            for height in (heightBefore + 1)...local.chain.head.height {
                burnt += local.chain.block(at: height)?.burnt ?? 0
            }
            #expect(try local.countTokens() + burnt == before)
        }
        #expect(local.chain.head.header.totalSupply <= burntBefore)
    }

    @Test func anAccountIsCreatedByItsParentsContract() throws {
        var local = try makeChain()
        #expect(try local.call("bob.root", "sub").failure == nil)
        #expect(try local.balance("sub.bob.root") == NEARToken.test(1).yoctoNEAR)
    }

    @Test func aContractSpendsNoMoreThanItHas() throws {
        var local = try makeChain()
        #expect(try local.call("bob.root", "rich").executionError == "Exceeded the account balance.")
        #expect(
            try local.call("bob.root", "append").executionError == "3 does not correspond to existing promises")
    }

    @Test func aYieldedPromiseIsResumedOnce() throws {
        var local = try makeChain()
        let yielded = try local.call("bob.root", "yield", gas: .tera(100))
        #expect(yielded.value == nil)
        #expect(yielded.failure == nil)
        #expect(local.state.inbox.postponedReceipts.count == 1)
        let resumed = try local.call("bob.root", "resume")
        #expect(resumed.value == "1")
        #expect(TransactionStatus(yielded.transaction.hash, in: local.chain)?.value == "1")
        #expect(try local.call("bob.root", "resume").value == "0")
        #expect(local.state.inbox.postponedReceipts.isEmpty)
    }

    @Test func aYieldedPromiseGoesOnWithoutDataInTheEnd() throws {
        var local = try makeChain()
        let yielded = try local.call("bob.root", "yield", gas: .tera(100))
        try local.chain.produceBlock(skipping: 199)
        while local.chain.hasWork { try local.chain.produceBlock() }
        #expect(TransactionStatus(yielded.transaction.hash, in: local.chain)?.value == "2")
    }
}
