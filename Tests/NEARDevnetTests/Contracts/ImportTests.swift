// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// The functions that contracts may import.
///
/// They are those of NEAR's SDK (`near-sys`), with their signatures, and of later versions nothing but gas keys; of
/// nodes that are built as a sandbox, the one that logs.
@Suite(.ownThread) struct ImportTests {
    /// Parameters of 64 bits, and the result, by the function's name.
    ///
    /// Curves have tests of their own.
    private static let functions = """
        read_register 2 . register_len 1 i64 . write_register 3 . current_account_id 1 . current_contract_code 1 i64 .
        refund_to_account_id 1 . signer_account_id 1 . signer_account_pk 1 . predecessor_account_id 1 . input 1 .
        block_index 0 i64 . block_timestamp 0 i64 . epoch_height 0 i64 . storage_usage 0 i64 . account_balance 1 .
        account_locked_balance 1 . attached_deposit 1 . prepaid_gas 0 i64 . used_gas 0 i64 . random_seed 1 . sha256 3 .
        keccak256 3 . keccak512 3 . ripemd160 3 . ecrecover 7 i64 . ed25519_verify 6 i64 . value_return 2 . panic 0 .
        panic_utf8 2 . log_utf8 2 . log_utf16 2 . sandbox_debug_log 2 . promise_create 8 i64 . promise_then 9 i64 . promise_and 2 i64 .
        promise_batch_create 2 i64 . promise_batch_then 3 i64 . promise_set_refund_to 3 .
        promise_batch_action_state_init 4 i64 . promise_batch_action_state_init_by_account_id 4 i64 .
        set_state_init_data_entry 6 . promise_batch_action_create_account 1 . promise_batch_action_deploy_contract 3 .
        promise_batch_action_function_call 7 . promise_batch_action_function_call_weight 8 .
        promise_batch_action_transfer 2 . promise_batch_action_stake 4 .
        promise_batch_action_add_key_with_full_access 4 . promise_batch_action_add_key_with_function_call 9 .
        promise_batch_action_delete_key 3 . promise_batch_action_delete_account 3 .
        promise_batch_action_transfer_to_gas_key 4 . promise_batch_action_add_gas_key_with_full_access 4 .
        promise_batch_action_add_gas_key_with_function_call 9 .
        promise_batch_action_deploy_global_contract 3 . promise_batch_action_deploy_global_contract_by_account_id 3 .
        promise_batch_action_use_global_contract 3 . promise_batch_action_use_global_contract_by_account_id 3 .
        promise_yield_create 7 i64 . promise_yield_resume 4 i32 . promise_results_count 0 i64 . promise_result 2 i64 .
        promise_return 1 . storage_write 5 i64 . storage_read 3 i64 . storage_remove 3 i64 . storage_has_key 2 i64 .
        storage_iter_prefix 2 i64 . storage_iter_range 4 i64 . storage_iter_next 3 i64 . validator_stake 3 .
        validator_total_stake 1
        """

    /// Functions of protocol versions 84 and later, and of nodes that are built for tests.
    private static let later = """
        chain_id 1 . p256_verify 6 i64 . sha3_256 3 . promise_yield_create_with_id 9 i64 .
        promise_yield_resume_with_yield_id 4 i32 . sleep_nanos 1 . burn_gas 1
        """

    private static func imports(of list: String) -> [String] {
        list.split(separator: ".").map { entry in
            let parts = entry.split(whereSeparator: \.isWhitespace)
            let parameters = String(repeating: " i64", count: Int(parts[1]) ?? 0)
            let result = parts.count > 2 ? "(result \(parts[2]))" : ""
            return #"(import "env" "\#(parts[0])" (func (param\#(parameters)) \#(result)))"#
        }
    }

    private func linkFault(_ imports: [String]) throws -> String? {
        let code = try WAT.module("(module \(imports.joined(separator: "\n")))")
        return try MeteredModule(code, .version83(.version83)).linkFault
    }

    @Test func everyFunctionOfTheSDKIsThere() throws {
        let imports = Self.imports(of: Self.functions)
        let old = [
            #"(import "env" "abort" (func (param i32 i32 i32 i32)))"#, #"(import "env" "gas" (func (param i32)))"#,
        ]
        #expect(try linkFault(imports + old) == nil)
        let curves = HostFunction.all.filter { $0.name.hasPrefix("alt_bn128") || $0.name.hasPrefix("bls12381") }
        #expect(HostFunction.all.count == imports.count + old.count + curves.count)
    }

    @Test func nothingOfLaterVersionsIsThere() throws {
        for entry in Self.imports(of: Self.later) {
            #expect(try linkFault([entry])?.contains("unknown import") == true, "\(entry)")
        }
    }

    @Test func aFunctionWithAnotherSignatureIsNoneOfTheHosts() throws {
        #expect(
            try linkFault([#"(import "env" "input" (func (param i32)))"#])
                == "Error while importing \"env\".\"input\": incompatible import type. Expected "
                + "Function(FunctionType { params: [I32], results: [] }) but received "
                + "Function(FunctionType { params: [I64], results: [] })")
    }

    /// Functions that were given up are there, and fail with an error that says so.
    @Test func iteratorsAreThereAndFail() throws {
        var local = try LocalChain()
        try local.deploy(
            WAT.module(
                """
                (module (import "env" "storage_iter_prefix" (func $iterate (param i64 i64) (result i64)))
                  (func (export "main") (drop (call $iterate (i64.const 0) (i64.const 0)))))
                """), to: "bob.root")
        #expect(
            try local.call("bob.root", "main").executionError
                == "Attempted to call deprecated host function storage_iter_prefix")
    }
}
