// SPDX-License-Identifier: MIT

import NEARPrimitives

extension NEARRPCClient {
    /// Passes a page's JSON-RPC call on, byte for byte, and gives the node's answer back, byte for byte.
    ///
    /// Reads fail over and are retried. What submits a transaction isn't sent again once bytes of it may have reached
    /// an endpoint, but that another one gets the same bytes where a node refuses them. When the answer of a `send_tx`
    /// or `broadcast_tx_commit` is lost, or the node stops waiting, the transaction is looked up by its hash, and what
    /// is found is given back as the answer.
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
        var posting = RPCExchange.Posting()
        do throws(RPCError) {
            reply = try await exchange.perform(call, deadline: deadline, posting: &posting)
        } catch {
            guard posting.isPosted, let sought = request.sought else { throw error }
            guard let result = await lookUp(sought, deadline: time(for: error, of: deadline)) else {
                throw error.isAnswerLost ? error : .transactionUnknown(hash: sought.hash)
            }
            return request.answer(result)
        }
        guard case .error(let error) = reply.content, let sought = request.sought else { return reply.bytes }
        var result: TransactionResult?
        if error.refusesTransaction {
            // It may have been executed already, and have used its own nonce up.
            if error.cause.isSpentNonce || posting.posts > 1 { result = await lookUpOnce(sought, deadline: deadline) }
        } else {
            result = await lookUp(sought, deadline: time(for: .node(error), of: deadline))
        }
        return result.map(request.answer) ?? reply.bytes
    }

    /// Returns the time for which a transaction is looked for after an error.
    private func time(for error: RPCError, of deadline: CallDeadline) -> CallDeadline {
        error.isAnswerLost
            ? deadline : CallDeadline(after: min(deadline.remaining, Self.executionTime), time: time)
    }
}

extension ForwardedRequest {
    /// Returns the JSON-RPC answer with what is known of the transaction.
    fileprivate func answer(_ result: TransactionResult) -> [UInt8] {
        JSONValue.object(["jsonrpc": "2.0", "id": id, "result": result.json]).bytes
    }
}

extension RPCError {
    /// True if a transaction may be on its way although its sending ended so, and its sender can't know more.
    fileprivate var isAnswerLost: Bool {
        switch self {
        case .uncertain, .unexpectedResult, .responseTooLarge: true
        case .node(let error): error.cause.isUnknownTransaction || error.isWorthRetrying
        case .deadlineExceeded, .unavailable, .rateLimited, .transactionUnknown, .cancelled, .requestTooLarge,
            .invalidRequest:
            false
        }
    }
}
