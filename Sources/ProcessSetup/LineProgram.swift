// SPDX-License-Identifier: MIT

internal import CGLib
package import GLibRuntime
internal import Glibc

/// A child program that is spoken with by lines, over its standard input and output (GLib's `GSubprocess`).
///
/// Its standard error is this program's. Its input ends when this value is dropped, or with this process, however that
/// ends: a program that reads its input never outlives who started it. Lines are read by one caller at a time.
package final class LineProgram: GObjectOwner {
    private let lines: GObjectOwner

    /// Starts a program, which hears every signal, whichever this thread blocks.
    ///
    /// - Parameter arguments: The program's full path, and what it is given, each as it is.
    /// - Throws: Why it didn't start, in the system's words.
    package init(_ arguments: [String]) throws(GLibError) {
        let streams = G_SUBPROCESS_FLAGS_STDIN_PIPE.rawValue | G_SUBPROCESS_FLAGS_STDOUT_PIPE.rawValue
        let launcher = GObjectOwner(
            UnsafeMutableRawPointer(g_subprocess_launcher_new(GSubprocessFlags(streams))), .full)
        g_subprocess_launcher_set_child_setup(OpaquePointer(launcher.pointer), hearEverySignal, nil, nil)
        var words = (arguments.map { g_strdup($0) } + [nil]).map { UnsafePointer($0) }
        defer { words.forEach { g_free(UnsafeMutablePointer(mutating: $0)) } }
        let started = try GLibError.check {
            g_subprocess_launcher_spawnv(OpaquePointer(launcher.pointer), &words, $0)
        }
        guard let started, let output = g_subprocess_get_stdout_pipe(started) else {
            preconditionFailure("GLib gave neither a process nor an error")
        }
        lines = GObjectOwner(UnsafeMutableRawPointer(g_data_input_stream_new(output)), .full)
        super.init(UnsafeMutableRawPointer(started), .full)
    }

    // GLib has a reference of its own until the program has ended.
    isolated deinit { closeInput() }

    /// Writes a line.
    ///
    /// The signal that a program which has ended would send (SIGPIPE) doesn't reach this process.
    ///
    /// - Parameter line: The line without its end, short enough for a pipe (64 KiB).
    /// - Throws: The system's error, for one that the program has ended.
    package func write(_ line: String) throws(GLibError) {
        let bytes = Array("\(line)\n".utf8)
        var (pipe, before) = (sigset_t(), sigset_t())
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, &before)
        defer {
            var none = timespec()
            while sigtimedwait(&pipe, nil, &none) > 0 {}
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        let input = g_subprocess_get_stdin_pipe(OpaquePointer(pointer))
        _ = try GLibError.check { g_output_stream_write_all(input, bytes, gsize(bytes.count), nil, nil, $0) }
    }

    /// Waits for the next line.
    ///
    /// - Returns: The line without its end; `nil` when the program has closed its output.
    package func line() async -> String? {
        let stream = lines
        return await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
            let done = AsyncCompletion { result in
                // What can't be read ends the conversation as the program's end does.
                let text = g_data_input_stream_read_line_finish(
                    stream.cast(), result, nil, nil)
                continuation.resume(returning: text.map { String(cString: $0) })
                g_free(text)
            }
            g_data_input_stream_read_line_async(stream.cast(), G_PRIORITY_DEFAULT, nil, done.callback, done.data)
        }
    }

    /// Closes the program's input, by which it ends.
    package func closeInput() {
        g_output_stream_close(g_subprocess_get_stdin_pipe(OpaquePointer(pointer)), nil, nil)
    }

    /// Closes the program's input, and waits for its end.
    ///
    /// - Returns: Its exit code, 128 and the signal's number if it was one as shells have it.
    package func end() async -> Int32 {
        closeInput()
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
