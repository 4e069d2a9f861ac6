// SPDX-License-Identifier: MIT

internal import Glibc
internal import Synchronization

/// The turns of the processes that want one ``AdvisoryLock``.
///
/// `flock` has no queue for those that wait with a limit: without a rule, a process that takes the lock again at once
/// always comes first. So whoever waits holds a shared lock on a second file, named like the first with `.wait` at its
/// end, and whoever just had the lock gives way when it sees that. The second file is made when somebody has to wait.
package struct LockTurns {
    /// The time after the end of a turn within which another one counts as repeated.
    private static let interval = Duration.milliseconds(50)

    /// The ends of this process's last turns, by the lock's path.
    private static let ends = Mutex<[String: ContinuousClock.Instant]>([:])

    /// Says that its owner waits, for as long as it exists.
    package final class Mark {
        private let descriptor: CInt

        fileprivate init(_ descriptor: CInt) { self.descriptor = descriptor }

        deinit { unlockAndClose(descriptor) }
    }

    /// The path of the lock's own file.
    package let path: String

    package init(path: String) { self.path = path }

    private var waitPath: String { "\(path).wait" }

    /// True if this process had the lock a moment ago.
    package var isRepeated: Bool {
        guard let end = Self.ends.withLock({ $0[path] }) else { return false }
        return ContinuousClock.now - end < Self.interval
    }

    /// True if another process, or another task of this one, waits for the lock.
    package var isAwaited: Bool {
        let descriptor = open(waitPath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        defer { unlockAndClose(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// Says that this one waits.
    ///
    /// - Returns: The mark; `nil` where the file can't be made, and then it just has no say in whose turn it is.
    package func wait() -> Mark? {
        let descriptor = open(waitPath, O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        // Whoever looks just now holds it for some microseconds; without the mark this one is merely less lucky.
        _ = flock(descriptor, LOCK_SH | LOCK_NB)
        return Mark(descriptor)
    }

    /// Notes that this process's turn is over.
    package func noteEnd() {
        Self.ends.withLock { $0[path] = .now }
    }
}
