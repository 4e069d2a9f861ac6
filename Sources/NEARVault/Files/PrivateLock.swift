// SPDX-License-Identifier: MIT

internal import Glibc

/// An advisory lock (`flock`) on a file beside the one that it guards: processes that share a vault take turns.
///
/// The kernel releases the lock when the process ends, however it ends. The lock's file stays: removing it would let
/// two processes in at once.
struct PrivateLock: Sendable {
    /// The time between two attempts to take the lock, in milliseconds.
    private static let step: CInt = 5

    let path: String
    /// The time for which another holder is waited for.
    let patience: Duration

    /// Runs `body` with the lock held; it blocks the thread meanwhile.
    ///
    /// - Throws: ``VaultError/busy(path:after:)``, ``VaultError/file(path:errno:)``, or what `body` throws.
    func hold<Value>(_ body: () throws(VaultError) -> Value) throws(VaultError) -> Value {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .file(path: path, errno: errno) }
        // Closing the descriptor releases the lock.
        defer { close(descriptor) }
        let limit = ContinuousClock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw .file(path: path, errno: errno) }
            guard ContinuousClock.now < limit else { throw .busy(path: path, after: patience) }
            _ = poll(nil, 0, Self.step)
        }
        return try body()
    }
}
