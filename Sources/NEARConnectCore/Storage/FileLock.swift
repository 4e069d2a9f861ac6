// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Glibc
internal import SafeText

/// An advisory lock (`flock`) on a file of its own beside what it guards: two processes on one profile take turns.
///
/// The kernel gives the lock back when the process ends, however it ends. The file stays: whoever removes a lock's file lets two in.
struct FileLock {
    /// Who else may be in at the same time.
    enum Mode: Sendable {
        /// Readers.
        case shared
        /// Nobody.
        case exclusive
    }

    /// Why there was no lock.
    enum Failure: Error, CustomStringConvertible {
        /// A system call failed.
        case system(AtomicFile.Failure)
        /// Somebody else kept it.
        case held(path: String, limit: Duration)

        var description: String {
            switch self {
            case .system(let failure): "\(failure)"
            case .held(let path, let limit):
                "another process has kept \(path) locked for \(DisplayText.words(limit)); end it, or use another profile"
            }
        }

        /// Whether nobody can write there: then nobody has to be kept out either.
        var isReadOnly: Bool {
            guard case .system(let failure) = self else { return false }
            return [EROFS, EACCES, EPERM].contains(failure.errno)
        }
    }

    /// How long the holder is waited for. It writes one small file; what takes longer hangs.
    static let patience = Duration.seconds(2)
    /// How long one look at a lock that is held lasts, in milliseconds.
    private static let step: CInt = 5

    let url: URL

    /// Runs `body` with the lock held.
    ///
    /// - Throws: ``Failure``, or what `body` throws.
    func hold<Value>(
        _ mode: Mode, patience: Duration = FileLock.patience, _ body: () throws -> Value
    ) throws -> Value {
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("open") }
        // Closing gives the lock back.
        defer { close(descriptor) }
        let limit = ContinuousClock.now + patience
        while flock(descriptor, (mode == .exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw failure("flock") }
            guard ContinuousClock.now < limit else { throw Failure.held(path: url.path, limit: patience) }
            _ = poll(nil, 0, Self.step)
        }
        return try body()
    }

    private func failure(_ call: String) -> Failure {
        .system(AtomicFile.Failure(call: call, path: url.path, errno: errno))
    }
}
