// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A node's own settings as nearcore writes them (`ClientConfig`).
///
/// A devnet has no peers, nothing to catch up with and one thread for its chain: what is about these says so. Members
/// that describe what only such a node has (collection of garbage, synchronization) are left out; all are optional.
struct ClientConfigView: Sendable {
    let settings: ChainSettings
    /// The program's version, as `status` has it.
    let version: JSONValue

    /// The settings.
    var json: JSONValue {
        [flags, counts, times, texts].reduce(.object([:])) { all, more in
            .object((all.objectValue ?? [:]).merging(more) { first, _ in first })
        }
    }

    private var texts: JSONValue.Members {
        [
            "chain_id": .string(settings.chainId), "version": version, "rpc_addr": nil,
            "log_summary_style": "plain", "tracked_shards_config": "AllShards", "chunk_distribution_network": nil,
            "cloud_archival_writer": nil, "max_gas_burnt_view": nil, "transaction_pool_size_limit": nil,
            "trie_viewer_state_size_limit": nil, "block_production_tracking_delay": "0s",
            "doomslug_step_period": "0s", "max_block_production_delay": "0s", "max_block_wait_delay": "0s",
            "min_block_production_delay": "0s", "chunk_wait_mult": "1/1",
            "produce_chunk_add_transactions_time_limit": "0",
        ]
    }

    private var flags: JSONValue.Members {
        [
            "archive": false, "disable_tx_routing": true, "enable_early_prepare_transactions": false,
            "enable_multiline_logging": false, "enable_statistics_export": false, "produce_empty_blocks": false,
            "save_invalid_witnesses": false, "save_latest_witnesses": false, "save_state_changes": true,
            "save_trie_changes": false, "save_tx_outcomes": true, "save_untracked_partial_chunks_parts": false,
            "skip_sync_wait": true, "state_sync_enabled": false,
        ]
    }

    private var counts: JSONValue.Members {
        [
            "epoch_length": .count(settings.epochLength), "num_block_producer_seats": 1, "min_num_peers": 0,
            "block_fetch_horizon": 0, "block_header_fetch_horizon": 0, "chunk_validation_threads": 0,
            "chunks_cache_height_horizon": 0, "client_background_migration_threads": 0,
            "header_sync_expected_height_per_second": 0, "orphan_state_witness_max_size": 0,
            "orphan_state_witness_pool_size": 0, "state_request_server_threads": 0,
            "state_requests_per_throttle_period": 0, "sync_height_threshold": 0, "sync_max_block_requests": 0,
            "transaction_request_handler_threads": 1, "tx_routing_height_horizon": 0, "view_client_threads": 1,
        ]
    }

    /// Times in seconds and nanoseconds: none of this waits.
    ///
    /// Those that can be changed while a node runs are texts.
    private var times: JSONValue.Members {
        let names: [ExactText] = [
            "catchup_step_period", "chunk_request_retry_period",
            "header_sync_initial_timeout", "header_sync_progress_timeout",
            "header_sync_stall_ban_timeout", "log_summary_period",
            "state_request_throttle_period",
            "state_sync_external_backoff", "state_sync_external_timeout", "state_sync_p2p_timeout",
            "state_sync_retry_backoff", "sync_check_period", "sync_step_period", "ttl_account_id_router",
        ]
        return Dictionary(uniqueKeysWithValues: names.map { ($0, [0, 0]) })
    }
}
