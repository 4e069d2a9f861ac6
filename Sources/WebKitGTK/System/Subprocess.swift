// SPDX-License-Identifier: MIT

internal import CWebKitGTK
package import GLibRuntime
internal import Glibc

/// A child program that may outlive this one (GLib's `GSubprocess`).
///
/// It inherits none of this program's streams and descriptors, and no shell runs it.
///
/// Dropping it neither ends the program nor leaves a zombie: GLib waits for it.
package final class Subprocess: GObjectOwner {
    /// Starts a program, which hears every signal, whichever this thread blocks.
    ///
    /// - Parameters:
    ///   - arguments: The program's full path, and what it is given, each as it is.
    ///   - environment: All that it finds in its environment.
    /// - Throws: Why it didn't start, in the system's words: `Text file busy`, for example.
    package init(_ arguments: [String], environment: [String: String]) throws(GLibError) {
        let streams = G_SUBPROCESS_FLAGS_STDOUT_SILENCE.rawValue | G_SUBPROCESS_FLAGS_STDERR_SILENCE.rawValue
        let launcher = GObjectOwner(
            UnsafeMutableRawPointer(g_subprocess_launcher_new(GSubprocessFlags(streams))), .full)
        g_subprocess_launcher_set_child_setup(OpaquePointer(launcher.pointer), hearEverySignal, nil, nil)
        var variables = Self.texts(environment.map { "\($0.key)=\($0.value)" })
        defer { variables.forEach { g_free($0) } }
        g_subprocess_launcher_set_environ(OpaquePointer(launcher.pointer), &variables)
        var words = Self.texts(arguments).map { UnsafePointer($0) }
        defer { words.forEach { g_free(UnsafeMutablePointer(mutating: $0)) } }
        let started = try GLibError.check {
            g_subprocess_launcher_spawnv(OpaquePointer(launcher.pointer), &words, $0)
        }
        guard let started else { preconditionFailure("GLib gave neither a process nor an error") }
        super.init(UnsafeMutableRawPointer(started), .full)
    }

    /// Waits for the program's end.
    ///
    /// - Returns: What it ended with, 128 and the signal's number if it was one as shells have it; `nil` when `limit`
    ///   was over first, or the task was cancelled.
    package func end(within limit: Duration, by clock: any Clock<Duration>) async -> Int32? {
        let cancellable = Cancellable()
        let timer = Task {
            try await clock.sleep(for: limit)
            cancellable.cancel()
        }
        defer { timer.cancel() }
        let process = OpaquePointer(pointer)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Int32?, Never>) in
                let done = AsyncCompletion { result in
                    // The one error there is: it was cancelled.
                    let hasEnded = g_subprocess_wait_finish(process, result, nil) != 0
                    continuation.resume(returning: hasEnded ? Self.status(of: process) : nil)
                }
                g_subprocess_wait_async(process, cancellable.cast(), done.callback, done.data)
            }
        } onCancel: {
            Task { @MainActor in cancellable.cancel() }
        }
    }

    private static func status(of process: OpaquePointer) -> Int32 {
        g_subprocess_get_if_signaled(process) != 0
            ? 128 + g_subprocess_get_term_sig(process) : g_subprocess_get_exit_status(process)
    }

    /// An array of C strings with a null at its end; each is freed by the caller.
    private static func texts(_ strings: [String]) -> [UnsafeMutablePointer<gchar>?] {
        strings.map { g_strdup($0) } + [nil]
    }
}

/// Runs in the new process before its program does.
///
/// Nothing may allocate or lock there, nor ask on which actor it is.
private nonisolated func hearEverySignal(_: gpointer?) {
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
}
