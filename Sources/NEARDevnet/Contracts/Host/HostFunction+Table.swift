// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The host functions of the protocol version, by subject: names and signatures as nearcore has them.
extension HostFunction {
    /// Registers, and what a contract knows of its call.
    static let context: [HostFunction] = [
        .action("read_register", .u64(2)) { (host, a) throws(HostCallError) in try host.readRegister(a[0], to: a[1]) },
        .function("register_len", .u64(1)) { (host, a) throws(HostCallError) in try host.registerLength(a[0]) },
        .action("write_register", .u64(3)) { (host, a) throws(HostCallError) in
            try host.writeRegister(a[0], count: a[1], pointer: a[2])
        },
        .action("current_account_id", .u64(1)) { (host, a) throws(HostCallError) in try host.currentAccountId(a[0]) },
        .action("signer_account_id", .u64(1)) { (host, a) throws(HostCallError) in try host.signerAccountId(a[0]) },
        .action("signer_account_pk", .u64(1)) { (host, a) throws(HostCallError) in try host.signerAccountKey(a[0]) },
        .action("predecessor_account_id", .u64(1)) { (host, a) throws(HostCallError) in
            try host.predecessorAccountId(a[0])
        },
        .action("refund_to_account_id", .u64(1)) { (host, a) throws(HostCallError) in try host.refundToAccountId(a[0])
        },
        .action("input", .u64(1)) { (host, a) throws(HostCallError) in try host.input(a[0]) },
        .function("block_index", .u64(0)) { (host, a) throws(HostCallError) in try host.number(host.call.block.height)
        },
        .function("block_timestamp", .u64(0)) { (host, a) throws(HostCallError) in
            try host.number(host.call.block.timestamp)
        },
        .function("epoch_height", .u64(0)) { (host, a) throws(HostCallError) in
            try host.number(host.call.block.epochHeight)
        },
        .function("storage_usage", .u64(0)) { (host, a) throws(HostCallError) in
            try host.number(host.account.storageUsage)
        },
        .action("account_balance", .u64(1)) { (host, a) throws(HostCallError) in
            try host.amount(host.account.amount, to: a[0])
        },
        .action("account_locked_balance", .u64(1)) { (host, a) throws(HostCallError) in
            try host.amount(host.account.locked, to: a[0])
        },
        .action("attached_deposit", .u64(1)) { (host, a) throws(HostCallError) in
            try host.amount(host.call.action.deposit.yoctoNEAR, to: a[0])
        },
        .function("prepaid_gas", .u64(0)) { (host, a) throws(HostCallError) in try host.prepaidGas() },
        .function("used_gas", .u64(0)) { (host, a) throws(HostCallError) in try host.usedGas() },
        .function("current_contract_code", .u64(1)) { (host, a) throws(HostCallError) in
            try host.currentContractCode(a[0])
        },
        .action("validator_stake", .u64(3)) { (host, a) throws(HostCallError) in
            try host.validatorStake(a[0], a[1], to: a[2])
        },
        .action("validator_total_stake", .u64(1)) { (host, a) throws(HostCallError) in
            try host.validatorTotalStake(to: a[0])
        },
    ]

    /// Hashes and signatures.
    static let math: [HostFunction] = [
        .action("random_seed", .u64(1)) { (host, a) throws(HostCallError) in try host.randomSeed(a[0]) },
        .action("sha256", .u64(3)) { (host, a) throws(HostCallError) in try host.sha256(a[0], a[1], to: a[2]) },
        .action("keccak256", .u64(3)) { (host, a) throws(HostCallError) in try host.keccak256(a[0], a[1], to: a[2]) },
        .action("keccak512", .u64(3)) { (host, a) throws(HostCallError) in try host.keccak512(a[0], a[1], to: a[2]) },
        .action("ripemd160", .u64(3)) { (host, a) throws(HostCallError) in try host.ripemd160(a[0], a[1], to: a[2]) },
        .function("ecrecover", .u64(7)) { (host, a) throws(HostCallError) in
            try host.ecrecover(a.slice(0), a.slice(2), recoveryId: a[4], malleabilityFlag: a[5], to: a[6])
        },
        .function("ed25519_verify", .u64(6)) { (host, a) throws(HostCallError) in
            try host.ed25519Verify(signature: a.slice(0), message: a.slice(2), key: a.slice(4))
        },
    ]

    /// Functions by which a contract logs, returns and ends.
    static let messages: [HostFunction] = [
        .action("value_return", .u64(2)) { (host, a) throws(HostCallError) in try host.valueReturn(a[0], a[1]) },
        .action("panic", .u64(0)) { (host, a) throws(HostCallError) in try host.panic() },
        .action("panic_utf8", .u64(2)) { (host, a) throws(HostCallError) in try host.panic(a[0], a[1]) },
        .action("log_utf8", .u64(2)) { (host, a) throws(HostCallError) in try host.logUTF8(a[0], a[1]) },
        .action("log_utf16", .u64(2)) { (host, a) throws(HostCallError) in try host.logUTF16(a[0], a[1]) },
        .action("sandbox_debug_log", .u64(2)) { (host, a) throws(HostCallError) in
            try host.sandboxDebugLog(a[0], a[1])
        },
        .action("abort", .u32(4)) { (host, a) throws(HostCallError) in
            try host.abort(a[0], a[1], line: a[2], column: a[3])
        },
        .action("gas", .u32(1)) { (host, a) throws(HostCallError) in try host.burnOperators(a[0]) },
    ]

    /// The contract's storage.
    ///
    /// Iterators were given up years ago.
    static let storage: [HostFunction] = [
        .function("storage_write", .u64(5)) { (host, a) throws(HostCallError) in
            try host.storageWrite(keyCount: a[0], keyPointer: a[1], valueCount: a[2], valuePointer: a[3], to: a[4])
        },
        .function("storage_read", .u64(3)) { (host, a) throws(HostCallError) in
            try host.storageRead(a[0], a[1], to: a[2])
        },
        .function("storage_remove", .u64(3)) { (host, a) throws(HostCallError) in
            try host.storageRemove(a[0], a[1], to: a[2])
        },
        .function("storage_has_key", .u64(2)) { (host, a) throws(HostCallError) in try host.storageHasKey(a[0], a[1]) },
        .function("storage_iter_prefix", .u64(2)) { (host, a) throws(HostCallError) in
            try host.deprecated("storage_iter_prefix")
        },
        .function("storage_iter_range", .u64(4)) { (host, a) throws(HostCallError) in
            try host.deprecated("storage_iter_range")
        },
        .function("storage_iter_next", .u64(3)) { (host, a) throws(HostCallError) in
            try host.deprecated("storage_iter_next")
        },
    ]

    /// Promises.
    static let promises: [HostFunction] = [
        .function("promise_create", .u64(8)) { (host, a) throws(HostCallError) in try host.promiseCreate(a) },
        .function("promise_then", .u64(9)) { (host, a) throws(HostCallError) in try host.promiseThen(a) },
        .function("promise_and", .u64(2)) { (host, a) throws(HostCallError) in try host.promiseAnd(a[0], a[1]) },
        .function("promise_batch_create", .u64(2)) { (host, a) throws(HostCallError) in
            try host.promiseBatchCreate(a[0], a[1])
        },
        .function("promise_batch_then", .u64(3)) { (host, a) throws(HostCallError) in
            try host.promiseBatchThen(a[0], count: a[1], pointer: a[2])
        },
        .action("promise_set_refund_to", .u64(3)) { (host, a) throws(HostCallError) in
            try host.promiseSetRefundTo(a[0], count: a[1], pointer: a[2])
        },
        .function("promise_results_count", .u64(0)) { (host, a) throws(HostCallError) in try host.promiseResultsCount()
        },
        .function("promise_result", .u64(2)) { (host, a) throws(HostCallError) in try host.promiseResult(a[0], a[1]) },
        .action("promise_return", .u64(1)) { (host, a) throws(HostCallError) in try host.promiseReturn(a[0]) },
        .function("promise_yield_create", .u64(7)) { (host, a) throws(HostCallError) in
            try host.promiseYieldCreate(a.slice(0), a.slice(2), gas: a[4], weight: a[5], to: a[6])
        },
        .function("promise_yield_resume", .u64(4), result: .i32) { (host, a) throws(HostCallError) in
            try host.promiseYieldResume(a.slice(0), a.slice(2))
        },
    ]

    /// Actions of promises.
    static let promiseActions: [HostFunction] = [
        .action("promise_batch_action_create_account", .u64(1)) { (host, a) throws(HostCallError) in
            try host.appendCreateAccount(a[0])
        },
        .action("promise_batch_action_deploy_contract", .u64(3)) { (host, a) throws(HostCallError) in
            try host.appendDeployContract(a[0], a.slice(1))
        },
        .action("promise_batch_action_deploy_global_contract", .u64(3)) { (host, a) throws(HostCallError) in
            try host.appendDeployGlobalContract(a[0], a.slice(1), by: .codeHash)
        },
        .action("promise_batch_action_deploy_global_contract_by_account_id", .u64(3)) {
            (host, a) throws(HostCallError) in
            try host.appendDeployGlobalContract(a[0], a.slice(1), by: .accountId)
        },
        .action("promise_batch_action_use_global_contract", .u64(3)) { (host, a) throws(HostCallError) in
            try host.appendUseGlobalContract(a[0], a.slice(1), by: .codeHash)
        },
        .action("promise_batch_action_use_global_contract_by_account_id", .u64(3)) { (host, a) throws(HostCallError) in
            try host.appendUseGlobalContract(a[0], a.slice(1), by: .accountId)
        },
        .function("promise_batch_action_state_init", .u64(4)) { (host, a) throws(HostCallError) in
            try host.appendStateInit(a[0], a.slice(1), by: .codeHash, amountPointer: a[3])
        },
        .function("promise_batch_action_state_init_by_account_id", .u64(4)) { (host, a) throws(HostCallError) in
            try host.appendStateInit(a[0], a.slice(1), by: .accountId, amountPointer: a[3])
        },
        .action("set_state_init_data_entry", .u64(6)) { (host, a) throws(HostCallError) in
            try host.setStateInitEntry(a[0], a[1], key: a.slice(2), value: a.slice(4))
        },
        .action("promise_batch_action_function_call", .u64(7)) { (host, a) throws(HostCallError) in
            try host.appendFunctionCall(a[0], name: a.slice(1), arguments: a.slice(3), amountPointer: a[5], gas: a[6])
        },
        .action("promise_batch_action_function_call_weight", .u64(8)) { (host, a) throws(HostCallError) in
            try host.appendFunctionCall(
                a[0], name: a.slice(1), arguments: a.slice(3), amountPointer: a[5], gas: a[6], weight: a[7])
        },
        .action("promise_batch_action_transfer", .u64(2)) { (host, a) throws(HostCallError) in
            try host.appendTransfer(a[0], amountPointer: a[1])
        },
        .action("promise_batch_action_stake", .u64(4)) { (host, a) throws(HostCallError) in
            try host.appendStake(a[0], amountPointer: a[1], a.slice(2))
        },
        .action("promise_batch_action_add_key_with_full_access", .u64(4)) { (host, a) throws(HostCallError) in
            try host.appendAddFullAccessKey(a[0], a.slice(1), nonce: a[3])
        },
        .action("promise_batch_action_add_key_with_function_call", .u64(9)) { (host, a) throws(HostCallError) in
            try host.appendAddFunctionCallKey(
                a[0], a.slice(1), nonce: a[3], allowancePointer: a[4], receiver: a.slice(5), methods: a.slice(7))
        },
        .action("promise_batch_action_transfer_to_gas_key", .u64(4)) { (host, a) throws(HostCallError) in
            try host.appendTransferToGasKey(a[0], a.slice(1), amountPointer: a[3])
        },
        .action("promise_batch_action_add_gas_key_with_full_access", .u64(4)) { (host, a) throws(HostCallError) in
            try host.appendAddFullAccessGasKey(a[0], a.slice(1), nonceCount: a[3])
        },
        .action("promise_batch_action_add_gas_key_with_function_call", .u64(9)) { (host, a) throws(HostCallError) in
            try host.appendAddFunctionCallGasKey(
                a[0], a.slice(1), nonceCount: a[3], allowancePointer: a[4], receiver: a.slice(5), methods: a.slice(7))
        },
        .action("promise_batch_action_delete_key", .u64(3)) { (host, a) throws(HostCallError) in
            try host.appendDeleteKey(a[0], a.slice(1))
        },
        .action("promise_batch_action_delete_account", .u64(3)) { (host, a) throws(HostCallError) in
            try host.appendDeleteAccount(a[0], a.slice(1))
        },
    ]
}
