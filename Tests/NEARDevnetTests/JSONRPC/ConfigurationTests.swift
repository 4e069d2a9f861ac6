// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARDevnet

/// The configurations have every member that nearcore's have, so that a client that reads all of them can.
@Suite struct ConfigurationTests {
    private func names(_ value: JSONValue?) -> Set<String> {
        Set((value?.objectValue ?? [:]).keys.map(\.text))
    }

    private func lacking(_ list: String, in value: JSONValue?) -> Set<String> {
        Set(list.split(whereSeparator: \.isWhitespace).map(String.init)).subtracting(names(value))
    }

    @Test func protocolConfiguration() async throws {
        let service = try LocalChain().service()
        let runtime = try await service.result("EXPERIMENTAL_protocol_config", ["finality": "final"])["runtime_config"]
        let wasm = runtime?["wasm_config"]
        #expect(
            lacking(
                """
                storage_amount_per_byte transaction_costs wasm_config account_creation_config
                congestion_control_config witness_config
                """, in: runtime
            ) == [])
        #expect(
            lacking(
                """
                discard_custom_sections eth_implicit_accounts ext_costs fix_contract_loading_cost
                global_contract_host_fns grow_mem_cost implicit_account_creation limit_config regular_op_cost
                saturating_float_to_int storage_get_mode vm_kind
                """, in: wasm
            ) == [])
        #expect(
            lacking(
                """
                account_id_validity_rules_version initial_memory_pages max_actions_per_receipt max_arguments_length
                max_contract_size max_elements_per_contract_table max_functions_number_per_contract max_gas_burnt
                max_length_method_name max_length_returned_data max_length_storage_key max_length_storage_value
                max_locals_per_contract max_memory_pages max_number_bytes_method_names
                max_number_input_data_dependencies max_number_logs max_number_registers
                max_promises_per_function_call_action max_receipt_size max_register_size max_stack_height
                max_tables_per_contract max_total_log_length max_total_prepaid_gas max_transaction_size
                max_yield_payload_size per_receipt_storage_proof_size_limit registers_memory_limit
                yield_timeout_length_in_blocks
                """, in: wasm?["limit_config"]
            ) == [])
        // Each price of a host function, and those of functions that are gone or free here.
        #expect(names(wasm?["ext_costs"]).count == HostCost.allCases.count + 12)
        #expect(wasm?["ext_costs"]?["alt_bn128_g1_multiexp_base"] == 713_000_000_000)
        #expect(wasm?["ext_costs"]?["bls12381_map_fp2_to_g2_element"] == 900_000_000_000)
        #expect(wasm?["ext_costs"]?["ed25519_verify_byte"] == 9_000_000)
        #expect(names(runtime?["congestion_control_config"]).count == 12)
        #expect(names(runtime?["witness_config"]).count == 3)
    }

    @Test func clientConfiguration() async throws {
        let config = try await LocalChain().service().result("client_config", [])
        #expect(
            lacking(
                """
                archive block_fetch_horizon block_header_fetch_horizon block_production_tracking_delay
                catchup_step_period chain_id chunk_distribution_network chunk_request_retry_period
                chunk_validation_threads chunk_wait_mult chunks_cache_height_horizon
                client_background_migration_threads cloud_archival_writer disable_tx_routing doomslug_step_period
                enable_early_prepare_transactions enable_multiline_logging enable_statistics_export epoch_length
                header_sync_expected_height_per_second header_sync_initial_timeout header_sync_progress_timeout
                header_sync_stall_ban_timeout log_summary_period log_summary_style max_block_production_delay
                max_block_wait_delay max_gas_burnt_view min_block_production_delay min_num_peers
                num_block_producer_seats orphan_state_witness_max_size orphan_state_witness_pool_size
                produce_chunk_add_transactions_time_limit produce_empty_blocks rpc_addr save_invalid_witnesses
                save_latest_witnesses save_state_changes save_trie_changes save_tx_outcomes
                save_untracked_partial_chunks_parts skip_sync_wait state_request_server_threads
                state_request_throttle_period state_requests_per_throttle_period state_sync_enabled
                state_sync_external_backoff state_sync_external_timeout state_sync_p2p_timeout
                state_sync_retry_backoff sync_check_period sync_height_threshold sync_max_block_requests
                sync_step_period tracked_shards_config transaction_pool_size_limit
                transaction_request_handler_threads trie_viewer_state_size_limit ttl_account_id_router
                tx_routing_height_horizon version view_client_threads
                """, in: config
            ) == [])
    }
}
