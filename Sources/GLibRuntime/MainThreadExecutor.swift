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

    /// The main thread is the main actor's: a job that goes on there needs no hop.
    @MainActor
    func run(_ job: UnownedJob) {
        job.runSynchronously(isolatedTo: MainActor.sharedUnownedExecutor, taskExecutor: asUnownedTaskExecutor())
    }
}
