// SPDX-License-Identifier: MIT

internal import CGLib
package import GLibRuntime
internal import Glibc

/// A child program that is spoken with by lines, over its standard input and output (GLib's `GSubprocess`).
///
/// Its standard error is this program's. Its input ends when this value is dropped, or with this process, however that
/// ends: a program that reads its input never outlives who started it. Lines are read by one caller at a time.
package final class LineProgram: ChildProgram {
    private let lines: GObjectOwner

    /// Starts a program, which hears every signal, whichever this thread blocks.
    ///
    /// - Parameter arguments: The program's full path, and what it is given, each as it is.
    /// - Throws: Why it didn't start, in the system's words.
    package override init(_ arguments: [String]) throws(GLibError) {
        let started = try Self.start(arguments, G_SUBPROCESS_FLAGS_STDIN_PIPE, G_SUBPROCESS_FLAGS_STDOUT_PIPE)
        guard let output = g_subprocess_get_stdout_pipe(OpaquePointer(started)) else {
            preconditionFailure("GLib gave a process without a pipe to its output")
        }
        lines = GObjectOwner(UnsafeMutableRawPointer(g_data_input_stream_new(output)), .full)
        super.init(started: started)
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
                // An error of the pipe ends the conversation as the program's end does.
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
        return await ended()
    }
}
