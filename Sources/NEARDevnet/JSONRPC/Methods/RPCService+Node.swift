// SPDX-License-Identifier: MIT

import NEARPrimitives

extension RPCService {
    /// The program that answers, as nearcore describes itself.
    static var version: JSONValue {
        ["version": "near-connect-devnet", "build": "", "commit": "", "rustc_version": ""]
    }

    /// `status`.
    func status() async -> JSONValue {
        let chain = host.chain
        let head = chain.head
        let genesis = chain.genesis
        let earliest = chain.earliest
        let version = JSONValue.integer(Int128(settings.parameters.protocolVersion))
        let key = JSONValue.string(settings.validatorKey.publicKey.description)
        let uptime = startedAt.duration(to: .now).components.seconds
        return [
            "version": Self.version,
            "chain_id": .string(settings.chainId),
            "genesis_hash": .string(genesis.hash.description),
            "protocol_version": version,
            "latest_protocol_version": version,
            "rpc_addr": nil,
            "validators": [["account_id": .string(settings.validatorId.text)]],
            "sync_info": [
                "latest_block_hash": .string(head.hash.description),
                "latest_block_height": .integer(Int128(head.height)),
                "latest_state_root": .string(head.stateRoot.description),
                "latest_block_time": .string(Timestamp(nanoseconds: head.header.timestamp).text),
                "syncing": false,
                "earliest_block_hash": .string(earliest.hash.description),
                "earliest_block_height": .integer(Int128(earliest.height)),
                "earliest_block_time": .string(Timestamp(nanoseconds: earliest.header.timestamp).text),
                "epoch_id": .string(head.header.epoch.id.description),
                "epoch_start_height": .integer(Int128(head.header.epoch.startHeight)),
            ],
            "validator_account_id": .string(settings.validatorId.text),
            "validator_public_key": key,
            "node_public_key": key,
            "node_key": nil,
            "uptime_sec": .integer(Int128(uptime)),
            "detailed_debug_status": nil,
        ]
    }

    /// `network_info`: a devnet knows nobody.
    static let networkInfo: JSONValue = [
        "active_peers": [], "num_active_peers": 0, "peer_max_count": 0, "sent_bytes_per_sec": 0,
        "received_bytes_per_sec": 0, "known_producers": [],
    ]

    /// The figures of `/metrics`, in Prometheus' text format: those of nearcore's that a devnet has.
    func metrics() -> String {
        let chain = host.chain
        let figures: [(name: String, help: String, value: UInt64)] = [
            ("near_block_height_head", "Height of the current head of the blockchain", chain.head.height),
            ("near_final_head_height", "Height of the last final block", chain.head.height),
            ("near_epoch_height", "Height of the current epoch", chain.head.header.epoch.height),
            (
                "near_node_protocol_version", "Max protocol version supported by the node",
                UInt64(settings.parameters.protocolVersion)
            ),
        ]
        return figures.map { "# HELP \($0.name) \($0.help)\n# TYPE \($0.name) gauge\n\($0.name) \($0.value)\n" }
            .joined()
    }

    /// `validators` of the epoch that a block is in.
    ///
    /// There is one, who makes every block.
    func validators(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let chain = host.chain
        var block = chain.head
        let id = parameters.positional?.first ?? parameters["block_id"] ?? .null
        if id != "latest", !id.isNull {
            guard let found = try BlockReference.blockId(id).block(in: chain) else {
                throw .handler("UNKNOWN_EPOCH", data: "Epoch not found")
            }
            block = found
        } else if let epochId = parameters["epoch_id"], try epochId.asHash("epoch_id") != block.header.epoch.id {
            throw .handler("UNKNOWN_EPOCH", data: "Epoch not found")
        }
        let epoch = block.header.epoch
        let made = Int128(block.height - epoch.startHeight + 1)
        let stake = JSONValue.yocto(chain.state.account(settings.validatorId)?.locked ?? 0)
        let identity: JSONValue.Members = [
            "account_id": .string(settings.validatorId.text),
            "public_key": .string(settings.validatorKey.publicKey.description), "stake": stake, "shards": [0],
        ]
        let produced: JSONValue.Members = [
            "is_slashed": false, "num_produced_blocks": .integer(made), "num_expected_blocks": .integer(made),
            "num_produced_chunks": .integer(made), "num_expected_chunks": .integer(made),
            "num_produced_chunks_per_shard": [.integer(made)], "num_expected_chunks_per_shard": [.integer(made)],
            "num_produced_endorsements": 0, "num_expected_endorsements": 0,
            "num_produced_endorsements_per_shard": [], "num_expected_endorsements_per_shard": [],
            "shards_endorsed": [],
        ]
        return [
            "current_validators": [.object(identity.merging(produced) { first, _ in first })],
            "next_validators": [.object(identity)],
            "current_fishermen": [], "next_fishermen": [],
            "current_proposals": .array(chain.stakeProposals.filter { $0.epochHeight == epoch.height }.map(\.view)),
            "prev_epoch_kickout": [],
            "epoch_start_height": .integer(Int128(epoch.startHeight)),
            "epoch_height": .integer(Int128(epoch.height)),
        ]
    }
}
