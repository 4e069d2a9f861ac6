// SPDX-License-Identifier: MIT

internal import NEARConnectCore

/// Ends work of the main actor that takes too long.
@MainActor
enum StepDeadline {
    /// Runs `work`, and cancels it when `limit` is over or when the caller is cancelled.
    ///
    /// - Throws: `NEARError.timedOut`, whatever the cancelled work ended with; the error of the work.
    static func run<Value: Sendable>(
        within limit: Duration, _ work: @escaping @MainActor () async throws -> Value
    ) async throws -> Value {
        let task = Task { @MainActor in try await work() }
        let clock = ContinuousClock()
        let timer = Task {
            try await clock.sleep(for: limit)
            task.cancel()
            return true
        }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        timer.cancel()
        if case .failure = result, case .success = await timer.result { throw NEARError.timedOut(after: limit) }
        return try result.get()
    }
}
