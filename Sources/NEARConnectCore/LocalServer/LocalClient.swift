// SPDX-License-Identifier: MIT

internal import Glibc
package import NEARPrimitives

/// A connection to a local server of the same user.
///
/// Nothing of it waits without end: connecting and each call have a deadline, and when the server ends, so do they. The
/// socket is polled on a thread of the client's own. The connection ends with ``close()``, or with the last reference.
package final class LocalClient: Sendable {
    private let calls: LocalClientCalls
    private let thread: SocketThread

    private init(calls: LocalClientCalls, thread: SocketThread) {
        self.calls = calls
        self.thread = thread
    }

    /// Connects to a server.
    ///
    /// - Parameters:
    ///   - path: The socket's path.
    ///   - deadline: The time that connecting may take.
    ///   - limits: The most that may wait to be sent, and the longest line.
    ///   - notified: Gets the server's notifications in their order, on the client's thread: answers wait until it
    ///     returns.
    /// - Throws: ``LocalClientError``.
    package static func connect(
        to path: String, within deadline: Duration, limits: LocalLimits = LocalLimits(),
        notified: @escaping @Sendable (_ method: String, _ params: JSONValue?) -> Void = { _, _ in }
    ) async throws(LocalClientError) -> LocalClient {
        let end = ContinuousClock.now + deadline
        let socketPath: LocalSocketPath
        do throws(LocalSocketPathError) {
            socketPath = try LocalSocketPath(path)
        } catch {
            throw .path(error)
        }
        let thread: SocketThread
        let socket: SocketDescriptor
        do throws(SystemCallError) {
            thread = try SocketThread(label: "near-connect.local-client", path: socketPath)
            socket = try SocketDescriptor.make(for: socketPath)
        } catch {
            throw .system(error)
        }
        let failure = await thread.run { connect(socket, to: socketPath, until: end, limit: deadline) }
        if let failure { throw failure }
        let calls = LocalClientCalls(limits: limits, wakeUp: thread.wakeUp, notified: notified)
        thread.start {
            var loop = LocalClientLoop(socket: socket, thread: thread, calls: calls, limit: limits.line)
            loop.run()
        }
        return LocalClient(calls: calls, thread: thread)
    }

    deinit {
        thread.requestStop()
    }

    /// Calls a method of the server.
    ///
    /// When the deadline passes or the task is cancelled, the call ends at once and the server is asked to cancel it.
    ///
    /// - Parameters:
    ///   - method: The method's name.
    ///   - params: An object or an array, or `nil`.
    ///   - deadline: The time that the answer may take.
    /// - Throws: ``LocalClientError``.
    package func call(
        _ method: String, _ params: JSONValue? = nil, within deadline: Duration
    ) async throws(LocalClientError) -> JSONValue {
        try await calls.call(method, params, within: deadline).get()
    }

    /// Ends the connection; calls that are open end with ``LocalClientError/ended``.
    package func close() {
        thread.requestStop()
    }

    /// Connects, and waits for room among the clients that wait to be accepted.
    private static func connect(
        _ socket: SocketDescriptor, to path: LocalSocketPath, until end: ContinuousClock.Instant, limit: Duration
    ) -> LocalClientError? {
        while true {
            let left = ContinuousClock.now.duration(to: end)
            // The system would take a time of zero for one without an end.
            guard left >= .microseconds(1) else { return .noConnection(path: path.text, limit: limit) }
            let (seconds, attoseconds) = left.components
            var wait = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
            setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
            if path.withAddress({ Glibc.connect(socket.number, $0, $1) }) == 0 { break }
            switch errno {
            case EINTR, EAGAIN: continue
            case ENOENT, ECONNREFUSED, ENOTSOCK: return .notRunning(path: path.text)
            default: return .system(SystemCallError(call: "connect", path: path.text, errno: errno))
            }
        }
        guard let peer = socket.peer, socket.stopBlocking() else {
            return .system(SystemCallError(call: "getsockopt", path: path.text, errno: errno))
        }
        return peer.uid == geteuid() ? nil : .otherUser(path: path.text, uid: peer.uid)
    }
}
