// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Glibc
internal import NEARConnectCore
internal import NEARPrimitives
internal import WalletConnectSign

/// The changes of records since the files of all records were on the disk.
///
/// A batch is on the disk once its line is: one sync, however many files it changes. The files follow without one, and
/// after a loss of power, which may leave any of them old, empty or new, the log makes them what they were to be. A
/// line that isn't whole belongs to a batch of which nobody was told, and ends the log.
final class ChangeLog {
    /// The size from which the files are made durable and the log begins anew.
    static let fullSize = 1 << 20
    /// The largest log that is read: a full one and the largest batch.
    private static let limit = 64 << 20

    /// The log's bytes.
    private(set) var size = 0
    private let url: URL
    private let descriptor: CInt
    private let afterStep: (AtomicFile.Step) throws -> Void
    /// True if a line isn't on the disk yet.
    private var isDirty = false
    /// The files that the log's changes are about.
    private var changed: Set<String> = []

    /// Opens the log of a folder, which is made where there is none.
    init(_ folder: URL, afterStep: @escaping (AtomicFile.Step) throws -> Void) throws {
        url = folder.appendingPathComponent("changes")
        self.afterStep = afterStep
        descriptor = open(url.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemCallError(call: "open", path: url.path, errno: errno) }
    }

    deinit { Glibc.close(descriptor) }

    /// Reads the changes, up to a line that isn't whole.
    func read() throws -> [SignStoreChange] {
        let bytes = try RegularFile.read(url, limit: Self.limit) ?? []
        size = bytes.count
        var changes: [SignStoreChange] = []
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            guard let batch = Self.changes(Array(line)) else { break }
            changes += batch
        }
        note(changes)
        return changes
    }

    /// Adds changes of records, which are on the disk when this returns.
    ///
    /// - Parameter lasts: False for changes that may be lost with the power: what is after them syncs them, too.
    func append(_ changes: [SignStoreChange], lasts: Bool) throws {
        let content = JSONValue.array(changes.compactMap(Self.json)).bytes
        let line = Array(Self.sum(content).utf8) + [UInt8(ascii: " ")] + content + [UInt8(ascii: "\n")]
        try AtomicFile.write(Data(line), to: descriptor, path: url.path)
        size += line.count
        note(changes)
        isDirty = true
        try afterStep(.temporaryWritten)
        if lasts { try sync() }
    }

    /// Makes all lines durable.
    func sync() throws {
        guard isDirty else { return }
        guard fdatasync(descriptor) == 0 else {
            throw SystemCallError(call: "fdatasync", path: url.path, errno: errno)
        }
        isDirty = false
        try afterStep(.temporarySynced)
    }

    /// Makes the files of all changes durable, and begins anew.
    func restart() throws {
        guard size > 0 else { return }
        let folder = url.deletingLastPathComponent()
        for file in changed { try Self.sync(folder.appendingPathComponent(file)) }
        try AtomicFile.sync(folder: folder)
        try afterStep(.directorySynced)
        guard ftruncate(descriptor, 0) == 0, fdatasync(descriptor) == 0 else {
            throw SystemCallError(call: "ftruncate", path: url.path, errno: errno)
        }
        (size, isDirty, changed) = (0, false, [])
    }

    /// Syncs a file, unless it is gone.
    private static func sync(_ file: URL) throws {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw SystemCallError(call: "open", path: file.path, errno: errno) }
            return
        }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SystemCallError(call: "fsync", path: file.path, errno: errno) }
    }

    private func note(_ changes: [SignStoreChange]) {
        for change in changes {
            switch change {
            case .put(let key, _), .remove(let key):
                if let name = RecordFile.name(of: key) { changed.insert(name) }
            case .putSecret, .removeSecret: break
            }
        }
    }

    // MARK: Lines

    /// The hash that tells a whole line from the rest of one.
    private static func sum(_ content: [UInt8]) -> String { Hexadecimal.encode(Array(SHA2.sha256(content).prefix(8))) }

    private static func json(_ change: SignStoreChange) -> JSONValue? {
        switch change {
        case .put(let key, let value): [.string(key.kind.rawValue), .string(key.id), value]
        case .remove(let key): [.string(key.kind.rawValue), .string(key.id)]
        case .putSecret, .removeSecret: nil
        }
    }

    private static func changes(_ line: [UInt8]) -> [SignStoreChange]? {
        guard let space = line.firstIndex(of: UInt8(ascii: " ")), case let content = Array(line[(space + 1)...]),
            line[..<space].elementsEqual(sum(content).utf8)
        else { return nil }
        do throws(JSONParsingError) {
            return try JSONValue.parse(content).arrayValue?.compactMap { fields in
                guard let kind = fields[0]?.stringValue.flatMap(SignRecordKey.Kind.init(rawValue:)),
                    let id = fields[1]?.stringValue
                else { return nil }
                let key = SignRecordKey(kind, id)
                return fields[2].map { .put(key, $0) } ?? .remove(key)
            }
        } catch {
            return nil
        }
    }
}
