// SPDX-License-Identifier: MIT

internal import FileLocking

/// The lock of a vault's file: processes that share the vault take turns (see ``AdvisoryLock``).
struct PrivateLock: Sendable {
    /// The time for which another holder is waited for.
    ///
    /// It makes up to two keys from passphrases, of about a second each, and writes to a disk that may be busy.
    static let patience = Duration.seconds(10)

    let path: String
    /// The time for which another holder is waited for.
    let patience: Duration

    /// Runs `body` with the lock held; it blocks the thread meanwhile.
    ///
    /// - Throws: ``VaultError/busy(path:after:)``, ``VaultError/file(path:errno:)``, or what `body` throws.
    func hold<Value>(_ body: () throws(VaultError) -> Value) throws(VaultError) -> Value {
        let held = try taken()
        defer { held.release() }
        return try body()
    }

    private func taken() throws(VaultError) -> HeldLock {
        do throws(AdvisoryLockError) {
            return try AdvisoryLock(path: path).take(.exclusive, patience: patience)
        } catch {
            switch error {
            case .held: throw .busy(path: path, after: patience)
            case .system(_, let errno): throw .file(path: path, errno: errno)
            }
        }
    }
}
