// SPDX-License-Identifier: MIT

import FoundationEssentials
import Logging
import NEARPrimitives

/// Brings one JSON-RPC body to an endpoint that answers it.
///
/// Failover, retries, limits and the deadline are here, and nothing of what the call means.
struct RPCExchange: Sendable {
    let configuration: RPCClientConfiguration
    let pool: EndpointPool
    let transport: any RPCTransport
    let time: DeadlineTime
    let random: @Sendable () -> Double
    let wallClock: @Sendable () -> Date
    let logger: Logger

    /// A call ready to be sent.
    struct Call: Sendable {
        let method: String
        let kind: RPCMethodKind
        let id: JSONValue
        let body: [UInt8]
        var check = AnswerCheck.none

        /// True if it posts a transaction and is answered with what came of it.
        var isTransaction: Bool { ["send_tx", "broadcast_tx_commit"].contains(method) }

        /// True if it looks for a transaction, which one node can know that another doesn't.
        var isLookUp: Bool { ["tx", "EXPERIMENTAL_tx_status"].contains(method) }
    }

    /// Sends `call` until a node has answered it or it can't be sent again.
    ///
    /// A node that refuses a transaction isn't believed alone: another one that can be asked now gets the same bytes.
    /// Nor is one that doesn't know a transaction.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - deadline: How long it may take as a whole.
    ///   - isPosted: Becomes true as soon as a node may have the call, whatever comes of it.
    /// - Throws: `RPCError`. An error that a node answered is thrown as `.node` once no other endpoint is likely to
    ///   answer better.
    func perform(_ call: Call, deadline: CallDeadline, isPosted: inout Bool) async throws(RPCError) -> RPCReply {
        guard call.body.count <= configuration.maximumRequestBytes else {
            throw .requestTooLarge(size: call.body.count, limit: configuration.maximumRequestBytes)
        }
        var progress = Progress()
        while progress.attempts < configuration.retryPolicy.maximumAttempts {
            guard let choice = try await nextEndpoint(&progress, deadline: deadline) else { break }
            progress.attempts += 1
            let before = deadline.remaining
            let verdict = await attempt(call, at: choice, deadline: deadline)
            if verdict.wasSent { isPosted = true }
            if case .answered = verdict {
                // An answer that is there is given, also to a task that was cancelled meanwhile.
            } else if Task.isCancelled {
                throw .cancelled
            }
            switch verdict {
            case .answered(let reply):
                pool.succeeded(choice.index)
                logger.debug(
                    "a node answered",
                    metadata: ["method": "\(call.method)", "time": "\(before - deadline.remaining)"])
                guard case .error = reply.content,
                    let other = pool.next(excluding: progress.tried, now: time.now), other.rest == .zero
                else { return reply }
                if call.isTransaction, progress.refusal == nil, reply.refusesTransaction {
                    progress.refusal = reply
                } else if call.isLookUp {
                    progress.lastReply = reply
                } else {
                    return reply
                }
            case .ended(let error, _): throw error
            case .failed(let failure, let mayRepeat):
                logger.debug("attempt failed", metadata: ["method": "\(call.method)", "failure": "\(failure)"])
                progress.failures.append(failure)
                if let refusal = progress.refusal {
                    if mayRepeat { return refusal }
                    if case .rateLimited = failure.reason { return refusal }
                }
                guard deadline.remaining > .zero else {
                    throw mayRepeat ? .deadlineExceeded(after: deadline.total) : .uncertain(failure)
                }
                guard mayRepeat else { throw Self.unrepeatable(failure, method: call.method) }
                // Asking the same node again doesn't make it honest; another one may be.
                if case .contradiction = failure.reason, progress.tried.count >= configuration.endpoints.count {
                    return try progress.conclusion(method: call.method)
                }
            case .nodeTrouble(let reply, let error):
                logger.debug("node in trouble", metadata: ["method": "\(call.method)", "error": "\(error)"])
                guard call.kind == .read else {
                    // A node that isn't up to date took nothing, and has nothing to say.
                    return error.isBehind ? progress.refusal ?? reply : reply
                }
                progress.lastReply = reply
            }
        }
        if let refusal = progress.refusal { return refusal }
        return try progress.conclusion(method: call.method)
    }

    /// The state after some attempts.
    private struct Progress {
        var attempts = 0
        var round = 0
        var tried: Set<Int> = []
        var failures: [RPCAttemptError] = []
        var lastReply: RPCReply?
        /// The first node's refusal of a transaction, while another node is asked.
        var refusal: RPCReply?

        /// The result when no attempt is left: a node's error, else the failures of all attempts.
        func conclusion(method: String) throws(RPCError) -> RPCReply {
            if let lastReply { return lastReply }
            for case .contradiction(let reason) in failures.map(\.reason) {
                let endpoint = failures.first { $0.reason == .contradiction(reason) }?.endpoint ?? ""
                throw .unexpectedResult(method: method, reason: "\(endpoint) answered \(reason)")
            }
            let waits = failures.compactMap { failure -> Duration?? in
                if case .rateLimited(let wait) = failure.reason { .some(wait) } else { nil }
            }
            if !failures.isEmpty, waits.count == failures.count {
                throw .rateLimited(retryAfter: waits.compactMap { $0 }.min())
            }
            throw .unavailable(failures)
        }
    }

    /// Chooses where to go next, and waits when it's not yet time to.
    private func nextEndpoint(
        _ progress: inout Progress, deadline: CallDeadline
    ) async throws(RPCError) -> EndpointPool.Choice? {
        var wait = Duration.zero
        var choice = pool.next(excluding: progress.tried, now: time.now)
        if !progress.tried.isEmpty, choice.map({ $0.rest > .zero }) ?? true {
            // All were tried, or those left want to be left alone: one that was tried may be asked sooner.
            let again = pool.next(excluding: [], now: time.now)
            if choice == nil || (again?.rest ?? .zero) < (choice?.rest ?? .zero) {
                choice = again
                progress.tried = []
                progress.round += 1
                wait = configuration.retryPolicy.backoff(round: progress.round, random: random())
            }
        }
        guard let choice else { return nil }
        wait = max(wait, choice.rest)
        if wait > .zero {
            guard wait < deadline.remaining else {
                // Waiting would end at the deadline anyway: say now what is known.
                if choice.rest > .zero, progress.lastReply == nil { throw .rateLimited(retryAfter: choice.rest) }
                return nil
            }
            do {
                try await time.sleep(for: wait)
            } catch {
                throw .cancelled
            }
        }
        progress.tried.insert(choice.index)
        return choice
    }

    private static func unrepeatable(_ failure: RPCAttemptError, method: String) -> RPCError {
        switch failure.reason {
        case .rateLimited(let retryAfter): .rateLimited(retryAfter: retryAfter)
        case .contradiction(let reason):
            .unexpectedResult(method: method, reason: "\(failure.endpoint) answered \(reason)")
        case .transport, .http, .malformed: .uncertain(failure)
        }
    }
}
