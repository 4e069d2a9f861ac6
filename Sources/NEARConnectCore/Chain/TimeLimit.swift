// SPDX-License-Identifier: MIT

internal import NEARRPC

/// The time that a command has as a whole, from the creation of this value on.
///
/// It ends reads, and signing. Sending isn't run in it: nobody would know then whether something was sent, so that has
/// a deadline of its own, ``sendingTime``.
@MainActor
package final class TimeLimit {
    private let limit: Duration
    private let time: DeadlineTime
    private var spentByUser = Duration.zero
    /// The time at which the user was asked; `nil` while nobody asks.
    private var askedAt: Duration?
    /// True once some work was cancelled because the time was over.
    private var isOver = false

    /// Begins to count.
    package init(_ limit: Duration, clock: some Clock<Duration> = ContinuousClock()) {
        self.limit = limit
        time = DeadlineTime(clock)
    }

    /// The time that is left; zero when it is over.
    ///
    /// It stands still while the user is asked.
    package var rest: Duration { max(.zero, limit + spentByUser - (askedAt ?? time.now)) }

    /// The time for sending what was signed: what is left, and a second at least.
    ///
    /// With less nobody would learn what became of a transaction that was signed at the last moment.
    package var sendingTime: Duration { max(.seconds(1), rest) }

    /// Runs some work, and cancels it when the time is over.
    ///
    /// Work that is done all the same counts as done.
    ///
    /// - Throws: `RPCError.deadlineExceeded`, and what the work throws.
    package func run<Value: Sendable>(_ work: @escaping @MainActor () async throws -> Value) async throws -> Value {
        let task = Task { try await work() }
        let watch = Task {
            while rest > .zero { try await time.sleep(for: rest) }
            isOver = true
            task.cancel()
        }
        defer { watch.cancel() }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        if case .failure = result, isOver { throw RPCError.deadlineExceeded(after: limit) }
        return try result.get()
    }

    /// Runs a question to the user, whose time doesn't count.
    package func askingUser<Value: Sendable>(_ question: @MainActor () async -> Value) async -> Value {
        let start = time.now
        askedAt = start
        defer {
            spentByUser += time.now - start
            askedAt = nil
        }
        return await question()
    }
}
