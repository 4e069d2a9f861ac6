// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives

/// The operations that are under way outside the manager's requests: each ends with its call, and with the manager.
@MainActor
final class OpenWork {
    typealias Body = @MainActor () async throws(NEARError) -> JSONValue
    private typealias End = Result<JSONValue, NEARError>

    /// An operation that somebody waits for.
    private struct Open {
        let ending: WorkEnding
        let task: Task<Void, Never>
        let continuation: CheckedContinuation<End, Never>
    }

    private var isClosed = false
    private var open: [UInt64: Open] = [:]
    private var lastNumber: UInt64 = 0

    /// Runs an operation.
    ///
    /// - Parameters:
    ///   - ending: The way in which it ends early.
    ///   - body: The operation.
    /// - Throws: What `body` throws; ``NEARError/taskCancelled`` where the call was cancelled and nothing was changed,
    ///   ``NEARError/managerReleased`` where the manager was closed.
    func run(_ ending: WorkEnding, _ body: @escaping Body) async throws(NEARError) -> JSONValue {
        if case .byTheManager = ending { return try await body() }
        guard !Task.isCancelled else { throw .taskCancelled }
        lastNumber += 1
        let number = lastNumber
        let end = await withTaskCancellationHandler {
            await withCheckedContinuation { begin(number, ending, continuation: $0, body: body) }
        } onCancel: {
            Task { @MainActor [weak self] in self?.cancel(number) }
        }
        return try end.get()
    }

    /// Ends all that is under way.
    ///
    /// A web server or a file may have got something by then, and nobody waits for it. An operation that may have sent
    /// something says so itself, as soon as it has stopped.
    func close() {
        isClosed = true
        for number in open.keys.sorted() {
            guard let work = open[number] else { continue }
            work.task.cancel()
            if work.ending.isAtOnceWhenClosed { finish(number, .failure(.managerReleased)) }
        }
    }

    private func begin(
        _ number: UInt64, _ ending: WorkEnding, continuation: CheckedContinuation<End, Never>, body: @escaping Body
    ) {
        let task = Task {
            let end: End
            do throws(NEARError) {
                // It may have been closed before its turn.
                guard !Task.isCancelled else { throw .taskCancelled }
                end = .success(try await body())
            } catch {
                end = .failure(reason(error, ending, isCancelled: Task.isCancelled))
            }
            finish(number, end)
        }
        open[number] = Open(ending: ending, task: task, continuation: continuation)
    }

    /// Returns the error that an operation ends with.
    private func reason(_ error: NEARError, _ ending: WorkEnding, isCancelled: Bool) -> NEARError {
        if isClosed, case .taskCancelled = error { return .managerReleased }
        guard isCancelled else { return error }
        switch ending {
        case .wholeOrNotAtAll, .atOnce: return .taskCancelled
        case .byTheManager, .byItsOwnWord, .atOnceWhenClosed: return error
        }
    }

    private func cancel(_ number: UInt64) {
        guard let work = open[number] else { return }
        work.task.cancel()
        // Others say what became of them.
        if case .atOnce = work.ending { finish(number, .failure(.taskCancelled)) }
    }

    private func finish(_ number: UInt64, _ end: End) {
        open.removeValue(forKey: number)?.continuation.resume(returning: end)
    }
}
