// SPDX-License-Identifier: MIT

import Logging
import NEARPrimitives

extension RPCExchange {
    /// The result of one attempt.
    enum Verdict: Sendable {
        /// A node answered; asking another one makes no difference.
        case answered(RPCReply)
        /// The call is over with this error; `wasSent` says whether a node may have it.
        case ended(RPCError, wasSent: Bool)
        /// There is no answer.
        ///
        /// `mayRepeat` says whether the call may be sent again.
        case failed(RPCAttemptError, mayRepeat: Bool)
        /// A node answered with an error that another node may not have.
        case nodeTrouble(RPCReply, RPCNodeError)

        /// True if a node may have the call; of a call that only reads it says nothing.
        var wasSent: Bool {
            switch self {
            case .answered, .nodeTrouble: true
            case .ended(_, let wasSent): wasSent
            case .failed(_, let mayRepeat): !mayRepeat
            }
        }
    }

    /// Sends `call` once.
    func attempt(
        _ call: Call, at choice: EndpointPool.Choice, within patience: Duration, deadline: CallDeadline
    ) async -> Verdict {
        let remaining = deadline.remaining
        guard remaining > .zero else { return .ended(.deadlineExceeded(after: deadline.total), wasSent: false) }
        let request = RPCTransportRequest(
            url: choice.endpoint.url, headers: choice.endpoint.headers, body: call.body,
            isRepeatable: call.kind == .read, timeout: min(remaining, patience, configuration.attemptTimeout),
            maximumResponseBytes: configuration.maximumResponseBytes)
        switch await send(request) {
        case .failure(let error):
            if case .cancelled = error.kind { return .ended(.cancelled, wasSent: error.mayHaveBeenSent) }
            if case .responseTooLarge(let limit) = error.kind, call.kind == .read {
                return .ended(.responseTooLarge(limit: limit), wasSent: true)
            }
            return failed(.transport(error), call: call, choice: choice, wasSent: error.mayHaveBeenSent)
        case .success(let response):
            return judge(response, call: call, choice: choice)
        }
    }

    /// Sends one request and gives it up when its time is over.
    private func send(_ request: RPCTransportRequest) async -> Result<RPCTransportResponse, RPCTransportError> {
        enum End: Sendable {
            case transport(Result<RPCTransportResponse, RPCTransportError>)
            case timeUp
        }
        return await withTaskGroup(of: End.self) { group in
            group.addTask {
                do throws(RPCTransportError) {
                    return .transport(.success(try await transport.send(request)))
                } catch {
                    return .transport(.failure(error))
                }
            }
            group.addTask {
                do {
                    try await time.sleep(for: request.timeout)
                } catch {
                    // Cancelled: the transport was first, or the caller gave up; either way its word counts.
                    logger.trace("timeout not needed")
                }
                return .timeUp
            }
            var isOver = false
            var result = Result<RPCTransportResponse, RPCTransportError>.failure(
                RPCTransportError(kind: .cancelled, mayHaveBeenSent: true))
            for await end in group {
                switch end {
                case .timeUp:
                    isOver = !Task.isCancelled
                case .transport(let ended):
                    result = ended
                    if isOver, case .failure(let error) = ended, error.kind == .cancelled {
                        result = .failure(RPCTransportError(kind: .timedOut, mayHaveBeenSent: error.mayHaveBeenSent))
                    }
                }
                group.cancelAll()
            }
            return result
        }
    }

    private func judge(_ response: RPCTransportResponse, call: Call, choice: EndpointPool.Choice) -> Verdict {
        if response.status == 429 {
            let wait = response.headers["retry-after"].flatMap { RetryAfter.duration($0, now: wallClock()) }
            let policy = configuration.retryPolicy
            pool.rests(choice.index, until: time.now + min(wait ?? policy.initialBackoff, policy.maximumRest))
            return failed(.rateLimited(retryAfter: wait), call: call, choice: choice, wasSent: true)
        }
        // nearcore answers JSON-RPC also with statuses other than 200: 400, 408 and 500 carry an error object.
        do throws(RPCReply.FormatError) {
            let reply = try RPCReply(bytes: response.body, id: call.id)
            if let reason = call.check.contradiction(reply.content) {
                return failed(.contradiction(reason), call: call, choice: choice, wasSent: true)
            }
            guard case .error(let error) = reply.content, error.isWorthRetrying else { return .answered(reply) }
            if error.isNodeTrouble { demote(choice) }
            return .nodeTrouble(reply, error)
        } catch {
            let reason: RPCAttemptError.Reason =
                (200..<300).contains(response.status) ? .malformed(error.reason) : .http(status: response.status)
            return failed(reason, call: call, choice: choice, wasSent: true)
        }
    }

    private func failed(
        _ reason: RPCAttemptError.Reason, call: Call, choice: EndpointPool.Choice, wasSent: Bool
    ) -> Verdict {
        if case .rateLimited = reason {
            // The endpoint is healthy; it rests.
        } else {
            demote(choice)
        }
        return .failed(
            RPCAttemptError(endpoint: choice.endpoint.description, reason: reason),
            mayRepeat: call.kind == .read || !wasSent)
    }

    private func demote(_ choice: EndpointPool.Choice) {
        pool.failed(choice.index, until: time.now + configuration.retryPolicy.cooldown)
    }
}
