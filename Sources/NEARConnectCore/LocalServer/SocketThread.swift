// SPDX-License-Identifier: MIT

internal import Dispatch
internal import Synchronization

/// The thread that one server's, or one client's, sockets are polled on.
///
/// It waits in `poll`, without a timer while nothing has a deadline. Other threads leave something for it and wake it.
final class SocketThread: Sendable {
    let wakeUp: SocketWakeUp
    private let queue: DispatchQueue
    private let stop = Atomic(false)

    init(label: String, path: LocalSocketPath? = nil) throws(SystemCallError) {
        queue = DispatchQueue(label: label)
        wakeUp = try SocketWakeUp(for: path)
    }

    /// True if the thread's loop has to end.
    var isStopping: Bool { stop.load(ordering: .acquiring) }

    /// Runs `body` on the thread, after what was started before.
    func start(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }

    /// Runs `body` on the thread and returns what it returned.
    func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in start { continuation.resume(returning: body()) } }
    }

    /// Has the loop end.
    func requestStop() {
        stop.store(true, ordering: .releasing)
        wakeUp.ring()
    }
}
