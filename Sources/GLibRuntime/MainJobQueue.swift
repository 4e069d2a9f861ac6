// SPDX-License-Identifier: MIT

internal import CGLib
internal import Dispatch
internal import Glibc
internal import Synchronization

/// The main actor's jobs in the order in which they came, run by a source of GLib's default main context.
///
/// libdispatch's main queue would do, but for one thing: it isn't re-entrant. A job that opens a nested loop (a host's
/// handler with `gtk_dialog_run`) would keep all other jobs waiting until that loop ends. This source may recurse: the
/// nested loop runs the jobs that the outer one would have run.
enum MainJobQueue {
    /// A job, and the executor that it prefers, if it is the main thread's.
    private struct Entry: Sendable {
        let job: UnownedJob
        let executor: MainThreadExecutor?
    }

    private struct State: Sendable {
        var jobs: [Entry] = []
        /// The number of leading elements of `jobs` that have been run already.
        var taken = 0
        /// The thread whose loop runs the jobs.
        var thread: pthread_t?
        /// True while libdispatch's main queue runs the jobs, too.
        var isLent = false

        var waiting: Int { jobs.count - taken }

        /// Takes the next job of no actor out of its turn.
        mutating func nextOfNoActor() -> Entry? {
            guard let index = jobs[taken...].firstIndex(where: { $0.executor != nil }) else { return nil }
            return jobs.remove(at: index)
        }

        mutating func next() -> Entry? {
            guard taken < jobs.count else { return nil }
            defer {
                taken += 1
                if taken == jobs.count {
                    jobs.removeAll(keepingCapacity: true)
                    taken = 0
                }
            }
            return jobs[taken]
        }
    }

    private static let state = Mutex(State())

    /// Takes the main actor's jobs from now on, and runs them whenever GLib's default main context is iterated.
    @MainActor
    static func install() {
        state.withLock { $0.thread = pthread_self() }
        // GLib reads the functions as long as the source is there, which is until the process ends.
        let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
        functions.initialize(to: GSourceFuncs())
        functions.pointee.prepare = { _, timeout in
            timeout?.pointee = -1
            return MainJobQueue.isWorkWaiting ? 1 : 0
        }
        functions.pointee.check = { _ in MainJobQueue.isWorkWaiting ? 1 : 0 }
        functions.pointee.dispatch = { _, _, _ in
            MainActor.assumeIsolated { MainJobQueue.runInTurns() }
            return 1
        }
        let source = g_source_new(functions, guint(MemoryLayout<GSource>.size))
        g_source_set_static_name(source, "main actor")
        g_source_set_can_recurse(source, 1)
        g_source_attach(source, nil)
        MainActorExecutor.install()
    }

    /// Adds a job, from any thread.
    static func enqueue(_ job: UnownedJob, preferring executor: MainThreadExecutor?) {
        let (thread, isLent) = state.withLock { state in
            state.jobs.append(Entry(job: job, executor: executor))
            return (state.thread, state.isLent)
        }
        if isLent {
            DispatchQueue.main.async { _ = MainActor.assumeIsolated { MainJobQueue.runWaiting() } }
        }
        // Inside a callback of the loop no wake-up is needed: the loop looks here before it waits.
        if let thread, pthread_equal(pthread_self(), thread) != 0, g_main_depth() > 0 { return }
        g_main_context_wakeup(nil)
    }

    /// Lets libdispatch's main queue run the jobs that come from now on, too, or no longer.
    static func lend(_ isLent: Bool) {
        state.withLock { $0.isLent = isLent }
    }

    /// True on every thread but the one whose loop runs the jobs, once there is one.
    static var isOnAnotherThread: Bool {
        state.withLock(\.thread).map { pthread_equal(pthread_self(), $0) == 0 } ?? false
    }

    private static var isWorkWaiting: Bool { state.withLock { $0.waiting > 0 } }

    /// Runs the jobs that wait, and those that they make wait; after a millisecond it begins no further turn.
    ///
    /// Another iteration of the loop, with all its sources, costs more than most jobs.
    @MainActor
    static func runInTurns() {
        let end = ContinuousClock.now + .milliseconds(1)
        while runWaiting(), ContinuousClock.now < end {}
    }

    /// Runs the jobs of no actor that wait, and those that they make wait, before the main actor's own.
    ///
    /// They come from ``MainLoop/resumingOnMainThread(_:)``. Their number is bounded, and not the time: the first
    /// question of a process loads libcurl, and goes out at once all the same.
    @MainActor
    static func runOfNoActor() {
        for _ in 0..<100 {
            guard let entry = state.withLock({ $0.nextOfNoActor() }) else { return }
            entry.executor?.run(entry.job)
        }
    }

    /// Runs the jobs that wait now; those that they make wait for the next call.
    ///
    /// - Returns: Whether there were any.
    @MainActor @discardableResult
    static func runWaiting() -> Bool {
        var left = state.withLock(\.waiting)
        guard left > 0 else { return false }
        // A nested loop may have run some of them meanwhile.
        while left > 0, let entry = state.withLock({ $0.next() }) {
            left -= 1
            if let executor = entry.executor {
                executor.run(entry.job)
            } else {
                entry.job.runSynchronously(on: MainActorExecutor.shared.asUnownedSerialExecutor())
            }
        }
        return true
    }
}
