// SPDX-License-Identifier: MIT

/// Runs `body` on the main actor, inside a callback that C makes on the main thread.
///
/// The only `nonisolated(unsafe)` of the package: what a callback is given (pointers that live as long as the call,
/// boxes that came through `user_data`) can't be `Sendable`, and nothing in a C function's type says on which thread it
/// is called. What makes it safe is that no thread is crossed: `assumeIsolated` stops the program when a callback comes
/// on another thread, and `value` is not kept, it is used by this call and handed over whole.
package func onMainThread<Value>(_ value: Value, _ body: @MainActor (Value) -> Void) {
    nonisolated(unsafe) let value = value
    MainActor.assumeIsolated { body(value) }
}

/// Runs `body` on the main actor: at once on the main thread, and as one of its next jobs elsewhere.
///
/// For what GLib calls at the end of an object. A garbage collector of the host's may drop the last reference on any
/// thread, and that is no reason to end the host's process.
package func onMainThreadAtAnEnd(_ body: @escaping @MainActor @Sendable () -> Void) {
    if MainJobQueue.isOnAnotherThread {
        Task { @MainActor in body() }
    } else {
        MainActor.assumeIsolated(body)
    }
}
