// SPDX-License-Identifier: MIT

import NEARPrimitives

extension ProtocolConfigView {
    private var contracts: ContractParameters { .version83(parameters) }

    /// The configuration of contracts (nearcore: `VMConfigView`).
    var wasmJSON: JSONValue {
        let features: JSONValue.Members = [
            "discard_custom_sections": true, "eth_implicit_accounts": true, "fix_contract_loading_cost": false,
            "global_contract_host_fns": true, "implicit_account_creation": true, "saturating_float_to_int": true,
            "reftypes_bulk_memory": true, "gas_key_host_fns": true, "deterministic_account_ids": true,
        ]
        let engine: JSONValue.Members = [
            "ext_costs": hostCostsJSON, "limit_config": limitsJSON, "grow_mem_cost": 1,
            "regular_op_cost": .count(contracts.regularOperatorCost),
            "linear_op_base_cost": .count(contracts.linearOperatorBase),
            "linear_op_unit_cost": .count(contracts.linearOperatorUnit), "storage_get_mode": "FlatStorage",
            "vm_kind": "NearVm",
        ]
        return .object(engine.merging(features) { first, _ in first })
    }

    /// The gas of host functions (nearcore: `ExtCostsConfigView`).
    ///
    /// Prices of what the devnet never charges are 0: iterators, which are gone, and the trie's nodes.
    private var hostCostsJSON: JSONValue {
        var costs: JSONValue.Members = [
            "contract_compile_base": 0, "contract_compile_bytes": 0, "storage_iter_create_from_byte": 0,
            "storage_iter_create_prefix_base": 0, "storage_iter_create_prefix_byte": 0,
            "storage_iter_create_range_base": 0, "storage_iter_create_to_byte": 0, "storage_iter_next_base": 0,
            "storage_iter_next_key_byte": 0, "storage_iter_next_value_byte": 0, "touching_trie_node": 0,
            "read_cached_trie_node": 0,
        ]
        for cost in HostCost.allCases {
            costs[ExactText(cost.profileName.lowercased())] = .count(contracts.hostCosts[cost])
        }
        return .object(costs)
    }

    private var limitsJSON: JSONValue {
        let limits = contracts.limits
        let running: JSONValue.Members = [
            "max_gas_burnt": .count(limits.maxGasBurnt), "max_stack_height": .count(limits.maxStackHeight),
            "initial_memory_pages": .count(limits.initialMemoryPages),
            "max_memory_pages": .count(limits.maxMemoryPages),
            "registers_memory_limit": .count(limits.registersMemoryLimit),
            "max_register_size": .count(limits.maxRegisterSize),
            "max_number_registers": .count(limits.maxRegisters), "max_number_logs": .count(limits.maxLogs),
            "max_total_log_length": .count(limits.maxTotalLogLength),
            "max_promises_per_function_call_action": .count(limits.maxPromises),
            "max_functions_number_per_contract": .count(limits.maxFunctions),
            "max_locals_per_contract": .count(limits.maxLocals),
            "max_elements_per_contract_table": .count(limits.maxTableElements), "max_tables_per_contract": 1,
            "yield_timeout_length_in_blocks": .count(limits.yieldTimeoutInBlocks),
            "max_yield_payload_size": .count(limits.maxYieldPayload),
            "per_receipt_storage_proof_size_limit": .count(limits.maxRecordedStorage),
            "account_id_validity_rules_version": 1,
        ]
        return .object(running.merging(nativeLimits) { first, _ in first })
    }

    private var nativeLimits: JSONValue.Members {
        let limits = parameters.limits
        return [
            "max_transaction_size": .count(limits.maxTransactionSize),
            "max_receipt_size": .count(limits.maxReceiptSize),
            "max_actions_per_receipt": .count(limits.maxActionsPerReceipt),
            "max_total_prepaid_gas": .count(limits.maxTotalPrepaidGas),
            "max_contract_size": .count(limits.maxContractSize),
            "max_length_method_name": .count(limits.maxLengthMethodName),
            "max_number_bytes_method_names": .count(limits.maxNumberBytesMethodNames),
            "max_arguments_length": .count(limits.maxArgumentsLength),
            "max_length_storage_key": .count(limits.maxLengthStorageKey),
            "max_length_storage_value": .count(limits.maxLengthStorageValue),
            "max_number_input_data_dependencies": .count(limits.maxNumberInputDataDependencies),
            "max_length_returned_data": .count(limits.maxLengthReturnedData),
        ]
    }

    /// The limits of a shard that is congested (nearcore: `CongestionControlConfigView`).
    var congestionJSON: JSONValue {
        let unlimited = JSONValue.count(UInt64.max)
        return [
            "max_congestion_incoming_gas": unlimited, "max_congestion_outgoing_gas": unlimited,
            "max_congestion_memory_consumption": unlimited, "max_congestion_missed_chunks": unlimited,
            "max_outgoing_gas": unlimited, "min_outgoing_gas": unlimited, "allowed_shard_outgoing_gas": unlimited,
            "max_tx_gas": unlimited, "min_tx_gas": unlimited, "reject_tx_congestion_threshold": .number(1.0),
            "outgoing_receipts_usual_size_limit": unlimited, "outgoing_receipts_big_size_limit": unlimited,
        ]
    }

    /// The limits of a chunk's witness (nearcore: `WitnessConfigView`), which a devnet has none of.
    var witnessJSON: JSONValue {
        let unlimited = JSONValue.count(UInt64.max)
        return [
            "combined_transactions_size_limit": .count(UInt32.max), "main_storage_proof_size_soft_limit": unlimited,
            "new_transactions_validation_state_size_soft_limit": unlimited,
        ]
    }
}
