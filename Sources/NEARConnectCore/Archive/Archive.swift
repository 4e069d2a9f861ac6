// SPDX-License-Identifier: MIT

internal import FileLocking
internal import FoundationEssentials
internal import Glibc
internal import SafeText

/// The file `archive.sqlite` in a profile's state folder: every entry that the journal's compaction dropped.
///
/// A database of mode 0600 that several processes may use at once. Each operation opens it and closes it again. The
/// file gets its name only when it is complete, so an empty or foreign file is a damaged one: it is moved aside to
/// `archive.sqlite.corrupt-<time>`, and ``problems()`` says so for as long as it is there. Whoever uses the file holds
/// the lock beside it shared; whoever moves it holds it alone.
struct Archive: Sendable {
    /// The time to wait for another process.
    static let patience = Duration.seconds(10)
    /// The attempts to find a file that others replace meanwhile.
    private static let attempts = 4

    let url: URL
    private let now: @Sendable () -> Date
    private var folder: URL { url.deletingLastPathComponent() }
    private var lock: FileLock { FileLock(url: folder.appendingPathComponent("archive.lock")) }

    /// Names the archive of a profile; nothing is read or created yet.
    ///
    /// - Parameters:
    ///   - folder: The profile's state folder.
    ///   - now: The time that goes into the name of a file that is moved aside.
    init(folder: URL, now: @escaping @Sendable () -> Date = { Date() }) {
        url = folder.appendingPathComponent("archive.sqlite")
        self.now = now
    }

    /// Returns a sentence for each damaged archive that was moved aside.
    func problems() throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        let prefix = "\(url.lastPathComponent).corrupt-"
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasPrefix(prefix) && !$0.hasSuffix("-wal") }
            .map { name in
                localized(
                    "the archive was damaged, and older entries are missing: it was moved aside to %1$s",
                    folder.appendingPathComponent(name).path)
            }
    }

    /// Returns the bytes of a copy, which is whole also while others write.
    ///
    /// - Parameter limit: The largest copy, in bytes.
    /// - Returns: `nil` where there is no archive.
    func copy(limit: Int) throws -> [UInt8]? {
        try read { database in
            guard let bytes = try database.bytes(limit: limit) else {
                throw RegularFileError.tooLarge(try database.size(), limit: limit)
            }
            return bytes
        }
    }

    // MARK: Opening

    /// Runs `body` on the database, which is made where there is none.
    func write<Value>(_ body: (SQLiteDatabase) throws -> Value) throws -> Value {
        for _ in 0..<Self.attempts {
            try create()
            if let value = try use(body) { return value }
        }
        throw ArchiveError.unsteady(path: url.path)
    }

    /// Runs `body` on the database.
    ///
    /// - Returns: `nil` where there is no archive.
    func read<Value>(_ body: (SQLiteDatabase) throws -> Value) throws -> Value? {
        guard try identity() != nil else { return nil }
        do {
            return try use(body)
        } catch let error as FileLockError where error.isReadOnly {
            // Nobody can write there, so nobody can move it.
            return try body(try SQLiteDatabase(path: url.path, isReadOnly: true, patience: Self.patience))
        }
    }

    /// Runs `body` on the database, and moves it aside if it turns out to be damaged.
    ///
    /// - Returns: `nil` if there is no file, or none any more.
    private func use<Value>(_ body: (SQLiteDatabase) throws -> Value) throws -> Value? {
        var opened: Identity?
        do {
            return try lock.hold(.shared, patience: Self.patience) {
                opened = try identity()
                guard opened != nil else { return nil }
                return try body(try connection())
            }
        } catch let error as SQLiteError where error.isDamage {
            try setAside(opened)
            return nil
        }
    }

    private func connection() throws -> SQLiteDatabase {
        let database = try SQLiteDatabase(path: url.path, patience: Self.patience)
        // FULL: what the archive has said yes to is on disk before the journal drops it.
        try database.execute("PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF")
        try Self.migrate(database, path: url.path)
        // After the look at whose file it is: this writes to it.
        try database.execute("PRAGMA journal_mode = WAL")
        return database
    }

    /// Makes an empty archive where there is no file.
    private func create() throws {
        guard try identity() == nil else { return }
        let file = AtomicFile(url: url)
        try file.createFolder()
        try lock.hold(.exclusive, patience: Self.patience) {
            guard try identity() == nil else { return }
            try file.removeLeftovers()
            // A process may have died when it had moved a damaged one.
            try make(countsFrom: try problems().isEmpty ? nil : Int64(now().timeIntervalSince1970 * 1000))
        }
    }

    /// Makes an empty archive.
    ///
    /// The caller holds the lock alone.
    ///
    /// - Parameter start: The time before which approvals aren't known, in milliseconds; `nil` if there were none.
    private func make(countsFrom start: Int64?) throws {
        let temporary = folder.appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString).tmp")
        let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("open", temporary) }
        close(descriptor)
        do {
            try Self.prepare(
                try SQLiteDatabase(path: temporary.path, patience: Self.patience), countsFrom: start)
            guard rename(temporary.path, url.path) == 0 else { throw failure("rename", temporary) }
        } catch {
            unlink(temporary.path)
            throw error
        }
        try AtomicFile.sync(folder: folder)
    }

    private func setAside(_ damaged: Identity?) throws {
        try lock.hold(.exclusive, patience: Self.patience) {
            // Another process may have moved it already.
            guard let damaged, try identity() == damaged else { return }
            let target = try CorruptFile.setAside(url, now: now())
            // SQLite finds what wasn't copied into the file yet by this name.
            for (ending, isNeeded) in [("-wal", true), ("-shm", false)] {
                if isNeeded {
                    _ = rename(url.path + ending, target.path + ending)
                } else {
                    unlink(url.path + ending)
                }
            }
            try AtomicFile.sync(folder: folder)
            // At once, so that the gap is known even if the damaged file is removed.
            try make(countsFrom: Int64(now().timeIntervalSince1970 * 1000))
        }
    }

    // MARK: The file

    private struct Identity: Equatable {
        let device: dev_t
        let node: ino_t
    }

    /// Returns which file has the archive's name; `nil` if none has.
    ///
    /// The file is not opened: closing a descriptor would release the locks of SQLite's connections in this process.
    private func identity() throws -> Identity? {
        var facts = stat()
        guard lstat(url.path, &facts) == 0 else {
            if errno == ENOENT { return nil }
            throw failure("lstat", url)
        }
        guard facts.st_mode & S_IFMT != S_IFLNK else { throw RegularFileError.link }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw RegularFileError.notRegular }
        // A restored copy may be readable by other users.
        if facts.st_mode & 0o077 != 0 { _ = chmod(url.path, 0o600) }
        return Identity(device: facts.st_dev, node: facts.st_ino)
    }

    private func failure(_ call: String, _ file: URL) -> SystemCallError {
        SystemCallError(call: call, path: file.path, errno: errno)
    }
}
