// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A block and its one chunk as nearcore writes them (`BlockView`, `ChunkView`).
///
/// A chunk's hash and the signatures are made here and not with the block: few blocks are ever looked at.
struct BlockView: Sendable {
    /// The only shard.
    static let shardId: UInt64 = 0

    private let block: Block
    private let settings: ChainSettings

    init(_ block: Block, _ chain: Chain) {
        self.block = block
        settings = chain.settings
    }

    /// The block.
    var json: JSONValue {
        ["author": .id(settings.validatorId), "header": headerJSON, "chunks": [chunkHeaderJSON]]
    }

    /// The chunk.
    var chunkJSON: JSONValue {
        [
            "author": .id(settings.validatorId), "header": chunkHeaderJSON,
            "transactions": .array(block.transactions.map(\.view)),
            "receipts": .array(block.incomingReceipts.map(\.view) + block.incomingData.map(\.view)),
        ]
    }

    private var headerJSON: JSONValue {
        let header = block.header
        let members: JSONValue.Members = [
            "height": .count(header.height), "prev_height": .count(header.prevHeight),
            "epoch_id": .hash(header.epoch.id), "next_epoch_id": .hash(header.epoch.nextId),
            "hash": .hash(block.hash), "prev_hash": .hash(header.prevHash),
            "prev_state_root": .hash(header.prevStateRoot), "chunk_receipts_root": .hash(header.receiptRoot),
            "chunk_headers_root": .hash(block.chunkHash), "chunk_tx_root": .hash(header.transactionRoot),
            "outcome_root": .hash(header.prevOutcomeRoot), "block_body_hash": .hash(header.transactionRoot),
            "chunks_included": 1, "challenges_root": .hash(.zero), "timestamp": .count(header.timestamp),
            "timestamp_nanosec": .string(String(header.timestamp)), "random_value": .hash(header.randomValue),
        ]
        let rest: JSONValue.Members = [
            "validator_proposals": [], "chunk_mask": [true], "gas_price": .yocto(header.gasPrice),
            "block_ordinal": .count(header.ordinal), "rent_paid": "0", "validator_reward": "0",
            "total_supply": .yocto(header.totalSupply), "challenges_result": [],
            "last_final_block": .hash(header.prevHash), "last_ds_final_block": .hash(header.prevHash),
            "next_bp_hash": .hash(header.nextValidator.hash), "block_merkle_root": .hash(header.blockMerkleRoot),
            "epoch_sync_data_hash": nil, "approvals": [], "chunk_endorsements": [[]],
            "signature": signature(of: block.hash),
            "latest_protocol_version": .count(settings.parameters.protocolVersion),
        ]
        return .object(members.merging(rest) { first, _ in first })
    }

    private var chunkHeaderJSON: JSONValue {
        let header = block.header
        return [
            "chunk_hash": .hash(block.chunkHash), "prev_block_hash": .hash(header.prevHash),
            "outcome_root": .hash(header.prevChunkOutcomeRoot), "prev_state_root": .hash(header.prevStateRoot),
            "encoded_merkle_root": .hash(header.transactionRoot), "encoded_length": .count(block.encodedLength),
            "height_created": .count(header.height), "height_included": .count(header.height),
            "shard_id": .count(Self.shardId), "gas_used": .count(block.gasUsed),
            "gas_limit": .count(settings.parameters.gasLimit), "rent_paid": "0", "validator_reward": "0",
            "balance_burnt": .yocto(block.burnt), "outgoing_receipts_root": .hash(header.receiptRoot),
            "tx_root": .hash(header.transactionRoot), "validator_proposals": [],
            "congestion_info": [
                "delayed_receipts_gas": "0", "buffered_receipts_gas": "0", "receipt_bytes": 0, "allowed_shard": 0,
            ],
            "bandwidth_requests": ["V1": ["requests": []]],
            "signature": signature(of: block.chunkHash),
        ]
    }

    private func signature(of hash: CryptoHash) -> JSONValue {
        do {
            return .string(try settings.validatorKey.sign(hash).description)
        } catch {
            preconditionFailure("An ed25519 key can't sign: \(error)")
        }
    }
}

extension Block {
    /// The name of the block's chunk.
    var chunkHash: CryptoHash {
        var encoder = BorshEncoder(capacity: 48)
        encoder.encode(hash)
        encoder.encode("chunk")
        return .sha256(encoder.bytes)
    }

    /// Bytes of the block's transactions.
    fileprivate var encodedLength: UInt64 { transactions.reduce(0) { $0 + $1.size } }

    /// The block's height and hash, as queries and their errors repeat them.
    var viewIdentity: JSONValue.Members { ["block_height": .count(height), "block_hash": .hash(hash)] }
}

extension Chain {
    /// The block whose chunk has this hash.
    ///
    /// Looks at all of them, the last first: nobody asks for old chunks often.
    func block(withChunk hash: CryptoHash) -> Block? {
        var block: Block? = head
        while let candidate = block {
            if candidate.chunkHash == hash { return candidate }
            block = candidate.height == 0 ? nil : self.block(at: candidate.header.prevHeight)
        }
        return nil
    }
}
