// SPDX-License-Identifier: MIT

internal import Synchronization
package import WalletConnectSign

/// A clock that stands still until a test moves it.
package final class TestClock: SignClock {
    private struct State {
        var now = SignTime(wall: UnixTime(seconds: 1_763_800_000), uptime: .zero)
        var sleepers: [Int: (deadline: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<Int> = []
        var last = 0
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var now: SignTime { state.withLock(\.now) }

    package func sleep(until deadline: Duration) async throws {
        let id = state.withLock { state in
            state.last += 1
            return state.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (outcome, watchers) = state.withLock {
                    state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
                    if state.cancelled.remove(id) != nil { return (.failure(CancellationError()), []) }
                    if deadline <= state.now.uptime { return (.success(()), []) }
                    state.sleepers[id] = (deadline, continuation)
                    defer { state.watchers = [] }
                    return (nil, state.watchers)
                }
                if let outcome { continuation.resume(with: outcome) }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.cancelled.insert(id) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Waits until somebody sleeps, then moves the clock to the earliest deadline.
    package func wakeNext() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.isEmpty { state.watchers.append(continuation) }
                return !state.sleepers.isEmpty
            }
            if isThere { continuation.resume() }
        }
        let sleeper = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard let first = state.sleepers.min(by: { $0.value.deadline < $1.value.deadline }) else { return nil }
            let passed = first.value.deadline - state.now.uptime
            let milliseconds = passed.components.seconds * 1000 + passed.components.attoseconds / 1_000_000_000_000_000
            state.now = SignTime(
                wall: UnixTime(milliseconds: state.now.wall.milliseconds + milliseconds + 1),
                uptime: first.value.deadline)
            state.sleepers[first.key] = nil
            return first.value.continuation
        }
        sleeper?.resume()
    }

    /// Moves the clock whenever somebody sleeps, while `body` runs.
    package func running<Value: Sendable>(_ body: @Sendable () async throws -> Value) async rethrows -> Value {
        let mover = Task {
            while !Task.isCancelled { await wakeNext() }
        }
        defer {
            mover.cancel()
            // Whoever waits for a sleeper waits no more.
            let watchers = state.withLock { state in
                defer { state.watchers = [] }
                return state.watchers
            }
            for watcher in watchers { watcher.resume() }
        }
        return try await body()
    }
}
