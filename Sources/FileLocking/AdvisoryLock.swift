// SPDX-License-Identifier: MIT

internal import Glibc

/// An advisory lock (`flock`) on a file beside the data that it guards: processes that share the data take turns.
///
/// The kernel releases the lock when the process ends, however it ends. The lock's file stays: removing it would let
/// two processes in at once.
package struct AdvisoryLock: Sendable {
    /// The processes that may hold the lock at the same time.
    package enum Mode: Sendable {
        /// Other readers.
        case shared
        /// No other process.
        case exclusive
    }

    /// The time between two attempts to take the lock, in milliseconds.
    private static let step: CInt = 5
    /// The most steps for which a process that takes the lock again gives way: time enough for those that wait.
    private static let courtesy = 8

    package let path: String

    package init(path: String) { self.path = path }

    /// Takes the lock; it blocks the thread until then.
    ///
    /// - Parameters:
    ///   - mode: The processes that may hold it too.
    ///   - patience: The time for which other holders are waited for.
    package func take(_ mode: Mode, patience: Duration) throws(AdvisoryLockError) -> HeldLock {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(call: "open", errno: errno) }
        let turns = LockTurns(path: path)
        let held = HeldLock(descriptor, turns)
        let limit = ContinuousClock.now + patience
        // A process that takes the lock again and again lets those in that wait.
        var steps = 0
        while steps < Self.courtesy, turns.isRepeated, turns.isAwaited {
            pause()
            steps += 1
        }
        var mark: LockTurns.Mark?
        while flock(descriptor, (mode == .exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw .system(call: "flock", errno: errno) }
            guard ContinuousClock.now < limit else { throw .held }
            if mark == nil { mark = turns.wait() }
            pause()
        }
        mark = nil
        held.isTaken = true
        return held
    }

    private func pause() { _ = poll(nil, 0, Self.step) }
}

/// A lock's file that is open, and locked once it was taken.
package final class HeldLock {
    private var descriptor: CInt
    private let turns: LockTurns
    fileprivate var isTaken = false

    fileprivate init(_ descriptor: CInt, _ turns: LockTurns) {
        self.descriptor = descriptor
        self.turns = turns
    }

    deinit { release() }

    /// Gives the lock back.
    package func release() {
        guard descriptor >= 0 else { return }
        // Before the descriptor is closed: whoever asks next knows that this process had its turn.
        if isTaken { turns.noteEnd() }
        unlockAndClose(descriptor)
        descriptor = -1
    }
}

/// Gives back the lock of a descriptor, and closes it.
///
/// Closing alone isn't enough: a process that another thread is starting has a copy of the descriptor until it executes
/// its program, and the lock would stand until then.
func unlockAndClose(_ descriptor: CInt) {
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
}

/// The reasons for which an ``AdvisoryLock`` wasn't taken.
package enum AdvisoryLockError: Error, Equatable {
    /// A system call failed.
    case system(call: String, errno: Int32)
    /// Another process held the lock for longer than the caller waits.
    case held
}
