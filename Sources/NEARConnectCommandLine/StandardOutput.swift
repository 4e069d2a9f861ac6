// SPDX-License-Identifier: MIT

@preconcurrency internal import Glibc
internal import NEARConnectCore
internal import SafeText
internal import Synchronization

/// Sees to it that output which was lost makes a command fail.
package enum StandardOutput {
    /// The first error of the system while something was written; 0 for none.
    private static let failure = Mutex<Int32>(0)

    /// Prints `text`, and ends the line.
    package static func write(_ text: String) { note(fputs("\(text)\n", stdout) >= 0) }

    /// Hands what was printed to whoever reads it, without waiting for the end of the process.
    ///
    /// ``endProcess(_:)`` reports output that can't be written.
    package static func flush() { note(fflush(stdout) == 0) }

    /// Remembers why something was lost: libc only knows that something was, by the end of the process.
    private static func note(_ isWritten: Bool) {
        let reason = errno
        if !isWritten { failure.withLock { if $0 == 0 { $0 = reason } } }
    }

    /// Ends the process with `status`, or as a failure if not all that was printed could be written.
    ///
    /// A sentence says why. Without this a full disk leaves half a file and the status 0.
    ///
    /// Handlers of `atexit` and destructors of libraries don't run: they would free what threads that still end
    /// (of libdispatch, of libcurl) use at that moment. One program in about a thousand ended by SIGABRT that way.
    package static func endProcess(_ status: Int32) -> Never {
        errno = 0
        let isFlushed = fflush(stdout) == 0
        let last = errno
        let reason = failure.withLock { $0 == 0 ? last : $0 }
        guard !isFlushed || ferror(stdout) != 0 else { _exit(status) }
        // A reader that has seen enough, such as head, says nothing either.
        if reason != EPIPE {
            let words = reason == 0 ? localized("an earlier part is lost") : String(cString: strerror(reason))
            StandardError.say(localized("standard output can’t be written: %1$s", words))
        }
        _exit(ExitStatus.failure.rawValue)
    }
}
