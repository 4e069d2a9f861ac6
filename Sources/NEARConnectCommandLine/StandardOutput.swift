// SPDX-License-Identifier: MIT

@preconcurrency internal import Glibc
internal import NEARConnectCore
internal import SafeText

/// Sees to it that output which was lost makes a command fail.
package enum StandardOutput {
    /// Makes the process fail, with a sentence, if not all that it printed could be written.
    ///
    /// Without this a full disk leaves half a file and the status 0. Call it once, before anything is printed.
    package static func checkAtEnd() {
        atexit {
            errno = 0
            let isFlushed = fflush(stdout) == 0
            let reason = errno
            guard !isFlushed || ferror(stdout) != 0 else { return }
            // A reader that has seen enough, such as head, says nothing either.
            if reason != EPIPE {
                let words = reason == 0 ? localized("an earlier part is lost") : String(cString: strerror(reason))
                StandardError.say(localized("standard output can’t be written: %1$s", words))
            }
            _exit(ExitStatus.failure.rawValue)
        }
    }
}
