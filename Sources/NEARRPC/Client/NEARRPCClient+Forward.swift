// SPDX-License-Identifier: MIT

import NEARPrimitives

extension NEARRPCClient {
    /// Passes a page's JSON-RPC call on, byte for byte, and gives the node's answer back, byte for byte.
    ///
    /// Reads fail over and are retried. What submits a transaction isn't sent again once bytes of it may have reached an
    /// endpoint; when the answer of a `send_tx` or `broadcast_tx_commit` is lost, the transaction is looked up by its
    /// hash, and what the node says is given back as the answer.
    ///
    /// - Parameters:
    ///   - body: One JSON-RPC 2.0 call: an object with `jsonrpc`, `method` and `id`. Batches are refused: nearcore doesn't
    ///     take them.
    ///   - deadline: How long it may take as a whole; the configuration's when `nil`.
    /// - Returns: The node's answer, a JSON-RPC object with `result` or `error`.
    /// - Throws: `RPCError`; `.invalidRequest` and `.requestTooLarge` before anything is sent.
    public func forward(body: [UInt8], deadline: Duration? = nil) async throws(RPCError) -> [UInt8] {
        guard body.count <= configuration.maximumRequestBytes else {
            throw .requestTooLarge(size: body.count, limit: configuration.maximumRequestBytes)
        }
        let request = try ForwardedRequest(body: body)
        let kind = RPCMethodKind(method: request.method)
        let usual = kind == .read ? configuration.deadline : configuration.transactionDeadline
        let deadline = CallDeadline(after: deadline ?? usual, time: time)
        let call = RPCExchange.Call(method: request.method, kind: kind, id: request.id, body: body)
        do throws(RPCError) {
            return try await exchange.perform(call, deadline: deadline).bytes
        } catch {
            guard case .uncertain = error, let sought = request.sought else { throw error }
            let result = try await lookUp(sought, deadline: deadline)
            return JSONValue.object(["jsonrpc": "2.0", "id": request.id, "result": result.json]).bytes
        }
    }
}
