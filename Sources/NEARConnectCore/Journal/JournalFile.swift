// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import Glibc

/// `journal.jsonl` in a profile's state folder: one JSON object a line, appended and synced, mode 0600.
///
/// A lock file beside it lets processes take turns. Each append is one `write`; one that fails half way is taken back, and one that a crash
/// cut off stays as a line of its own that readers report. When the file has grown beyond ``compactionSize`` it is written anew with what
/// still counts.
package struct JournalFile: Sendable {
    /// From which size on, in bytes, the file is compacted.
    static let compactionSize = 512 * 1024
    /// How many bytes of settled entries a compaction keeps at most.
    static let keptBytes = 128 * 1024
    /// How long another process that writes is waited for. Nobody but the journal's queue waits, and on a slow disk each line takes its time.
    static let patience = Duration.seconds(10)
    /// What is larger than this was not written by this program, and is not read, in bytes.
    package static let largestSize = 64 * 1024 * 1024

    let url: URL
    private let patience: Duration
    private var folder: URL { url.deletingLastPathComponent() }
    private var lock: FileLock { FileLock(url: folder.appendingPathComponent("journal.lock")) }

    /// - Parameters:
    ///   - folder: The profile's state folder; created when something is written.
    ///   - patience: How long another process is waited for.
    package init(folder: URL, patience: Duration = Self.patience) {
        self.patience = patience
        url = folder.appendingPathComponent("journal.jsonl")
    }

    /// Everything that is there. A file that isn't there is empty.
    func read() throws -> JournalReader.Content {
        guard FileManager.default.fileExists(atPath: url.path) else { return JournalReader.Content() }
        do {
            return try lock.hold(.shared, patience: patience) { try contents() }
        } catch let failure as FileLockError where failure.isReadOnly {
            return try contents()
        }
    }

    /// Appends `records` and returns when they are on disk.
    ///
    /// - Parameters:
    ///   - isStillTrue: Whether to append them to what is in the file now. It is asked under the lock.
    ///   - compacted: What is to be kept of the lines when the file has become too large.
    /// - Returns: Why the file, which has become too large, could not be written anew. The records are on disk all the same.
    @discardableResult
    func append(
        _ records: [JournalRecord], if isStillTrue: ((JournalReader.Content) -> Bool)? = nil,
        compacted: ([JournalLine], _ keptBytes: Int) -> [JournalLine]
    ) throws -> (any Error)? {
        try AtomicFile(url: url).createFolder()
        return try lock.hold(.exclusive, patience: patience) {
            if let isStillTrue, try !isStillTrue(contents()) { return nil }
            guard try write(records) > Self.compactionSize else { return nil }
            do {
                try compact(compacted)
                return nil
            } catch {
                return error
            }
        }
    }

    // MARK: Under the lock

    private func contents() throws -> JournalReader.Content {
        // A pipe in its place must hold nobody up, and a link could lead anywhere.
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure("open") }
        defer { close(descriptor) }
        try check(descriptor)
        return JournalReader.read(
            try RegularFile.contents(descriptor, limit: Self.largestSize, path: url.path))
    }

    /// Makes sure that an open file is one that this program wrote, and that nobody else can read it.
    private func check(_ descriptor: CInt) throws {
        let facts = try RegularFile.check(descriptor, limit: Self.largestSize, path: url.path)
        // A copy that was put back may be open to others. Who can't change that is not the owner.
        if facts.st_mode & 0o077 != 0 { _ = fchmod(descriptor, 0o600) }
    }

    /// - Returns: The file's size afterwards, in bytes.
    private func write(_ records: [JournalRecord]) throws -> Int {
        let descriptor = open(url.path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw failure("open") }
        defer { close(descriptor) }
        try check(descriptor)
        let before = lseek(descriptor, 0, SEEK_END)
        guard before >= 0 else { throw failure("lseek") }
        // What a crash has cut off becomes a line of its own.
        var bytes: [UInt8] = try isTorn(descriptor, before) ? [UInt8(ascii: "\n")] : []
        for record in records { bytes += record.line + [UInt8(ascii: "\n")] }
        do {
            try AtomicFile.write(Data(bytes), to: descriptor, path: url.path)
            guard fdatasync(descriptor) == 0 else { throw failure("fdatasync") }
            // Also where somebody made the file and died before its name was on disk.
            if before == 0 { try AtomicFile.sync(folder: folder) }
        } catch {
            // What is refused must not be found later; where even this fails, the line stays, and says less than was done.
            _ = ftruncate(descriptor, before)
            throw error
        }
        return Int(before) + bytes.count
    }

    private func isTorn(_ descriptor: CInt, _ size: off_t) throws -> Bool {
        guard size > 0 else { return false }
        var last: UInt8 = 0
        guard pread(descriptor, &last, 1, size - 1) == 1 else { throw failure("read") }
        return last != UInt8(ascii: "\n")
    }

    private func compact(_ compacted: ([JournalLine], Int) -> [JournalLine]) throws {
        let content = try contents()
        let file = AtomicFile(url: url)
        try file.removeLeftovers()
        var bytes: [UInt8] = []
        for line in compacted(content.lines, Self.keptBytes) { bytes += line.bytes + [UInt8(ascii: "\n")] }
        try file.replace(with: Data(bytes))
    }

    private func failure(_ call: String) -> SystemCallError {
        SystemCallError(call: call, path: url.path, errno: errno)
    }
}
