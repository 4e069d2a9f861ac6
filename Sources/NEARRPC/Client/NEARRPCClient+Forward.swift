// SPDX-License-Identifier: MIT

import NEARPrimitives

extension NEARRPCClient {
    /// Passes a page's JSON-RPC call on, byte for byte, and gives the node's answer back, byte for byte.
    ///
    /// Reads fail over and are retried. What submits a transaction isn't sent again once bytes of it may have reached
    /// an endpoint; when the answer of a `send_tx` or `broadcast_tx_commit` is lost, or the node stops waiting, the
    /// transaction is looked up by its hash, and what is found is given back as the answer.
    ///
    /// - Parameters:
    ///   - body: One JSON-RPC 2.0 call: an object with `jsonrpc`, `method` and `id`. Batches are refused: nearcore
    ///     doesn't take them.
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
        let reply: RPCReply
        do throws(RPCError) {
            reply = try await exchange.perform(call, deadline: deadline)
        } catch {
            guard isAnswerLost(error, isRepetition: false), let sought = request.sought else { throw error }
            return try await lookedUp(sought, for: request, deadline: deadline)
        }
        guard case .error(let error) = reply.content, isAnswerLost(.node(error), isRepetition: false),
            let sought = request.sought
        else { return reply.bytes }
        do throws(RPCError) {
            return try await lookedUp(sought, for: request, deadline: deadline)
        } catch {
            // Nothing better is known than what the node said first.
            if case .transactionUnknown = error { return reply.bytes }
            throw error
        }
    }

    private func lookedUp(
        _ sought: SoughtTransaction, for request: ForwardedRequest, deadline: CallDeadline
    ) async throws(RPCError) -> [UInt8] {
        let result = try await lookUp(sought, deadline: deadline)
        return JSONValue.object(["jsonrpc": "2.0", "id": request.id, "result": result.json]).bytes
    }
}
