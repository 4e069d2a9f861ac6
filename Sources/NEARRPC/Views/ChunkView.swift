// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// A chunk, one shard's part of a block (nearcore's `ChunkView`).
public struct ChunkView: Sendable, Hashable {
    /// The validator that produced the chunk.
    public let author: AccountId
    /// Its header.
    public let header: ChunkHeaderView
    /// Its transactions.
    public let transactions: [SignedTransactionView]
    /// The receipts that it brings.
    public let receipts: [ReceiptView]
}

extension ChunkView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        author = try fields.value("author")
        header = try fields.value("header")
        transactions = try fields.value("transactions")
        receipts = try fields.value("receipts")
    }
}

/// The header of a chunk (nearcore's `ChunkHeaderView`).
public struct ChunkHeaderView: Sendable, Hashable {
    /// The chunk's hash.
    public let chunkHash: CryptoHash
    /// The shard.
    public let shardId: UInt64
    /// The height of the block that it was made for.
    public let heightCreated: UInt64
    /// The height of the block that it is in.
    public let heightIncluded: UInt64
    /// The gas that was used.
    public let gasUsed: Gas
    /// The gas that may be used.
    public let gasLimit: Gas
    /// The hash of the block before.
    public let prevBlockHash: CryptoHash
}

extension ChunkHeaderView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        chunkHash = try fields.value("chunk_hash")
        shardId = try fields.value("shard_id")
        heightCreated = try fields.value("height_created")
        heightIncluded = try fields.value("height_included")
        gasUsed = try fields.value("gas_used")
        gasLimit = try fields.value("gas_limit")
        prevBlockHash = try fields.value("prev_block_hash")
    }
}

/// The chunk that a call is about.
public enum ChunkReference: Sendable, Hashable {
    /// The chunk with a hash.
    case hash(CryptoHash)
    /// A shard's chunk in the block at a height.
    case shard(UInt64, height: UInt64)
    /// A shard's chunk in the block with a hash.
    case shardOfBlock(UInt64, blockHash: CryptoHash)

    var parameters: JSONValue {
        switch self {
        case .hash(let hash): ["chunk_id": .string(hash.description)]
        case .shard(let shard, let height):
            ["block_id": .integer(Int128(height)), "shard_id": .integer(Int128(shard))]
        case .shardOfBlock(let shard, let hash):
            ["block_id": .string(hash.description), "shard_id": .integer(Int128(shard))]
        }
    }
}
