// SPDX-License-Identifier: MIT

/// Runs on the main thread, as the main actor, what a task would otherwise run on any thread.
///
/// The Swift runtime resumes every continuation on the global executor first and hops to the actor from there: two
/// wake-ups of other threads before main-actor code goes on. A task that prefers this executor while it waits stays on
/// the main thread, and ``MainLoop/runInline(_:)`` runs its jobs before the GLib callback returns.
final class MainThreadExecutor: TaskExecutor {
    @MainActor static let shared = MainThreadExecutor()

    private init() {}

    func enqueue(_ job: consuming ExecutorJob) {
        MainJobQueue.enqueue(UnownedJob(job), preferring: self)
    }

    /// Runs a job as one of no actor.
    ///
    /// So what awaits other code of no actor goes on at once. What goes on as the main actor is its next job.
    @MainActor
    func run(_ job: UnownedJob) {
        job.runSynchronously(on: asUnownedTaskExecutor())
    }
}
