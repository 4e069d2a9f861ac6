// SPDX-License-Identifier: MIT

import NEARPrimitives

extension RPCService {
    /// `EXPERIMENTAL_protocol_config`.
    func protocolConfig(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let chain = host.chain
        _ = try find(BlockReference(parameters), in: chain)
        return ProtocolConfigView(settings: settings).json
    }

    /// `genesis_config`.
    func genesisConfig() async -> JSONValue {
        let genesis = host.chain.genesis
        var stake: UInt128 = 0
        for case .accountUpdate(settings.validatorId, let record) in genesis.changes.map(\.value) {
            stake = record.locked
        }
        return ProtocolConfigView(settings: settings)
            .genesisJSON(totalSupply: genesis.header.totalSupply, stake: stake)
    }

    /// `client_config`: a node's own settings, as a devnet has them.
    func clientConfig() -> JSONValue {
        ClientConfigView(settings: settings, version: Self.version).json
    }

    /// `EXPERIMENTAL_split_storage_info`: there is one storage, which has everything.
    func splitStorageInfo() async -> JSONValue {
        let height = JSONValue.count(host.chain.head.height)
        return [
            "head_height": height, "final_head_height": height, "cold_head_height": nil, "hot_db_kind": nil,
        ]
    }

    /// `EXPERIMENTAL_congestion_level` of a chunk: a devnet is never congested.
    func congestionLevel(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        _ = try await chunk(parameters)
        return ["congestion_level": .number(0.0)]
    }

    /// `EXPERIMENTAL_validators_ordered`: the one validator.
    func validatorsOrdered(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let chain = host.chain
        if let id = parameters.positional?.first ?? parameters["block_id"], !id.isNull {
            _ = try find(BlockReference.blockId(id), in: chain)
        }
        return [settings.validator(in: chain.state).view]
    }
}
