// SPDX-License-Identifier: MIT

internal import CGLib
internal import GLibRuntime

/// One asynchronous call of libsecret, with a deadline that holds whatever the other side does.
///
/// At the deadline libsecret is told to give up, and the caller gets its answer at once: while a question is open,
/// libsecret itself waits until the service has closed it, which a service that hangs never does.
@MainActor
final class KeyringCall<Value: Sendable> {
    /// The ways in which a call ends without a value.
    enum CallError: Error {
        case failed(GLibError)
        case deadline
        case cancelled
    }

    private var continuation: CheckedContinuation<Result<Value, CallError>, Never>?
    private let cancellable = Cancellable()

    private init() {}

    /// Makes a call.
    ///
    /// - Parameters:
    ///   - limit: The time until the deadline.
    ///   - start: Starts the call, with the cancellable, the callback and its data.
    ///   - finish: Reads the result. It runs once, also when the caller has its answer already.
    /// - Throws: ``CallError``.
    static func run(
        within limit: Duration, _ start: (UnsafeMutablePointer<GCancellable>, AsyncCompletion) -> Void,
        finish: @escaping @MainActor (OpaquePointer) throws(GLibError) -> Value
    ) async throws(CallError) -> Value {
        let call = KeyringCall()
        let timer = Task {
            try await ContinuousClock().sleep(for: limit)
            call.end(.failure(.deadline))
        }
        defer { timer.cancel() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                call.continuation = continuation
                let completion = AsyncCompletion { result in
                    do throws(GLibError) {
                        call.end(.success(try finish(result)))
                    } catch {
                        call.end(.failure(.failed(error)))
                    }
                }
                start(call.cancellable.cast(), completion)
                if Task.isCancelled { call.end(.failure(.cancelled)) }
            }
        } onCancel: {
            Task { @MainActor in call.end(.failure(.cancelled)) }
        }
        return try result.get()
    }

    /// Answers the caller, if it has no answer yet.
    private func end(_ result: Result<Value, CallError>) {
        guard let continuation else { return }
        self.continuation = nil
        continuation.resume(returning: result)
        if case .failure = result { cancellable.cancel() }
    }
}
