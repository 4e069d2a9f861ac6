// SPDX-License-Identifier: MIT

public import NEARPrimitives

extension NEARRPCClient {
    /// Asks for the node's state: its version, its chain and its newest block (`status`).
    ///
    /// - Parameter deadline: The time for the call as a whole; the configuration's when `nil`.
    /// - Throws: `RPCError`.
    public func status(deadline: Duration? = nil) async throws(RPCError) -> StatusView {
        try await call("status", .array([]), deadline: deadline)
    }

    /// A block (`block`).
    ///
    /// - Parameters:
    ///   - block: Which one.
    ///   - deadline: How long the call may take as a whole; the configuration's when `nil`.
    /// - Throws: `RPCError`; its cause is `.unknownBlock` when no endpoint has the block.
    public func block(
        _ block: BlockReference = .final, deadline: Duration? = nil
    ) async throws(RPCError) -> BlockView {
        try await call("block", .object(block.parameters), deadline: deadline, check: .block(block))
    }

    /// A chunk (`chunk`).
    ///
    /// - Parameters:
    ///   - chunk: Which one.
    ///   - deadline: How long the call may take as a whole; the configuration's when `nil`.
    /// - Throws: `RPCError`; its cause is `.unknownChunk` when no endpoint has the chunk.
    public func chunk(
        _ chunk: ChunkReference, deadline: Duration? = nil
    ) async throws(RPCError) -> ChunkView {
        try await call("chunk", chunk.parameters, deadline: deadline, check: .chunk(chunk))
    }

    /// The price of gas (`gas_price`), in yoctoNEAR a gas unit.
    ///
    /// - Parameters:
    ///   - block: The block by height or hash; any other reference, and `nil`, mean the newest.
    ///   - deadline: How long the call may take as a whole; the configuration's when `nil`.
    /// - Throws: `RPCError`.
    public func gasPrice(
        at block: BlockReference? = nil, deadline: Duration? = nil
    ) async throws(RPCError) -> NEARToken {
        let blockId = block?.parameters["block_id"] ?? .null
        let result = try await call(method: "gas_price", params: .array([blockId]), deadline: deadline)
        return try read(result["gas_price"] ?? .null, method: "gas_price")
    }

    /// The validators of an epoch (`validators`).
    ///
    /// - Parameters:
    ///   - epoch: Which epoch.
    ///   - deadline: How long the call may take as a whole; the configuration's when `nil`.
    /// - Throws: `RPCError`; its cause is `.unknownEpoch` when no endpoint has the epoch.
    public func validators(
        of epoch: EpochReference = .latest, deadline: Duration? = nil
    ) async throws(RPCError) -> ValidatorsView {
        try await call("validators", epoch.parameters, deadline: deadline)
    }

    /// A receipt (`EXPERIMENTAL_receipt`).
    ///
    /// - Parameters:
    ///   - receiptId: The receipt's id.
    ///   - deadline: How long the call may take as a whole; the configuration's when `nil`.
    /// - Throws: `RPCError`; its cause is `.unknownReceipt` when no endpoint has the receipt.
    public func receipt(
        _ receiptId: CryptoHash, deadline: Duration? = nil
    ) async throws(RPCError) -> ReceiptView {
        try await call(
            "EXPERIMENTAL_receipt", ["receipt_id": .string(receiptId.description)], deadline: deadline,
            check: .receipt(receiptId))
    }

    /// The protocol's parameters (`EXPERIMENTAL_protocol_config`).
    ///
    /// - Parameters:
    ///   - block: The block whose epoch's parameters are asked for.
    ///   - deadline: How long the call may take as a whole; the configuration's when `nil`.
    /// - Throws: `RPCError`.
    public func protocolConfig(
        at block: BlockReference = .final, deadline: Duration? = nil
    ) async throws(RPCError) -> ProtocolConfigView {
        try await call("EXPERIMENTAL_protocol_config", .object(block.parameters), deadline: deadline)
    }
}
