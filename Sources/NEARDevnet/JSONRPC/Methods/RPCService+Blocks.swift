// SPDX-License-Identifier: MIT

import NEARPrimitives

extension RPCService {
    /// `block`.
    func block(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let reference = try BlockReference(parameters)
        let chain = host.chain
        return try BlockView(find(reference, in: chain), chain).json
    }

    /// `chunk`, by its hash or by its block and shard.
    func chunk(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let chain = host.chain
        let elements = parameters.positional
        if let id = elements?.count == 1 ? elements?.first : parameters["chunk_id"] {
            let hash = try id.asHash("chunk_id")
            guard let block = chain.block(withChunk: hash) else {
                throw .handler(
                    "UNKNOWN_CHUNK", info: ["chunk_hash": .string(hash.description)],
                    data: .string("Chunk Missing (unavailable on the node): ChunkHash(`\(hash)`)"))
            }
            return BlockView(block, chain).chunkJSON
        }
        let place = try parameters.pair("block_id", "shard_id")
        let reference = try BlockReference.blockId(place.0)
        let shard = try place.1.asHeight("shard_id")
        guard shard == BlockView.shardId else {
            throw .handler(
                "INVALID_SHARD_ID", info: ["shard_id": .integer(Int128(shard))],
                data: .string("Shard id \(shard) does not exist"))
        }
        return try BlockView(find(reference, in: chain), chain).chunkJSON
    }

    /// `gas_price` of a block, or of the last one.
    func gasPrice(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let chain = host.chain
        var block = chain.head
        if let id = parameters.positional?.first ?? parameters["block_id"], !id.isNull {
            block = try find(BlockReference.blockId(id), in: chain)
        }
        return ["gas_price": .yocto(block.header.gasPrice)]
    }

    /// The block, or nearcore's error.
    func find(_ reference: BlockReference, in chain: Chain) throws(RPCServiceError) -> Block {
        guard let block = reference.block(in: chain) else {
            throw .handler("UNKNOWN_BLOCK", data: .string(reference.notFoundText))
        }
        return block
    }
}
