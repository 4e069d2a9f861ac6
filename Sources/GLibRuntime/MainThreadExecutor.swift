// SPDX-License-Identifier: MIT

internal import Dispatch
internal import Glibc

/// Runs on the main thread, as the main actor, what a task would otherwise run on any thread.
///
/// The Swift runtime resumes every continuation on the global executor first and hops to the actor from there: two
/// wake-ups of other threads before main-actor code goes on. A task that prefers this executor while it waits stays on
/// the main thread; and inside of a ``MainLoop/runInline(_:)`` window its jobs run before the GLib callback returns,
/// without a turn of the loop and without libdispatch's queue, whose every job costs system calls.
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
        DispatchQueue.main.async { self.run(job) }
    }

    /// Opens a window: takes the jobs that are made during `body` instead of queueing them.
    @MainActor
    func collectingJobs(_ body: () -> Void) {
        Self.isWindowOpen = true
        body()
        Self.isWindowOpen = false
        let left = Self.jobs
        Self.jobs = []
        for job in left { DispatchQueue.main.async { self.run(job) } }
    }

    /// Runs the jobs that were taken.
    ///
    /// - Returns: Whether there were any.
    @MainActor
    func runCollectedJobs() -> Bool {
        guard !Self.jobs.isEmpty else { return false }
        let jobs = Self.jobs
        Self.jobs = []
        for job in jobs { run(job) }
        return true
    }

    /// The main thread is the main actor's: a job that goes on there needs no hop.
    private func run(_ job: UnownedJob) {
        job.runSynchronously(isolatedTo: MainActor.sharedUnownedExecutor, taskExecutor: asUnownedTaskExecutor())
    }
}
