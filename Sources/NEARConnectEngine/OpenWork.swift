// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import NEARConnectCore
internal import NEARPrimitives

/// The operations that are under way at a manager: each ends once, with its task or before it.
@MainActor
final class OpenWork {
    typealias Body = @MainActor () async throws(EngineError) -> JSONValue
    typealias Answer = @MainActor (Result<JSONValue, EngineError>) -> Void

    /// An operation that somebody waits for.
    private struct Open {
        let ending: WorkEnding
        let task: Task<Void, Never>
        let answer: Answer
    }

    private var isClosed = false
    private var open: [UInt64: Open] = [:]
    /// The operation whose start isn't over.
    private var starting: UInt64?

    /// Starts an operation; its end comes after this function has returned.
    ///
    /// A question to a node goes out at once, and not when the program is back in its loop: a program that opens a
    /// dialog next doesn't wait twice.
    ///
    /// - Parameters:
    ///   - number: The operation's number, by which it is cancelled.
    ///   - ending: The way in which it ends early.
    ///   - body: The operation.
    ///   - answer: Takes its end, once: ``NEARError/taskCancelled`` where it was cancelled and nothing was changed,
    ///     ``NEARError/managerReleased`` where the manager was closed.
    func start(_ number: UInt64, ending: WorkEnding, _ body: @escaping Body, answer: @escaping Answer) {
        let run: @MainActor () async -> Void = { [self] in
            let end: Result<JSONValue, EngineError>
            do throws(EngineError) {
                try allowBegin(ending)
                end = .success(try await body())
            } catch {
                end = .failure(reason(error, ending, isCancelled: Task.isCancelled))
            }
            if starting == number { await Task.yield() }
            finish(number, end)
        }
        starting = number
        let task = if case .atOnce = ending { MainLoop.immediateTask(run) } else { Task(operation: run) }
        starting = nil
        open[number] = Open(ending: ending, task: task, answer: answer)
    }

    /// Wishes that an operation ends.
    func cancel(_ number: UInt64) {
        guard let work = open[number] else { return }
        work.task.cancel()
        // Others say what became of them.
        if case .atOnce = work.ending { finish(number, .failure(.operation(.taskCancelled))) }
    }

    /// Ends all that is under way.
    ///
    /// A web server or a file may have got something by then, and nobody waits for it. An operation that may have sent
    /// something says so itself, as soon as it has stopped.
    func close() {
        isClosed = true
        for number in open.keys.sorted() {
            guard let work = open[number] else { continue }
            // The manager ends these.
            if case .byTheManager = work.ending { continue }
            work.task.cancel()
            if work.ending.isAtOnceWhenClosed { finish(number, .failure(.operation(.managerReleased))) }
        }
    }

    /// Throws where an operation was cancelled, or its manager closed, before its turn.
    private func allowBegin(_ ending: WorkEnding) throws(EngineError) {
        if isClosed { throw .operation(.managerReleased) }
        if case .byTheManager = ending { return }
        if Task.isCancelled { throw .operation(.taskCancelled) }
    }

    /// Returns the error that an operation ends with.
    private func reason(_ error: EngineError, _ ending: WorkEnding, isCancelled: Bool) -> EngineError {
        if case .byTheManager = ending { return error }
        if isClosed, case .operation(.taskCancelled) = error { return .operation(.managerReleased) }
        guard isCancelled else { return error }
        switch ending {
        case .wholeOrNotAtAll, .atOnce: return .operation(.taskCancelled)
        case .byTheManager, .byItsOwnWord, .atOnceWhenClosed: return error
        }
    }

    private func finish(_ number: UInt64, _ end: Result<JSONValue, EngineError>) {
        open.removeValue(forKey: number)?.answer(end)
    }
}
