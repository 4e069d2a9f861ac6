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
        /// The client's socket, until the connection has ended: its last reference closes it.
        var socket: SocketDescriptor?
        var outgoing: OutgoingLines
        /// True if the client sends nothing any more.
        var hasHeardAll = false
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

        /// Sends as much as the client's socket takes.
        mutating func send() -> OutgoingLines.Progress {
            guard let socket else { return .broken }
            return outgoing.send(to: socket)
        }

        /// Drops what waits and cancels the calls.
        mutating func end() {
            hasEnded = true
            socket = nil
            outgoing.removeAll()
            for call in calls.values { call.task.cancel() }
        }
    }

    /// Serves the process `pid` over `socket`, which takes what it has room for without waiting.
    init(
        pid: pid_t, socket: SocketDescriptor, methods: LocalMethodTable, limits: LocalLimits, wakeUp: SocketWakeUp
    ) {
        self.pid = pid
        self.methods = methods
        self.limits = limits
        self.wakeUp = wakeUp
        state = Mutex(State(socket: socket, outgoing: OutgoingLines(limit: limits.outgoing)))
    }

    /// Sends a notification to this client.
    ///
    /// A client that doesn't read what waits for it is disconnected.
    ///
    /// - Returns: False if the connection has ended, or if the notification is longer than a line may be.
    @discardableResult
    package func notify(_ method: String, _ params: JSONValue? = nil) -> Bool {
        let line = LocalMessage.call(id: nil, method: ExactText(method), params: params).line
        guard line.count <= limits.line else { return false }
        return sendAtOnce { $0.append(line) }
    }

    // MARK: On the server's thread

    /// True if the connection is over; then the thread closes it.
    var hasEnded: Bool { state.withLock(\.hasEnded) }
    /// True if no call is open, also none that goes on after it was cancelled.
    var isIdle: Bool { state.withLock { $0.calls.isEmpty } }
    /// True if the client sends nothing any more.
    var hasHeardAll: Bool { state.withLock(\.hasHeardAll) }
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
        guard let start = methods[method] else { return refuse(id, .unknownMethod) }
        if let error = open(start, params, id: id, bytes: line.count) {
            // Under the id of a call that is open, the error would be taken for that one's.
            refuse(error.code == -32600 ? .null : id, error)
        }
    }

    /// Answers with an error; what has no id is a notification, and isn't answered.
    func refuse(_ id: LocalCallID?, _ error: LocalCallError) {
        if let id { leave(LocalMessage.failure(id: id, error).line) }
    }

    /// Sends as much as the client's socket takes.
    ///
    /// - Returns: False if there is nobody to send to any more.
    func flush() -> Bool {
        state.withLock { $0.send() != .broken }
    }

    /// Notes that the client sends nothing any more.
    func endListening() {
        state.withLock { $0.hasHeardAll = true }
    }

    /// Ends the connection: cancels its calls, whose answers nobody hears.
    func end() {
        state.withLock { $0.end() }
    }

    // MARK: Calls

    private func open(
        _ start: LocalMethod.Start, _ params: JSONValue?, id: LocalCallID?, bytes: Int
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
            let task = start(params, self) { [self] in finish(number, id: id, with: $0) }
            state.calls[number] = OpenCall(bytes: bytes, task: task)
            return nil
        }
    }

    /// Closes a call and sends its answer, in one step: between them a half-closed connection would seem done.
    private func finish(_ number: Int, id: LocalCallID?, with answer: LocalMethod.Answer) {
        let line = id.map { answerLine(answer, to: $0) }
        sendAtOnce { state in
            state.openBytes -= state.calls.removeValue(forKey: number)?.bytes ?? 0
            if let id { state.numbers[id] = nil }
            if let line { state.append(line) }
            return true
        }
    }

    private func answerLine(_ answer: LocalMethod.Answer, to id: LocalCallID) -> [UInt8] {
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
        if let id { leave(LocalMessage.result(id: id, .null).line) }
    }

    /// Leaves a line for this thread, the server's, to send.
    ///
    /// Ends the connection if there is no room for it.
    private func leave(_ line: [UInt8]) {
        state.withLock { _ = $0.append(line) }
    }

    /// Sends what `append` adds from this thread: waking the server's would take longer than all else that a call does.
    ///
    /// The server's thread is woken only where it has something to do: to wait for room, or to end the connection.
    @discardableResult
    private func sendAtOnce(_ append: (inout State) -> Bool) -> Bool {
        let (isAdded, isDone) = state.withLock { state in
            let isAdded = append(&state)
            return (isAdded, state.send() == .emptied && !state.hasHeardAll)
        }
        if !isDone { wakeUp.ring() }
        return isAdded
    }
}
