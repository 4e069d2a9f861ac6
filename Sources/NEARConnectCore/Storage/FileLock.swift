// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Glibc

/// An advisory lock (`flock`) on a file beside the data that it guards: processes that share a profile take turns.
///
/// The kernel releases the lock when the process ends, however it ends. The lock's file stays: removing it would let
/// two processes in at once.
struct FileLock {
    /// The processes that may hold the lock at the same time.
    enum Mode: Sendable {
        /// Other readers.
        case shared
        /// No other process.
        case exclusive
    }

    /// The time for which to wait for another holder.
    ///
    /// It writes one small file; a process that takes longer hangs.
    static let patience = Duration.seconds(2)
    /// The time between two attempts to take the lock, in milliseconds.
    private static let step: CInt = 5

    let url: URL

    /// Runs `body` with the lock held.
    ///
    /// - Throws: ``FileLockError``, or what `body` throws.
    func hold<Value>(
        _ mode: Mode, patience: Duration = FileLock.patience, _ body: () throws -> Value
    ) throws -> Value {
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("open") }
        // Closing the descriptor releases the lock.
        defer { close(descriptor) }
        let limit = ContinuousClock.now + patience
        let turns = FileLockTurns(path: url.path)
        // A process that takes the lock again and again lets those in that wait.
        if turns.isRepeated, turns.isAwaited { pause(2) }
        var mark: FileLockTurns.Mark?
        while flock(descriptor, (mode == .exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw failure("flock") }
            guard ContinuousClock.now < limit else { throw FileLockError.held(path: url.path, limit: patience) }
            if mark == nil { mark = turns.wait() }
            pause(1)
        }
        mark = nil
        // Before the descriptor is closed: whoever asks next knows that this process had its turn.
        defer { turns.noteEnd() }
        return try body()
    }

    private func pause(_ steps: CInt) { _ = poll(nil, 0, steps * Self.step) }

    private func failure(_ call: String) -> FileLockError {
        .system(SystemCallError(call: call, path: url.path, errno: errno))
    }
}
