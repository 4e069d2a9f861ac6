// SPDX-License-Identifier: MIT

internal import Glibc
internal import SafeText

/// The reasons for which a ``FileLock`` wasn't taken.
enum FileLockError: Error, CustomStringConvertible {
    /// A system call failed.
    case system(SystemCallError)
    /// Another process held the lock for longer than the caller waits.
    case held(path: String, limit: Duration)

    var description: String {
        switch self {
        case .system(let failure): "\(failure)"
        case .held(let path, let limit):
            localized(
                "another process has held the lock %1$s for %2$s; end that process, or use another profile", path,
                DisplayText.words(limit))
        }
    }

    /// True if nobody can write there, so that nobody has to be kept out either.
    var isReadOnly: Bool {
        guard case .system(let failure) = self else { return false }
        return [EROFS, EACCES, EPERM].contains(failure.errno)
    }
}
