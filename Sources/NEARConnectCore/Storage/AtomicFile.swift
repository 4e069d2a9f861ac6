// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import Glibc

/// Replaces a small file as a whole: after a crash it has either the old content or the new one.
package struct AtomicFile {
    /// The points of a replacement between which a process may die.
    ///
    /// For tests, which stop at each of them.
    package enum Step: CaseIterable, Sendable {
        case directoryCreated
        case temporaryCreated
        case temporaryWritten
        case temporarySynced
        case renamed
        /// Only in ``AtomicFile/remove()``.
        case removed
        case directorySynced
    }

    package let url: URL
    /// Called after each step.
    ///
    /// Production code does nothing here.
    var afterStep: (Step) throws -> Void

    package init(url: URL, afterStep: @escaping (Step) throws -> Void = { _ in }) {
        self.url = url
        self.afterStep = afterStep
    }

    /// Replaces the file's content, durably.
    ///
    /// The content goes to a temporary file of mode 0600 in the same folder (created with mode 0700). That file is
    /// synced and renamed over the old one; then the folder is synced.
    package func replace(with content: Data) throws {
        try replaceUnsynced(with: content)
        try Self.sync(folder: url.deletingLastPathComponent())
        try afterStep(.directorySynced)
    }

    /// Replaces the file's content; that lasts once the folder is synced (``sync(folder:)``).
    ///
    /// For several files of one folder, which is synced once then.
    ///
    /// - Parameter isWhole: False where a loss of power may leave the new name with an old, an empty or half a content,
    ///   since the caller has it elsewhere, too.
    package func replaceUnsynced(with content: Data, isWhole: Bool = true) throws {
        try createFolder()
        try afterStep(.directoryCreated)
        let folder = url.deletingLastPathComponent()
        let temporary = folder.appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString).tmp")
        do {
            try write(content, by: temporary, isWhole: isWhole)
        } catch let failure as SystemCallError {
            // The disk may be full: don't leave a partial file on it.
            unlink(temporary.path)
            throw failure
        }
    }

    /// Makes the file, durably, where nothing has its name.
    ///
    /// - Throws: ``SystemCallError`` with `EEXIST` where something has; that stays as it is.
    package func create(with content: Data) throws {
        try createFolder()
        let folder = url.deletingLastPathComponent()
        let temporary = folder.appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString).tmp")
        defer { unlink(temporary.path) }
        try writeTemporary(content, to: temporary, isWhole: true)
        if link(temporary.path, url.path) != 0 {
            guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else {
                throw SystemCallError(call: "link", path: url.path, errno: errno)
            }
            try takeName(for: temporary)
        }
        try Self.sync(folder: folder)
    }

    /// Gives the file's name to a temporary one where there are no hard links, as on memory sticks.
    private func takeName(for temporary: URL) throws {
        // Nobody else has the name from here on. A process that is killed now leaves an empty file.
        let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemCallError(call: "open", path: url.path, errno: errno) }
        close(descriptor)
        guard rename(temporary.path, url.path) == 0 else {
            throw SystemCallError(call: "rename", path: temporary.path, errno: errno)
        }
    }

    private func write(_ content: Data, by temporary: URL, isWhole: Bool) throws {
        try writeTemporary(content, to: temporary, isWhole: isWhole)
        guard rename(temporary.path, url.path) == 0 else {
            throw SystemCallError(call: "rename", path: temporary.path, errno: errno)
        }
        try afterStep(.renamed)
    }

    private func writeTemporary(_ content: Data, to temporary: URL, isWhole: Bool) throws {
        let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemCallError(call: "open", path: temporary.path, errno: errno) }
        defer { close(descriptor) }
        try afterStep(.temporaryCreated)
        try Self.write(content, to: descriptor, path: temporary.path)
        try afterStep(.temporaryWritten)
        guard isWhole else { return }
        guard fsync(descriptor) == 0 else {
            throw SystemCallError(call: "fsync", path: temporary.path, errno: errno)
        }
        try afterStep(.temporarySynced)
    }

    /// Creates the file's folder, mode 0700, if it doesn't exist.
    package func createFolder() throws {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    /// Removes the file if it exists, and syncs the folder.
    package func remove() throws {
        try removeUnsynced()
        try Self.sync(folder: url.deletingLastPathComponent())
        try afterStep(.directorySynced)
    }

    /// Removes the file if it exists; that lasts once the folder is synced.
    package func removeUnsynced() throws {
        guard unlink(url.path) == 0 || errno == ENOENT else {
            throw SystemCallError(call: "unlink", path: url.path, errno: errno)
        }
        try afterStep(.removed)
    }

    /// Removes the temporary files that interrupted replacements left.
    ///
    /// Call it only under a lock that every replacement holds: no temporary file belongs to a running replacement then.
    func removeLeftovers() throws {
        let folder = url.deletingLastPathComponent()
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        let prefix = ".\(url.lastPathComponent)."
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.hasPrefix(prefix) && name.hasSuffix(".tmp") {
            try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }

    /// Makes a folder's entries durable.
    package static func sync(folder: URL) throws {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemCallError(call: "open", path: folder.path, errno: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SystemCallError(call: "fsync", path: folder.path, errno: errno) }
    }

    /// Writes all of `content`.
    package static func write(_ content: Data, to descriptor: CInt, path: String) throws {
        var rest = content[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0 {
                if errno == EINTR { continue }
                throw SystemCallError(call: "write", path: path, errno: errno)
            }
            rest = rest.dropFirst(written)
        }
    }
}
