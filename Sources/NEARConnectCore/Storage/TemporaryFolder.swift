// SPDX-License-Identifier: MIT

internal import FileLocking
package import FoundationEssentials
internal import Glibc
internal import SafeText

/// The folder of this process's temporary profiles and keys, which goes with the last of them.
///
/// A process that is killed leaves its folder. The lock beside the folder is free then, and whichever process makes a
/// folder next removes both. The folder is made only while the lock is held, so nobody takes a new one for a left one.
@MainActor
package final class TemporaryFolder {
    private static let prefix = "near-connect-tmp-"
    private static var current: TemporaryFolder?

    /// The folder, which only its user may enter.
    package let url: URL
    private let lock: HeldLock
    private var uses = 0
    private var names = 0

    private init(_ url: URL, _ lock: HeldLock) {
        self.url = url
        self.lock = lock
    }

    /// Returns this process's folder, for one more use, and makes it if there is none.
    ///
    /// - Throws: ``TemporaryFolderError``.
    package static func take() throws(TemporaryFolderError) -> TemporaryFolder {
        if current == nil { current = try make() }
        guard let current else { preconditionFailure("a folder was made, and is not there") }
        current.uses += 1
        return current
    }

    /// Returns a name in the folder that nothing has had.
    package func newName() -> URL {
        names += 1
        return url.appendingPathComponent("\(names)")
    }

    /// Ends a use.
    ///
    /// - Returns: Whether it was the last one.
    package func giveBack() -> Bool {
        uses -= 1
        return uses == 0
    }

    /// Removes the folder, unless it was taken again.
    ///
    /// - Throws: An error of the file system.
    package func removeIfUnused() throws {
        guard uses == 0 else { return }
        if FileManager.default.fileExists(atPath: url.path) { try FileManager.default.removeItem(at: url) }
        if Self.current === self { Self.current = nil }
        unlink(Self.lock(of: url))
        lock.release()
    }

    private static func make() throws(TemporaryFolderError) -> TemporaryFolder {
        sweep()
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            prefix + String(UInt64.random(in: 0 ... .max), radix: 36))
        let lock: HeldLock
        do throws(AdvisoryLockError) {
            lock = try AdvisoryLock(path: self.lock(of: url)).take(.exclusive, patience: .zero)
        } catch {
            let number = if case .system(_, let number) = error { number } else { EWOULDBLOCK }
            throw TemporaryFolderError(path: url.path, errno: number)
        }
        guard mkdir(url.path, 0o700) == 0 else { throw TemporaryFolderError(path: url.path, errno: errno) }
        return TemporaryFolder(url, lock)
    }

    // MARK: Folders that were left

    /// Removes folders of this user whose processes have ended.
    package static func sweep() {
        let place = FileManager.default.temporaryDirectory
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: place.path)
        } catch {
            return
        }
        for name in names where name.hasPrefix(prefix) && !name.hasSuffix(lockSuffix) {
            let url = place.appendingPathComponent(name)
            var entry = stat()
            guard lstat(url.path, &entry) == 0, entry.st_mode & S_IFMT == S_IFDIR, entry.st_uid == geteuid() else {
                continue
            }
            do {
                let held = try AdvisoryLock(path: lock(of: url)).take(.exclusive, patience: .zero)
                try FileManager.default.removeItem(at: url)
                unlink(lock(of: url))
                held.release()
            } catch {
                // Its process lives, or another one removes it; what can't be removed now is found again.
                continue
            }
        }
    }

    /// Removes a part of a folder as far as that goes; what comes back goes with the whole.
    package static func removeWhatGoes(_ url: URL) {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            return
        }
    }

    private static let lockSuffix = ".lock"

    private static func lock(of url: URL) -> String { url.path + lockSuffix }
}

/// A temporary folder that can't be made.
package struct TemporaryFolderError: Error, CustomStringConvertible {
    let path: String
    let errno: Int32

    package var description: String {
        localized(
            "%1$s: this folder can’t be made: %2$s. Set TMPDIR to a folder that you may write to.",
            DisplayText.line(path), String(cString: strerror(errno)))
    }
}
