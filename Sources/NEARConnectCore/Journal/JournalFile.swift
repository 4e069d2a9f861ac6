// SPDX-License-Identifier: MIT

internal import FileLocking
package import FoundationEssentials
internal import Glibc

/// The file `journal.jsonl` in a profile's state folder: one JSON object a line, mode 0600.
///
/// Each append is synced. A lock file beside it lets processes take turns. An append is one `write`; a partial one is
/// truncated again. A line that a crash cut off stays as a line of its own, which readers report. Beyond
/// ``compactionSize`` the file is rewritten with the lines that still matter, when the archive has the others. A file
/// that stays large is tried again each time it has grown by a quarter.
package struct JournalFile: Sendable {
    /// The file's name.
    package static let name = "journal.jsonl"
    /// The file size, in bytes, from which the file is compacted.
    package static let compactionSize = 512 * 1024
    /// The most bytes of settled entries that survive a compaction.
    static let keptBytes = compactionSize / 4
    /// The time to wait for another process that writes.
    ///
    /// Only the journal's own queue waits. It is long because on a slow disk each line takes its time.
    static let patience = Duration.seconds(10)
    /// The largest file that is read, in bytes; this program never writes a larger one.
    package static let largestSize = 64 * 1024 * 1024

    let url: URL
    /// The entries that compactions have dropped.
    let archive: Archive
    /// A step of a write, after which a process may end.
    package enum Step: Sendable {
        /// The lines are in the file, and maybe not on the disk.
        case written
        /// They are on the disk.
        case synced
        /// Entries are in the archive, and the file still has them.
        case archived
    }
    /// Called after each step; production code does nothing here.
    private let afterStep: @Sendable (Step) -> Void
    private let patience: Duration
    private let compactionSize: Int
    private var folder: URL { url.deletingLastPathComponent() }
    private var lock: FileLock { FileLock(url: folder.appendingPathComponent("journal.lock")) }

    /// Creates the journal's file of one profile; nothing is written yet.
    ///
    /// - Parameters:
    ///   - folder: The profile's state folder; created with the first line.
    ///   - patience: How long to wait for another process that holds the lock.
    ///   - compactionSize: The size from which the file is compacted; a quarter of it may stay. Smaller in tests.
    ///   - afterStep: For tests, which end the process there.
    package init(
        folder: URL, patience: Duration = Self.patience, compactionSize: Int = Self.compactionSize,
        afterStep: @escaping @Sendable (Step) -> Void = { _ in }
    ) {
        self.patience = patience
        self.compactionSize = compactionSize
        self.afterStep = afterStep
        archive = Archive(folder: folder)
        url = folder.appendingPathComponent(Self.name)
    }

    /// Returns the file's content; empty where there is no file.
    func read() throws -> JournalReader.Content {
        guard FileManager.default.fileExists(atPath: url.path) else { return JournalReader.Content() }
        do {
            return try lock.hold(.shared, patience: patience) { try contents() }
        } catch let failure as FileLockError where failure.isReadOnly {
            return try contents()
        }
    }

    /// Returns the file's bytes as they are; `nil` where there is no file.
    func bytes() throws -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        do {
            return try lock.hold(.shared, patience: patience) { try RegularFile.read(url, limit: Self.largestSize) }
        } catch let failure as FileLockError where failure.isReadOnly {
            return try RegularFile.read(url, limit: Self.largestSize)
        }
    }

    /// Appends `records` and returns when they are on disk.
    ///
    /// - Parameters:
    ///   - isStillTrue: Decides under the lock, from the file's current content, whether to append them.
    ///   - compacted: Returns the lines to keep when the file has become too large, and the entries to archive.
    /// - Returns: The error that prevented a compaction, if one did. The records are on disk all the same.
    @discardableResult
    func append(
        _ records: [JournalRecord], if isStillTrue: ((JournalReader.Content) -> Bool)? = nil,
        compacted: ([JournalLine], _ keptBytes: Int) -> JournalCompaction
    ) throws -> (any Error)? {
        try AtomicFile(url: url).createFolder()
        return try lock.hold(.exclusive, patience: patience) {
            if let isStillTrue, try !isStillTrue(contents()) { return nil }
            let sizes = try write(records)
            guard isCompactionDue(before: sizes.before, after: sizes.after) else { return nil }
            do {
                try compact(compacted)
                return nil
            } catch {
                return error
            }
        }
    }

    /// Returns whether an append brings the file over a size at which it is compacted.
    ///
    /// The sizes are ``compactionSize`` and from there on each a quarter larger than the one before. An attempt reads
    /// the whole file, so an archive that can't be written must not cost one for each append. The sizes depend on
    /// nothing but the file, so processes that share a profile agree on them.
    func isCompactionDue(before: Int, after: Int) -> Bool {
        var size = compactionSize
        while size < before { size += max(size / 4, 1) }
        return after > size
    }

    // MARK: Under the lock

    private func contents() throws -> JournalReader.Content {
        // Neither wait for a pipe in the file's place nor follow a link.
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        // Nothing has been written yet.
        if descriptor < 0, errno == ENOENT { return JournalReader.Content() }
        guard descriptor >= 0 else { throw failure("open") }
        defer { close(descriptor) }
        try check(descriptor)
        return JournalReader.read(
            try RegularFile.contents(descriptor, limit: Self.largestSize, path: url.path))
    }

    /// Checks that an open file was written by this program and that no other user can read it.
    private func check(_ descriptor: CInt) throws {
        let facts = try RegularFile.check(descriptor, limit: Self.largestSize, path: url.path)
        // A restored copy may be readable by other users. Only the owner can change its mode.
        if facts.st_mode & 0o077 != 0 { _ = fchmod(descriptor, 0o600) }
    }

    /// Appends the records' lines and syncs them.
    ///
    /// - Returns: The file's sizes before and afterwards, in bytes.
    private func write(_ records: [JournalRecord]) throws -> (before: Int, after: Int) {
        let descriptor = open(url.path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw failure("open") }
        defer { close(descriptor) }
        try check(descriptor)
        let before = lseek(descriptor, 0, SEEK_END)
        guard before >= 0 else { throw failure("lseek") }
        // A line that a crash cut off is ended here, so that it stands alone.
        var bytes: [UInt8] = try isTorn(descriptor, before) ? [UInt8(ascii: "\n")] : []
        for record in records { bytes += record.line + [UInt8(ascii: "\n")] }
        do {
            try AtomicFile.write(Data(bytes), to: descriptor, path: url.path)
            afterStep(.written)
            guard fdatasync(descriptor) == 0 else { throw failure("fdatasync") }
            // Also after a crash that created the file before its name was on disk.
            if before == 0 { try AtomicFile.sync(folder: folder) }
        } catch {
            // A line whose append failed must not be read later. Where even this fails, the line stays and claims less
            // than was done.
            _ = ftruncate(descriptor, before)
            throw error
        }
        afterStep(.synced)
        return (Int(before), Int(before) + bytes.count)
    }

    private func isTorn(_ descriptor: CInt, _ size: off_t) throws -> Bool {
        guard size > 0 else { return false }
        var last: UInt8 = 0
        guard pread(descriptor, &last, 1, size - 1) == 1 else { throw failure("read") }
        return last != UInt8(ascii: "\n")
    }

    private func compact(_ compacted: ([JournalLine], Int) -> JournalCompaction) throws {
        let content = try contents()
        let file = AtomicFile(url: url)
        try file.removeLeftovers()
        let compaction = compacted(content.lines, compactionSize / 4)
        // What can't be archived is not dropped.
        try archive.add(compaction.dropped)
        afterStep(.archived)
        var bytes: [UInt8] = []
        for line in compaction.kept { bytes += line.bytes + [UInt8(ascii: "\n")] }
        try file.replace(with: Data(bytes))
    }

    private func failure(_ call: String) -> SystemCallError {
        SystemCallError(call: call, path: url.path, errno: errno)
    }
}
