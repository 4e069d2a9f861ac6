// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import Synchronization

/// The calls of a client that wait for their answers, and the lines that wait to be sent.
///
/// Each call ends once: with its answer, at its deadline, when its task is cancelled or when the connection ends.
final class LocalClientCalls: Sendable {
    typealias Answer = Result<JSONValue, LocalClientError>

    private struct Waiting {
        let method: String
        let limit: Duration
        let due: ContinuousClock.Instant
        let continuation: CheckedContinuation<Answer, Never>
    }

    private struct State {
        var outgoing: OutgoingLines
        var waiting: [Int: Waiting] = [:]
        /// Calls whose task was cancelled before they were registered.
        var cancelled: Set<Int> = []
        var nextNumber = 1
        var end: LocalClientError?
    }

    private let limits: LocalLimits
    private let wakeUp: SocketWakeUp
    private let notified: @Sendable (String, JSONValue?) -> Void
    private let state: Mutex<State>

    init(limits: LocalLimits, wakeUp: SocketWakeUp, notified: @escaping @Sendable (String, JSONValue?) -> Void) {
        self.limits = limits
        self.wakeUp = wakeUp
        self.notified = notified
        state = Mutex(State(outgoing: OutgoingLines(limit: limits.outgoing)))
    }

    // MARK: On the caller's side

    /// Calls a method and waits for the end of the call.
    func call(_ method: String, _ params: JSONValue?, within limit: Duration) async -> Answer {
        let number = state.withLock { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
        let due = ContinuousClock.now + limit
        let line = LocalMessage.call(id: .integer(number), method: ExactText(method), params: params).line
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiting = Waiting(method: method, limit: limit, due: due, continuation: continuation)
                if let error = register(number, waiting, line: line) { continuation.resume(returning: .failure(error)) }
            }
        } onCancel: {
            cancel(number, method)
        }
        state.withLock { _ = $0.cancelled.remove(number) }
        return answer
    }

    private func register(_ number: Int, _ waiting: Waiting, line: [UInt8]) -> LocalClientError? {
        defer { wakeUp.ring() }
        return state.withLock { state in
            if let end = state.end { return end }
            guard !state.cancelled.contains(number) else { return .cancelled(method: waiting.method) }
            guard line.count <= limits.line else { return .tooLong(bytes: line.count, limit: limits.line) }
            guard state.outgoing.append(line) else { return .notReading }
            state.waiting[number] = waiting
            return nil
        }
    }

    private func cancel(_ number: Int, _ method: String) {
        let waiting = state.withLock { state in
            guard let waiting = state.waiting.removeValue(forKey: number) else {
                state.cancelled.insert(number)
                return Waiting?.none
            }
            Self.withdraw(number, in: &state)
            return waiting
        }
        waiting?.continuation.resume(returning: .failure(.cancelled(method: method)))
        wakeUp.ring()
    }

    /// Tells the server that nobody waits for a call any more; where there is no room it isn't told.
    private static func withdraw(_ number: Int, in state: inout State) {
        let params: JSONValue = ["id": .integer(Int128(number))]
        _ = state.outgoing.append(LocalMessage.call(id: nil, method: "$/cancel", params: params).line)
    }

    // MARK: On the client's thread

    /// True if the connection is over.
    var hasEnded: Bool { state.withLock { $0.end != nil } }
    /// The number of bytes that wait for the server to read.
    var waitingBytes: Int { state.withLock { $0.outgoing.count } }

    /// Ends the calls whose time is over.
    ///
    /// - Returns: The time at which the next one ends.
    func expire(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        let (late, next) = state.withLock { state in
            let late = state.waiting.filter { $0.value.due <= now }
            for number in late.keys {
                state.waiting[number] = nil
                Self.withdraw(number, in: &state)
            }
            return (late, state.waiting.values.map(\.due).min())
        }
        for waiting in late.values {
            waiting.continuation.resume(returning: .failure(.timedOut(method: waiting.method, limit: waiting.limit)))
        }
        return next
    }

    /// Acts on a line of the server.
    func take(_ line: [UInt8]) {
        do throws(LocalCallError) {
            switch try LocalMessage(line: line) {
            case .call(nil, let method, let params): notified(method.text, params)
            case .call: end(.unreadable(reason: "a call"))
            case .result(let id, let result): finish(id, .success(result))
            case .failure(.null, let error): end(.answered(error))
            case .failure(let id, let error): finish(id, .failure(.answered(error)))
            }
        } catch {
            end(.unreadable(reason: error.message))
        }
    }

    private func finish(_ id: LocalCallID, _ answer: Answer) {
        // Unknown: its caller didn't wait so long.
        guard case .integer(let number) = id, let waiting = state.withLock({ $0.waiting.removeValue(forKey: number) })
        else { return }
        waiting.continuation.resume(returning: answer)
    }

    /// Sends as much as the server's socket takes.
    ///
    /// - Returns: False if there is nobody to send to any more.
    func flush(to socket: SocketDescriptor) -> Bool {
        state.withLock { $0.outgoing.send(to: socket) != .broken }
    }

    /// Ends the connection and with it every call, those to come too; the first reason counts.
    func end(_ reason: LocalClientError) {
        let (waiting, end) = state.withLock { state in
            let end = state.end ?? reason
            state.end = end
            state.outgoing.removeAll()
            defer { state.waiting = [:] }
            return (state.waiting, end)
        }
        for call in waiting.values { call.continuation.resume(returning: .failure(end)) }
        wakeUp.ring()
    }
}
