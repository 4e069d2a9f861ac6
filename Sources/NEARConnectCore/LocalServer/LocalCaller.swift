// SPDX-License-Identifier: MIT

internal import Glibc
package import NEARPrimitives
internal import SafeText
internal import Synchronization

/// One connection of a local server, as its methods see it.
///
/// Calls, cancellations and answers of one connection meet here and nowhere else, so that a client reaches its own
/// calls only. Any thread may use it.
package final class LocalCaller: Sendable {
    /// The process that connected: a hint, since another one may have its number by now.
    package let pid: Int32
    /// The methods' table and limits of the server.
    private let methods: LocalMethodTable
    private let limits: LocalLimits
    private let wakeUp: SocketWakeUp
    private let state: Mutex<State>

    private struct OpenCall {
        let bytes: Int
        let task: Task<Void, Never>
    }

    private struct State {
        var outgoing: OutgoingLines
        var calls: [Int: OpenCall] = [:]
        var numbers: [LocalCallID: Int] = [:]
        var openBytes = 0
        var nextNumber = 0
        var hasEnded = false

        /// Adds a line, or ends the connection of a client that leaves no room for it.
        @discardableResult
        mutating func append(_ line: [UInt8]) -> Bool {
            guard !hasEnded else { return false }
            guard !outgoing.append(line) else { return true }
            end()
            return false
        }

        /// Drops what waits and cancels the calls.
        mutating func end() {
            hasEnded = true
            outgoing.removeAll()
            for call in calls.values { call.task.cancel() }
        }
    }

    init(pid: pid_t, methods: LocalMethodTable, limits: LocalLimits, wakeUp: SocketWakeUp) {
        self.pid = pid
        self.methods = methods
        self.limits = limits
        self.wakeUp = wakeUp
        state = Mutex(State(outgoing: OutgoingLines(limit: limits.outgoing)))
    }

    /// Sends a notification to this client.
    ///
    /// A client that doesn't read what waits for it is disconnected.
    ///
    /// - Returns: False if the connection has ended, or if the notification is longer than a line may be.
    @discardableResult
    package func notify(_ method: String, _ params: JSONValue? = nil) -> Bool {
        let line = LocalMessage.call(id: nil, method: ExactText(method), params: params).line
        return line.count <= limits.line && send(line)
    }

    // MARK: On the server's thread

    /// True if the connection is over; then the thread closes it.
    var hasEnded: Bool { state.withLock(\.hasEnded) }
    /// True if no call is open, also none that goes on after it was cancelled.
    var isIdle: Bool { state.withLock { $0.calls.isEmpty } }
    /// The number of bytes that wait for the client to read.
    var waitingBytes: Int { state.withLock { $0.outgoing.count } }

    /// Acts on a line of the client.
    func take(_ line: [UInt8]) {
        let message: LocalMessage
        do throws(LocalCallError) {
            message = try LocalMessage(line: line)
        } catch {
            return refuse(.null, error)
        }
        guard case .call(let id, let method, let params) = message else {
            return refuse(.null, .notACall(localized("the message is an answer; this side takes calls")))
        }
        guard method != "$/cancel" else { return cancel(params, id: id) }
        guard let body = methods[method] else { return refuse(id, .unknownMethod) }
        if let error = open(body, params, id: id, bytes: line.count) {
            // Under the id of a call that is open, the error would be taken for that one's.
            refuse(error.code == -32600 ? .null : id, error)
        }
    }

    /// Answers with an error; what has no id is a notification, and isn't answered.
    func refuse(_ id: LocalCallID?, _ error: LocalCallError) {
        if let id { send(LocalMessage.failure(id: id, error).line) }
    }

    /// Sends as much as the client's socket takes.
    ///
    /// - Returns: False if there is nobody to send to any more.
    func flush(to socket: SocketDescriptor) -> Bool {
        state.withLock { $0.outgoing.send(to: socket) != .broken }
    }

    /// Ends the connection: cancels its calls, whose answers nobody hears.
    func end() {
        state.withLock { $0.end() }
    }

    // MARK: Calls

    private func open(
        _ body: @escaping LocalMethod.Body, _ params: JSONValue?, id: LocalCallID?, bytes: Int
    ) -> LocalCallError? {
        state.withLock { state in
            if let id, state.numbers[id] != nil { return .notACall(localized("a call with this id is open")) }
            guard state.calls.count < limits.openCalls, state.openBytes + bytes <= limits.openBytes, !state.hasEnded
            else { return .tooManyCalls }
            let number = state.nextNumber
            state.nextNumber += 1
            state.openBytes += bytes
            if let id { state.numbers[id] = number }
            // The task can't finish before the lock is given back.
            let task = Task { [self] in
                let answer: Result<JSONValue, LocalCallError>
                do throws(LocalCallError) {
                    answer = .success(try await body(params, self))
                } catch {
                    answer = .failure(error)
                }
                finish(number, id: id, with: answer)
            }
            state.calls[number] = OpenCall(bytes: bytes, task: task)
            return nil
        }
    }

    /// Closes a call and leaves its answer, in one step: between them a half-closed connection would seem done.
    private func finish(_ number: Int, id: LocalCallID?, with answer: Result<JSONValue, LocalCallError>) {
        let line = id.map { answerLine(answer, to: $0) }
        state.withLock { state in
            state.openBytes -= state.calls.removeValue(forKey: number)?.bytes ?? 0
            if let id { state.numbers[id] = nil }
            if let line { state.append(line) }
        }
        wakeUp.ring()
    }

    private func answerLine(_ answer: Result<JSONValue, LocalCallError>, to id: LocalCallID) -> [UInt8] {
        let line: [UInt8]
        switch answer {
        case .success(let result): line = LocalMessage.result(id: id, result).line
        case .failure(let error): line = LocalMessage.failure(id: id, error).line
        }
        guard line.count > limits.line else { return line }
        let reason = localized("the answer is longer than %1$s bytes", "\(limits.line)")
        return LocalMessage.failure(id: id, .internalError(reason)).line
    }

    /// Cancels the call that `params` name, if it is open on this connection.
    private func cancel(_ params: JSONValue?, id: LocalCallID?) {
        guard let target = (params?["id"] ?? params?[0]).flatMap(LocalCallID.init) else {
            return refuse(id, .invalidParams(localized("the parameter “id” is not the id of a call")))
        }
        state.withLock { state in
            if let number = state.numbers[target] { state.calls[number]?.task.cancel() }
        }
        if let id { send(LocalMessage.result(id: id, .null).line) }
    }

    /// Leaves a line for the thread to send; ends the connection if there is no room for it.
    @discardableResult
    private func send(_ line: [UInt8]) -> Bool {
        defer { wakeUp.ring() }
        return state.withLock { $0.append(line) }
    }
}
