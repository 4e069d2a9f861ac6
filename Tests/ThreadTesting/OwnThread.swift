// SPDX-License-Identifier: MIT

internal import Dispatch
public import Testing

/// Runs a test that computes, or that blocks, on a thread of its own.
///
/// Swift's tasks have as many threads as the machine has cores. Two tests that keep them for seconds keep everything
/// waiting that runs beside them by tasks: servers, timers, a devnet's blocks.
public struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    /// A suite's tests, too.
    public let isRecursive = true

    /// True if this is such a thread.
    public static var isCurrent: Bool { DispatchQueue.getSpecific(key: ThreadTaskExecutor.mark) != nil }

    /// Runs one test on its thread.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(ThreadTaskExecutor(), operation: function)
    }
}

extension Trait where Self == OwnThread {
    /// A thread of its own for a test that computes, or that blocks.
    public static var ownThread: Self { Self() }
}

/// A queue of libdispatch's own, which gets a thread whatever the others do.
private final class ThreadTaskExecutor: TaskExecutor {
    static let mark = DispatchSpecificKey<Void>()

    private let queue = DispatchQueue(label: "near-connect.test")

    init() {
        queue.setSpecific(key: Self.mark, value: ())
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
