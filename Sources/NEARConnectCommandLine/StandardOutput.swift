// SPDX-License-Identifier: MIT

@preconcurrency internal import Glibc
internal import NEARConnectCore
internal import SafeText

/// Sees to it that output which was lost makes a command fail.
package enum StandardOutput {
    /// Prints `text`, and ends the line.
    package static func write(_ text: String) { fputs("\(text)\n", stdout) }

    /// Hands what was printed to whoever reads it, without waiting for the end of the process.
    ///
    /// ``endProcess(_:)`` reports output that can't be written.
    package static func flush() { fflush(stdout) }

    /// Ends the process with `status`, or as a failure if not all that was printed could be written.
    ///
    /// A sentence says why. Without this a full disk leaves half a file and the status 0.
    ///
    /// Handlers of `atexit` and destructors of libraries don't run: they would free what threads that still end
    /// (of libdispatch, of libcurl) use at that moment. One program in about a thousand ended by SIGABRT that way.
    package static func endProcess(_ status: Int32) -> Never {
        errno = 0
        let isFlushed = fflush(stdout) == 0
        let reason = errno
        guard !isFlushed || ferror(stdout) != 0 else { _exit(status) }
        // A reader that has seen enough, such as head, says nothing either.
        if reason != EPIPE {
            let words = reason == 0 ? localized("an earlier part is lost") : String(cString: strerror(reason))
            StandardError.say(localized("standard output can’t be written: %1$s", words))
        }
        _exit(ExitStatus.failure.rawValue)
    }
}
