// SPDX-License-Identifier: MIT

internal import FileLocking
internal import FoundationEssentials

/// The lock of a file of the profile: processes that share the profile take turns (see ``AdvisoryLock``).
struct FileLock {
    /// The time for which to wait for another holder.
    ///
    /// It writes one small file; a process that takes longer hangs.
    static let patience = Duration.seconds(2)

    let url: URL

    /// Runs `body` with the lock held.
    ///
    /// - Throws: ``FileLockError``, or what `body` throws.
    func hold<Value>(
        _ mode: AdvisoryLock.Mode, patience: Duration = FileLock.patience, _ body: () throws -> Value
    ) throws -> Value {
        let held = try taken(mode, patience)
        defer { held.release() }
        return try body()
    }

    private func taken(_ mode: AdvisoryLock.Mode, _ patience: Duration) throws(FileLockError) -> HeldLock {
        do throws(AdvisoryLockError) {
            return try AdvisoryLock(path: url.path).take(mode, patience: patience)
        } catch {
            switch error {
            case .held: throw .held(path: url.path, limit: patience)
            case .system(let call, let errno): throw .system(SystemCallError(call: call, path: url.path, errno: errno))
            }
        }
    }
}
