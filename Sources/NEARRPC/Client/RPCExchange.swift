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

    /// The time that a further node has to say more of a transaction than the first one did.
    private static let secondPatience = Duration.seconds(5)

    /// The nodes that have been given a call.
    struct Posting: Sendable {
        /// The number of times that a node may have taken it.
        var posts = 0
        /// The number of nodes that said that they won't.
        var refusals = 0

        /// True if a node may have it.
        var isPosted: Bool { posts > 0 }
        /// True if a node may have it that hasn't refused it.
        var isDoubtful: Bool { posts > refusals }
    }

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
    ///   - posting: Counts the nodes that may have the call, whatever comes of it.
    /// - Throws: `RPCError`. An error that a node answered is thrown as `.node` once no other endpoint is likely to
    ///   answer better.
    func perform(_ call: Call, deadline: CallDeadline, posting: inout Posting) async throws(RPCError) -> RPCReply {
        guard call.body.count <= configuration.maximumRequestBytes else {
            throw .requestTooLarge(size: call.body.count, limit: configuration.maximumRequestBytes)
        }
        var progress = Progress()
        while progress.attempts < configuration.retryPolicy.maximumAttempts {
            guard let choice = try await nextEndpoint(&progress, deadline: deadline) else { break }
            progress.attempts += 1
            let before = deadline.remaining
            let patience = progress.answer == nil ? configuration.attemptTimeout : Self.secondPatience
            let verdict = await attempt(call, at: choice, within: patience, deadline: deadline)
            if verdict.wasSent { posting.posts += 1 }
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
                guard case .error = reply.content else { return reply }
                if reply.refusesTransaction { posting.refusals += 1 }
                guard hasOther(than: progress) else { return reply }
                if call.isTransaction, progress.refusal == nil, reply.refusesTransaction {
                    progress.refusal = reply
                } else if call.isLookUp {
                    progress.answer = reply
                } else {
                    return reply
                }
            case .ended(let error, _):
                if let answer = progress.answer { return answer }
                throw error
            case .failed(let failure, let mayRepeat):
                logger.debug("attempt failed", metadata: ["method": "\(call.method)", "failure": "\(failure)"])
                progress.failures.append(failure)
                if let known = progress.refusal ?? progress.answer {
                    if failure.reason.isClosedDoor { posting.refusals += 1 }
                    if mayRepeat || failure.reason.isClosedDoor {
                        guard hasOther(than: progress) else { return known }
                        continue
                    }
                    if case .rateLimited = failure.reason { return known }
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
                if let answer = progress.answer, !hasOther(than: progress) { return answer }
                guard call.kind == .read else {
                    // A node that isn't up to date took nothing, and has nothing to say.
                    guard error.isBehind else { return reply }
                    posting.refusals += 1
                    guard hasOther(than: progress) else { return progress.refusal ?? reply }
                    progress.lastReply = reply
                    continue
                }
                progress.lastReply = reply
            }
        }
        if let known = progress.refusal ?? progress.answer { return known }
        return try progress.conclusion(method: call.method)
    }

    /// Returns true if an endpoint can be asked now that wasn't yet.
    private func hasOther(than progress: Progress) -> Bool {
        pool.next(excluding: progress.tried, now: time.now)?.rest == .zero
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
        /// The first node's word that it doesn't know a transaction, while another node is asked.
        var answer: RPCReply?

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
