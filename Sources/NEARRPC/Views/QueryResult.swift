// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// What a query found, and at which block.
public struct QueryResult<Value: Sendable & Hashable>: Sendable, Hashable {
    /// What was found.
    public let value: Value
    /// The block's height.
    public let blockHeight: UInt64
    /// The block's hash.
    ///
    /// A transaction signed now may refer to it.
    public let blockHash: CryptoHash
}

extension QueryResult: ViewDecodable where Value: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        blockHeight = try fields.value("block_height")
        blockHash = try fields.value("block_hash")
        value = try Value(json: json)
    }
}
