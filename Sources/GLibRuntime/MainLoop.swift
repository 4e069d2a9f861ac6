// SPDX-License-Identifier: MIT

internal import CGLib
internal import Dispatch
internal import Glibc

/// The descriptor that becomes readable when work waits on libdispatch's main queue.
///
/// It is the hook that CoreFoundation uses.
@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func dispatchMainQueueHandle() -> CInt

/// Runs what waits on libdispatch's main queue.
///
/// Must be called on the process's main thread.
@_silgen_name("_dispatch_main_queue_callback_4CF")
private func dispatchMainQueueDrain(_ message: UnsafeMutableRawPointer?)

/// GLib's main loop, with Swift's main actor running inside it.
///
/// Swift schedules `@MainActor` code on libdispatch's main queue, which nobody drains while GLib's loop owns the main
/// thread. ``joinMainActor()`` has GLib's default main context run that code instead: a hop to the main actor wakes
/// GLib's `poll` like any other event. No timer, no polling: an idle program doesn't wake up.
///
/// Loops may nest: while a handler waits in `gtk_dialog_run`, even one that a main-actor task has called, the dialog's
/// loop runs all other main-actor code.
///
/// A program's `main` must be synchronous: an `async` main moves the main actor off the thread that GTK needs.
@MainActor
public enum MainLoop {
    private static var isJoined = false

    /// Makes `@MainActor` work run whenever GLib's default main context is iterated, by whoever iterates it.
    ///
    /// Calling it again does nothing. An embedder whose GTK application runs its own loop calls this once; it is also
    /// called by everything in this package that needs it.
    public static func joinMainActor() {
        guard !isJoined else { return }
        isJoined = true
        // What others put on libdispatch's main queue, and the jobs that came before this call.
        g_unix_fd_add(dispatchMainQueueHandle(), G_IO_IN, drainMainQueue, nil)
        MainJobQueue.install()
    }

    /// Runs GLib's loop on the calling (main) thread until `operation` has ended, and returns its result.
    ///
    /// This is how a synchronous `main`, or a synchronous test, runs main-actor work with GTK alive underneath.
    ///
    /// - Throws: What `operation` throws.
    public static func run<Value: Sendable>(_ operation: @escaping @MainActor () async throws -> Value) throws -> Value
    {
        joinMainActor()
        let loop = g_main_loop_new(nil, 0)
        defer { g_main_loop_unref(loop) }
        let outcome = Outcome<Value>()
        Task { @MainActor in
            do {
                outcome.result = .success(try await operation())
            } catch {
                outcome.result = .failure(error)
            }
            g_main_loop_quit(loop)
        }
        // A task may end before the loop starts, and `g_main_loop_run` would forget a `quit` that came first.
        while true {
            if let result = outcome.result { return try result.get() }
            g_main_loop_run(loop)
        }
    }

    /// True while a loop of GLib's runs the calling code.
    ///
    /// It is false where another loop runs the main actor, as XCTest does under asynchronous methods: what waits for
    /// GLib would wait for ever.
    public static var isTurning: Bool { g_main_depth() > 0 }

    /// Lets another loop than GLib's run the main actor's jobs while it drains libdispatch's main queue, or no longer.
    ///
    /// For test processes, where XCTest turns Foundation's loop between those that need GLib's.
    package static func lend(_ isLent: Bool) {
        MainJobQueue.lend(isLent)
    }

    /// Runs the events that wait in GLib's default main context without blocking.
    ///
    /// For teardown, so that destroyed widgets let go.
    public static func drain() {
        while g_main_context_iteration(nil, 0) != 0 {}
    }

    /// Runs a GLib callback and then, before returning, the main-actor tasks that it resumed.
    ///
    /// Another turn of the loop would cost as much as a message.
    ///
    /// Tasks take part that wait in ``resumingOnMainThread(_:)``. The callback must do nothing afterwards.
    package static func runInline(_ body: () -> Void) {
        body()
        MainJobQueue.runInTurns()
    }

    /// Waits in `operation`, which suspends on continuations, without leaving the main thread in between.
    ///
    /// Code that belongs to no actor runs there, too. Where GLib's loop doesn't run the main actor there is no such
    /// thread, and this only waits.
    package static func resumingOnMainThread<Value, Failure: Error>(
        _ operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard isJoined else { return try await operation() }
        return try await withTaskExecutorPreference(MainThreadExecutor.shared, operation: operation)
    }

    /// Starts a task at once, and goes on with it until it waits for something from outside.
    ///
    /// It is the main actor's. Only its own first turn and code of no actor run here. Other jobs of the main actor wait
    /// for the loop as always: the caller may be in the middle of something.
    package static func immediateTask(_ operation: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        let task = Task.immediate(operation: operation)
        MainJobQueue.runOfNoActor()
        return task
    }

    /// Suspends until GLib has handled an event or has been idle once.
    ///
    /// For code that waits for a condition turn by turn.
    public static func turn() async {
        await withCheckedContinuation { continuation in
            let data = RetainedBox.retain(Turn(continuation))
            g_timeout_add_full(
                G_PRIORITY_DEFAULT_IDLE, 1,
                { data in
                    guard let data else { return 0 }
                    RetainedBox.borrow(data, as: Turn.self).continuation.resume()
                    return 0
                }, data,
                { data in
                    guard let data else { return }
                    RetainedBox.release(data)
                })
        }
    }

    private final class Turn {
        let continuation: CheckedContinuation<Void, Never>

        init(_ continuation: CheckedContinuation<Void, Never>) {
            self.continuation = continuation
        }
    }

    private final class Outcome<Value> {
        var result: Result<Value, any Error>?
    }
}

/// Clears the event descriptor's counter, then lets libdispatch run what is queued.
private let drainMainQueue: GUnixFDSourceFunc = { _, _, _ in
    // The descriptor doesn't block: where a nested loop has cleared the counter, this reads nothing.
    var counter: UInt64 = 0
    _ = read(dispatchMainQueueHandle(), &counter, MemoryLayout.size(ofValue: counter))
    dispatchMainQueueDrain(nil)
    return 1
}
