// SPDX-License-Identifier: MIT

internal import CGLib
package import GLibRuntime
internal import Glibc

/// A child program (GLib's `GSubprocess`), which reads nothing and whose output goes nowhere.
///
/// Its standard error is this program's. GLib has a reference of its own until the program has ended.
package class ChildProgram: GObjectOwner {
    /// Starts a program, which hears every signal, whichever this thread blocks.
    ///
    /// - Parameter arguments: The program's full path, and what it is given, each as it is.
    /// - Throws: Why it didn't start, in the system's words.
    package init(_ arguments: [String]) throws(GLibError) {
        super.init(try Self.start(arguments, G_SUBPROCESS_FLAGS_STDOUT_SILENCE), .full)
    }

    /// Takes a program that ``start(_:_:)`` has started.
    init(started: UnsafeMutableRawPointer) { super.init(started, .full) }

    /// Starts a program.
    ///
    /// - Returns: The `GSubprocess`, with a reference.
    static func start(
        _ arguments: [String], _ flags: GSubprocessFlags...
    ) throws(GLibError) -> UnsafeMutableRawPointer {
        let streams = GSubprocessFlags(flags.map(\.rawValue).reduce(0, |))
        let launcher = GObjectOwner(UnsafeMutableRawPointer(g_subprocess_launcher_new(streams)), .full)
        g_subprocess_launcher_set_child_setup(OpaquePointer(launcher.pointer), hearEverySignal, nil, nil)
        var words = (arguments.map { g_strdup($0) } + [nil]).map { UnsafePointer($0) }
        defer { words.forEach { g_free(UnsafeMutablePointer(mutating: $0)) } }
        let started = try GLibError.check {
            g_subprocess_launcher_spawnv(OpaquePointer(launcher.pointer), &words, $0)
        }
        guard let started else { preconditionFailure("GLib gave neither a process nor an error") }
        return UnsafeMutableRawPointer(started)
    }

    /// The number of the process; `nil` once it has ended.
    package var identifier: Int32? {
        g_subprocess_get_identifier(OpaquePointer(pointer)).flatMap { Int32(String(cString: $0)) }
    }

    /// Waits for the program's end.
    ///
    /// - Returns: Its exit code, 128 and the signal's number if it was one as shells have it.
    package func ended() async -> Int32 {
        let process = OpaquePointer(pointer)
        return await withCheckedContinuation { (continuation: CheckedContinuation<Int32, Never>) in
            let done = AsyncCompletion { result in
                g_subprocess_wait_finish(process, result, nil)
                continuation.resume(
                    returning: g_subprocess_get_if_signaled(process) != 0
                        ? 128 + g_subprocess_get_term_sig(process) : g_subprocess_get_exit_status(process))
            }
            g_subprocess_wait_async(process, nil, done.callback, done.data)
        }
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
