// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The protocol's configuration as nearcore writes it (`ProtocolConfigView`).
///
/// Limits of shards against one another say that nothing is limited: a devnet has one, which is never full.
struct ProtocolConfigView: Sendable {
    let settings: ChainSettings

    var parameters: ProtocolParameters { settings.parameters }

    /// The configuration that is in force.
    var json: JSONValue {
        .object(common.merging(["runtime_config": runtimeJSON]) { first, _ in first })
    }

    /// The configuration that the chain began with (nearcore: `GenesisConfig`).
    func genesisJSON(totalSupply: UInt128, stake: UInt128) -> JSONValue {
        let genesis: JSONValue.Members = [
            "total_supply": .yocto(totalSupply), "num_block_producer_seats_per_shard": [1],
            "avg_hidden_validator_seats_per_shard": [0], "num_chunk_producer_seats": 1,
            "num_chunk_validator_seats": 1, "chunk_producer_assignment_changes_limit": 5,
            "use_production_config": false, "num_chunk_only_producer_seats": 0,
            "minimum_validators_per_shard": 1,
            "validators": [
                [
                    "account_id": .id(settings.validatorId), "public_key": .key(settings.validatorKey.publicKey),
                    "amount": .yocto(stake),
                ]
            ],
        ]
        return .object(common.merging(genesis) { first, _ in first })
    }

    private var common: JSONValue.Members {
        let chain: JSONValue.Members = [
            "protocol_version": .count(parameters.protocolVersion), "chain_id": .string(settings.chainId),
            "genesis_height": 0,
            "genesis_time": .string(Timestamp(nanoseconds: BlockClock.genesisTimestamp).text),
            "epoch_length": .count(settings.epochLength), "gas_limit": .count(parameters.gasLimit),
            "transaction_validity_period": .count(settings.transactionValidityPeriod),
            "min_gas_price": .yocto(parameters.gasPrice), "max_gas_price": .yocto(parameters.gasPrice),
            "gas_price_adjustment_rate": [0, 1], "dynamic_resharding": false,
            "shard_layout": .variant(
                "V2",
                [
                    "boundary_accounts": [], "shard_ids": [0], "id_to_index_map": ["0": 0],
                    "index_to_id_map": ["0": 0], "shards_split_map": nil, "shards_parent_map": nil, "version": 0,
                ]),
        ]
        let validators: JSONValue.Members = [
            "num_block_producer_seats": 1, "block_producer_kickout_threshold": 0,
            "chunk_producer_kickout_threshold": 0, "chunk_validator_only_kickout_threshold": 0,
            "target_validator_mandates_per_shard": 1, "max_kickout_stake_perc": 0,
            "minimum_validators_per_shard": 1, "online_min_threshold": [9, 10], "online_max_threshold": [99, 100],
            "minimum_stake_divisor": 10, "minimum_stake_ratio": [1, 62_500], "fishermen_threshold": "0",
            "max_inflation_rate": [0, 1], "protocol_reward_rate": [0, 1], "num_blocks_per_year": 31_536_000,
            "protocol_treasury_account": .id(settings.validatorId), "protocol_upgrade_stake_threshold": [4, 5],
            "shuffle_shard_assignment_for_chunk_producers": false,
        ]
        return chain.merging(validators) { first, _ in first }
    }

    private var runtimeJSON: JSONValue {
        [
            "storage_amount_per_byte": .yocto(parameters.storageAmountPerByte),
            "transaction_costs": [
                "action_receipt_creation_config": parameters.fees.actionReceipt.json,
                "data_receipt_creation_config": [
                    "base_cost": parameters.fees.dataReceipt.json,
                    "cost_per_byte": parameters.fees.dataReceiptPerByte.json,
                ],
                "action_creation_config": actionsJSON,
                "storage_usage_config": [
                    "num_bytes_account": .count(parameters.bytesPerAccount),
                    "num_extra_bytes_record": .count(parameters.extraBytesPerRecord),
                ],
                "burnt_gas_reward": [.count(parameters.burntGasRewardTenths), 10],
                "pessimistic_gas_price_inflation_ratio": [1, 1],
            ],
            "wasm_config": wasmJSON, "congestion_control_config": congestionJSON, "witness_config": witnessJSON,
            "account_creation_config": [
                "min_allowed_top_level_account_length": .count(parameters.minAllowedTopLevelAccountLength),
                "registrar_account_id": .id(parameters.registrarAccountId),
            ],
        ]
    }

    private var actionsJSON: JSONValue {
        let fees = parameters.fees
        return [
            "create_account_cost": fees.createAccount.json, "deploy_contract_cost": fees.deployContract.json,
            "deploy_contract_cost_per_byte": fees.deployContractPerByte.json,
            "function_call_cost": fees.functionCall.json,
            "function_call_cost_per_byte": fees.functionCallPerByte.json, "transfer_cost": fees.transfer.json,
            "stake_cost": fees.stake.json,
            "add_key_cost": [
                "full_access_cost": fees.addFullAccessKey.json, "function_call_cost": fees.addFunctionCallKey.json,
                "function_call_cost_per_byte": fees.addFunctionCallKeyPerByte.json,
            ],
            "delete_key_cost": fees.deleteKey.json, "delete_account_cost": fees.deleteAccount.json,
            "delegate_cost": fees.delegate.json,
        ]
    }
}

extension Fee {
    fileprivate var json: JSONValue {
        ["send_sir": .count(sendSIR), "send_not_sir": .count(sendNotSIR), "execution": .count(execution)]
    }
}
