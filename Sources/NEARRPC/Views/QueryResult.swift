// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The result of a query, and the block that it holds for.
public struct QueryResult<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The value that the query asked for.
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
