// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// A block (nearcore's `BlockView`): the fields that a client of the chain uses, and all of it in `json`.
public struct BlockView: Sendable, Hashable {
    /// The validator that produced the block.
    public let author: AccountId
    /// Its header.
    public let header: BlockHeaderView
    /// The headers of its chunks.
    public let chunks: [ChunkHeaderView]
    /// The block as it came.
    public let json: JSONValue
}

extension BlockView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        author = try fields.value("author")
        header = try fields.value("header")
        chunks = try fields.value("chunks")
        self.json = json
    }
}

/// The header of a block (nearcore's `BlockHeaderView`).
public struct BlockHeaderView: Sendable, Hashable {
    /// The block's height.
    public let height: UInt64
    /// The block's hash.
    ///
    /// A transaction refers to a recent one.
    public let hash: CryptoHash
    /// The hash of the block before.
    public let prevHash: CryptoHash
    /// The epoch.
    public let epochId: CryptoHash
    /// The time at which it was produced, in nanoseconds since 1970.
    public let timestampNanoseconds: UInt64
    /// The price of gas, in yoctoNEAR a gas unit.
    public let gasPrice: NEARToken
    /// All NEAR that there is.
    public let totalSupply: NEARToken
    /// The newest final block at that time.
    public let lastFinalBlock: CryptoHash
    /// The newest protocol version that the producer knows.
    public let latestProtocolVersion: UInt64
}

extension BlockHeaderView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        height = try fields.value("height")
        hash = try fields.value("hash")
        prevHash = try fields.value("prev_hash")
        epochId = try fields.value("epoch_id")
        // `timestamp` has the same number, which JavaScript clients round.
        let nanoseconds: UInt64? = try fields.value("timestamp_nanosec")
        if let nanoseconds {
            timestampNanoseconds = nanoseconds
        } else {
            timestampNanoseconds = try fields.value("timestamp")
        }
        gasPrice = try fields.value("gas_price")
        totalSupply = try fields.value("total_supply")
        lastFinalBlock = try fields.value("last_final_block")
        latestProtocolVersion = try fields.value("latest_protocol_version")
    }
}
