// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The node's version, chain and newest block (nearcore's `StatusResponse`).
public struct StatusView: Sendable, Hashable {
    /// The network's name: `mainnet`, `testnet`, or another one's.
    public let chainId: String
    /// The hash of the network's first block; absent from old nodes.
    public let genesisHash: CryptoHash?
    /// The protocol version in use.
    public let protocolVersion: UInt64
    /// The newest protocol version that the node knows.
    public let latestProtocolVersion: UInt64
    /// The node's version, for example `2.9.0`.
    public let nodeVersion: String
    /// The node's newest block, and whether it is catching up.
    public let syncInfo: StatusSyncInfoView
    /// The status as it came.
    public let json: JSONValue
}

extension StatusView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        chainId = try fields.value("chain_id")
        genesisHash = try fields.value("genesis_hash")
        protocolVersion = try fields.value("protocol_version")
        latestProtocolVersion = try fields.value("latest_protocol_version")
        nodeVersion = try ViewFields(fields.value("version", as: JSONValue.self)).value("version")
        syncInfo = try fields.value("sync_info")
        self.json = json
    }
}

/// The newest block of a node (nearcore's `StatusSyncInfo`).
public struct StatusSyncInfoView: Sendable, Hashable {
    /// The hash of its newest block.
    public let latestBlockHash: CryptoHash
    /// The height of its newest block.
    public let latestBlockHeight: UInt64
    /// The time at which its newest block was produced, in the form of RFC 3339 with nanoseconds.
    public let latestBlockTime: String
    /// True if it is catching up.
    public let isSyncing: Bool
}

extension StatusSyncInfoView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        latestBlockHash = try fields.value("latest_block_hash")
        latestBlockHeight = try fields.value("latest_block_height")
        latestBlockTime = try fields.value("latest_block_time")
        isSyncing = try fields.value("syncing")
    }
}
