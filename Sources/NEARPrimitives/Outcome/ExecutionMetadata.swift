// SPDX-License-Identifier: MIT

/// The gas of an execution by purpose (nearcore's `ExecutionMetadataView`).
public struct ExecutionMetadata: Sendable, Hashable {
    /// The version of the metadata: 1 has no profile, from 2 on there is one for contract calls.
    public let version: UInt64
    /// The costs, when the node tells them.
    public let gasProfile: [CostGasUsed]?

    /// Metadata with its parts.
    public init(version: UInt64, gasProfile: [CostGasUsed]?) {
        self.version = version
        self.gasProfile = gasProfile
    }
}

extension ExecutionMetadata: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        self.init(version: try fields.value("version"), gasProfile: try fields.value("gas_profile"))
    }
}

/// The gas of one kind of cost (nearcore's `CostGasUsed`).
public struct CostGasUsed: Sendable, Hashable {
    /// `ACTION_COST` or `WASM_HOST_COST`.
    public let costCategory: String
    /// The cost's name, for example `NEW_ACTION_RECEIPT`.
    public let cost: String
    /// The gas.
    public let gasUsed: Gas

    /// A cost with its parts.
    public init(costCategory: String, cost: String, gasUsed: Gas) {
        self.costCategory = costCategory
        self.cost = cost
        self.gasUsed = gasUsed
    }
}

extension CostGasUsed: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        self.init(
            costCategory: try fields.value("cost_category"), cost: try fields.value("cost"),
            gasUsed: try fields.value("gas_used"))
    }
}

/// One step of a Merkle proof (nearcore's `MerklePathItem`).
public struct MerklePathItem: Sendable, Hashable {
    /// The sibling's hash.
    public let hash: CryptoHash
    /// True if the sibling stands on the left.
    public let isLeft: Bool

    /// A step with its parts.
    public init(hash: CryptoHash, isLeft: Bool) {
        self.hash = hash
        self.isLeft = isLeft
    }
}

extension MerklePathItem: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        let direction: String = try fields.value("direction")
        guard direction == "Left" || direction == "Right" else {
            throw ViewDecodingError("expected Left or Right").inside("direction")
        }
        self.init(hash: try fields.value("hash"), isLeft: direction == "Left")
    }
}
