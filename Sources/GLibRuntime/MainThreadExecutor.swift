// SPDX-License-Identifier: MIT

internal import Dispatch
internal import Glibc

/// Runs on the main thread what a task would otherwise run on any thread.
///
/// The Swift runtime resumes every continuation on the global executor first and hops to the actor from there: two wake-ups of
/// other threads before main-actor code goes on. A task that prefers this executor while it waits stays on the main
/// thread; and where the resumption comes from a GLib callback that has opened a ``MainLoop/runInline(_:)`` window, its job
/// runs at the end of that callback, without a turn of the loop.
final class MainThreadExecutor: TaskExecutor {
    @MainActor static let shared = MainThreadExecutor(mainThread: pthread_self())

    private let mainThread: pthread_t

    private init(mainThread: pthread_t) {
        self.mainThread = mainThread
    }

    @MainActor private static var jobs: [UnownedJob] = []
    @MainActor private static var isWindowOpen = false

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if pthread_equal(pthread_self(), mainThread) != 0 {
            let isTaken = MainActor.assumeIsolated {
                if Self.isWindowOpen { Self.jobs.append(job) }
                return Self.isWindowOpen
            }
            if isTaken { return }
        }
        DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Takes the jobs that are made during `body` instead of queueing them.
    @MainActor
    func collectingJobs(_ body: () -> Void) {
        Self.isWindowOpen = true
        body()
        Self.isWindowOpen = false
    }

    /// Runs the jobs that were taken.
    ///
    /// - Returns: Whether there were any.
    @MainActor
    func runCollectedJobs() -> Bool {
        guard !Self.jobs.isEmpty else { return false }
        let jobs = Self.jobs
        Self.jobs = []
        for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
        return true
    }
}
