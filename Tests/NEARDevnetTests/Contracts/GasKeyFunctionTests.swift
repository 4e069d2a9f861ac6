// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// The host functions of gas keys, which near-sdk names in every contract that makes a promise.
@Suite(.ownThread) struct GasKeyFunctionTests {
    /// The data: 0 a key in Borsh, 64 "alice.root", 96 "ping", 112 one NEAR, 128 nothing.
    ///
    /// `full`, `calls` and `fund` take what differs from their first bytes: nonces, or allowance, or the receiver.
    private func module(_ key: PublicKey) throws -> [UInt8] {
        let bytes = key.borshBytes.map { "\\" + Hexadecimal.encode([$0]) }.joined()
        return try WAT.module(
            """
            (module
              (import "env" "current_account_id" (func $current (param i64)))
              (import "env" "promise_batch_create" (func $batch (param i64 i64) (result i64)))
              (import "env" "promise_batch_action_transfer_to_gas_key" (func $fund (param i64 i64 i64 i64)))
              (import "env" "promise_batch_action_add_gas_key_with_full_access"
                (func $full (param i64 i64 i64 i64)))
              (import "env" "promise_batch_action_add_gas_key_with_function_call"
                (func $calls (param i64 i64 i64 i64 i64 i64 i64 i64 i64)))
              (memory 1)
              (data (i32.const 0) "\(bytes)") (data (i32.const 64) "alice.root") (data (i32.const 96) "ping")
              (data (i32.const 112) "\\00\\00\\00\\a1\\ed\\cc\\ce\\1b\\c2\\d3")
              (func $own (result i64)
                (call $current (i64.const 0))
                (call $batch (i64.const -1) (i64.const 0)))
              (func $add (param $count i64)
                (call $full (call $own) (i64.const 33) (i64.const 0) (local.get $count)))
              (func (export "full") (call $add (i64.const 4)))
              (func (export "none") (call $add (i64.const 0)))
              (func (export "many") (call $add (i64.const 65536)))
              (func (export "short") (call $full (call $own) (i64.const 32) (i64.const 0) (i64.const 4)))
              (func $limited (param $allowance i64)
                (call $calls (call $own) (i64.const 33) (i64.const 0) (i64.const 2) (local.get $allowance)
                  (i64.const 10) (i64.const 64) (i64.const 4) (i64.const 96)))
              (func (export "calls") (call $limited (i64.const 128)))
              (func (export "allowance") (call $limited (i64.const 112)))
              (func (export "fund")
                (call $fund (call $own) (i64.const 33) (i64.const 0) (i64.const 112)))
              (func (export "other")
                (call $fund (call $batch (i64.const 10) (i64.const 64)) (i64.const 33) (i64.const 0)
                  (i64.const 112))))
            """)
    }

    private func makeChain() throws -> LocalChain {
        var local = try LocalChain()
        try local.deploy(module(local.key("gas").publicKey), to: "bob.root")
        return local
    }

    private func gasKey(_ local: LocalChain, of id: String = "bob.root") throws -> AccessKeyPermission? {
        local.state.accessKey(try local.id(id), try local.key("gas").publicKey)?.permission
    }

    @Test func aContractAddsAndFundsKeys() throws {
        var local = try makeChain()
        #expect(try local.call("bob.root", "full").failure == nil)
        #expect(try gasKey(local) == .gasKeyFullAccess(GasKeyInfo(balance: .zero, numNonces: 4)))
        #expect(local.state.gasKeyNonces(try local.id("bob.root"), try local.key("gas").publicKey).count == 4)
        let tokens = try local.countTokens()
        let status = try local.call("bob.root", "fund")
        #expect(status.failure == nil)
        #expect(try gasKey(local)?.gasKey?.balance == .test(1))
        let burnt = status.outcome.tokensBurnt + status.receiptOutcomes.reduce(0) { $0 + $1.tokensBurnt }
        let rewards = status.receiptOutcomes.reduce(0) { $0 + $1.tokensBurnt }
        #expect(try local.countTokens() <= tokens)
        #expect(try local.countTokens() >= tokens - burnt - rewards)
    }

    @Test func aContractAddsAKeyForCalls() throws {
        var local = try makeChain()
        #expect(try local.call("bob.root", "calls").failure == nil)
        let permission = FunctionCallPermission(
            allowance: nil, receiverId: try local.id("alice.root"), methodNames: ["ping"])
        #expect(
            try gasKey(local) == .gasKeyFunctionCall(GasKeyInfo(balance: .zero, numNonces: 2), permission))
    }

    /// The check of its receipts holds a contract to the rules of transactions.
    @Test func rulesHoldForReceiptsToo() throws {
        var local = try makeChain()
        for (method, rule) in [
            ("allowance", "GasKeyFunctionCallAllowanceNotAllowed"),
            ("none", ["GasKeyInvalidNumNonces": ["requested_nonces": 0, "limit": 1_024]]),
        ] as [(String, JSONValue)] {
            #expect(
                try local.call("bob.root", method).failure?.kind.view
                    == ["NewReceiptValidationError": ["ActionsValidation": rule]])
        }
        #expect(try local.call("bob.root", "many").executionError == "Integer overflow.")
        #expect(
            try local.call("bob.root", "short").executionError
                == "VM Logic provided an invalid public key")
        #expect(try gasKey(local) == nil)
    }

    /// Anybody may add to a gas key; where there is none, the deposit comes back.
    @Test func aDepositForNoKeyComesBack() throws {
        var local = try makeChain()
        let before = try local.balance("bob.root")
        let status = try local.call("bob.root", "other")
        #expect(status.failure?.kind.view["GasKeyDoesNotExist"] != nil)
        #expect(try local.balance("bob.root") >= before)
        try local.addGasKey(balance: .zero)
        #expect(try local.call("bob.root", "other").failure == nil)
        #expect(try local.gasKeyBalance() == NEARToken.test(1).yoctoNEAR)
    }

    /// A contract's action costs what the same action costs in a transaction, receipt and all.
    @Test func actionsCostTheSameAsInTransactions() throws {
        var local = try makeChain()
        let info = GasKeyInfo(balance: .zero, numNonces: 4)
        let parameters = local.chain.settings.parameters
        let key = try local.key("gas").publicKey
        let id = try local.id("bob.root")
        for (method, action, costs) in [
            (
                "full",
                Action.addKey(
                    AddKeyAction(publicKey: key, accessKey: AccessKey(permission: .gasKeyFullAccess(info)))),
                ["ADD_FULL_ACCESS_KEY", "GAS_KEY_NONCE_WRITE_BASE", "GAS_KEY_BYTE"]
            ),
            (
                "fund", .transferToGasKey(TransferToGasKeyAction(publicKey: key, deposit: .test(1))),
                ["GAS_KEY_TRANSFER_BASE", "GAS_KEY_BYTE"]
            ),
        ] {
            let outcome = try #require(try local.call("bob.root", method).receiptOutcomes.first)
            let charged = outcome.gasProfile.costs.filter { costs.contains($0.cost) }.reduce(0) { $0 + $1.gasUsed.gas }
            // The profile has what was burnt here, which is the sending.
            #expect(charged == (try parameters.sendFees(of: [action], to: id, senderIsReceiver: true)), "\(method)")
        }
    }
}
