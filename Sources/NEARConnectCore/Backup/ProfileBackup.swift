// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import NEARPrimitives
internal import SafeText

/// The files of a profile in one piece, to be sealed and to come back on another computer.
///
/// The bytes are the length of a JSON object (4 bytes, little-endian), the object, and the files' contents one after
/// another. The object says the format's version, the profile's name, the time, and of each file its folder, its path,
/// its length and its SHA-256.
package struct ProfileBackup: Sendable {
    /// A file with its content.
    package struct Item: Sendable {
        package let file: BackupFile
        let content: [UInt8]
    }

    /// The largest backup, in bytes: the archive of a million transactions.
    package static let limit = 512 << 20
    /// The largest list of files, in bytes.
    private static let listLimit = 4 << 20
    private static let version = 1

    /// The name of the profile.
    package let profile: String
    /// The time at which the backup was made.
    package let time: Date
    /// The files, in the order in which they are restored.
    package let items: [Item]

    // MARK: Making

    /// Reads the files of a profile, which may be in use.
    ///
    /// - Parameters:
    ///   - folders: The profile's folders.
    ///   - profile: The profile's name.
    ///   - hasKeys: True if the keys of its vault are kept, too.
    ///   - time: The time of the backup.
    /// - Throws: ``BackupError/file(_:)``, ``BackupError/tooLarge(profile:bytes:)``.
    package init(
        of folders: ProfileFolders, named profile: String, withKeys hasKeys: Bool, at time: Date = Date()
    ) throws(BackupError) {
        self.profile = profile
        self.time = time
        var items: [Item] = []
        // The journal before its archive: an entry goes there before it leaves the journal, so none is missed.
        let journal = try Self.journal(of: folders)
        for file in try Self.files(in: folders) where hasKeys || file.path != BackupFile.vaultKeys {
            let content: [UInt8]? =
                switch file.path {
                case "journal.jsonl": journal
                case "archive.sqlite": try Self.archive(of: folders)
                default: try Self.content(of: file, in: folders)
                }
            if let content { items.append(Item(file: file, content: content)) }
        }
        self.items = Self.ordered(items)
        let size = items.reduce(0) { $0 + $1.content.count }
        guard size <= Self.limit - Self.listLimit else {
            throw .tooLarge(profile: profile, bytes: size)
        }
    }

    /// Returns files in the order in which they are restored, whatever order a backup has: the accounts come last.
    private static func ordered(_ items: [Item]) -> [Item] {
        items.filter { !$0.file.hasAccounts } + items.filter(\.file.hasAccounts)
    }

    private static func files(in folders: ProfileFolders) throws(BackupError) -> [BackupFile] {
        let objects = folders.data.appendingPathComponent(BackupFile.objects)
        var paths: [String] = []
        do {
            if FileManager.default.fileExists(atPath: objects.path) {
                paths = try FileManager.default.contentsOfDirectory(atPath: objects.path).sorted()
            }
        } catch {
            throw .file(FileErrorText.sentence(for: error, at: objects.path))
        }
        let pinned = paths.compactMap { BackupFile(.data, "\(BackupFile.objects)/\($0)") }
        return pinned
            + BackupFile.Folder.allCases.flatMap { folder in
                (BackupFile.names[folder] ?? []).compactMap { BackupFile(folder, $0) }
            }
    }

    private static func content(of file: BackupFile, in folders: ProfileFolders) throws(BackupError) -> [UInt8]? {
        let url = file.url(in: folders)
        do {
            // What the user writes may be a link to a file elsewhere.
            return try RegularFile.read(url, limit: limit, followsLinks: file.folder == .config)
        } catch {
            throw .file(FileErrorText.sentence(for: error, at: url.path))
        }
    }

    private static func journal(of folders: ProfileFolders) throws(BackupError) -> [UInt8]? {
        let file = JournalFile(folder: folders.state)
        do {
            return try file.bytes()
        } catch {
            throw .file(FileErrorText.sentence(for: error, at: file.url.path))
        }
    }

    private static func archive(of folders: ProfileFolders) throws(BackupError) -> [UInt8]? {
        let archive = Archive(folder: folders.state)
        do {
            return try archive.copy(limit: limit)
        } catch {
            throw .file(FileErrorText.sentence(for: error, at: archive.url.path))
        }
    }

    // MARK: Bytes

    /// The backup's bytes.
    package var bytes: [UInt8] {
        let list: JSONValue = [
            "version": .integer(Int128(Self.version)), "profile": .string(profile),
            "time": .integer(Int128(time.timeIntervalSince1970)),
            "files": .array(
                items.map { item in
                    [
                        "folder": .string(item.file.folder.rawValue), "path": .string(item.file.path),
                        "size": .integer(Int128(item.content.count)),
                        "sha256": .string(ContentHash.sha256(item.content).hex),
                    ]
                }),
        ]
        let text = list.bytes
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 + text.count + items.reduce(0) { $0 + $1.content.count })
        withUnsafeBytes(of: UInt32(text.count).littleEndian) { bytes += $0 }
        bytes += text
        for item in items { bytes += item.content }
        return bytes
    }

    /// Reads a backup's bytes.
    ///
    /// - Throws: ``BackupError/content(_:)``.
    package init(reading bytes: [UInt8]) throws(BackupError) {
        do {
            guard bytes.count >= 4 else { throw JSONFields.FieldError(description: localized("it is too short")) }
            let count = bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            guard count <= Self.listLimit, count <= bytes.count - 4 else {
                throw JSONFields.FieldError(description: localized("its list of files is too long"))
            }
            let list = try JSONFields(try JSONValue.parse(Array(bytes[4..<(4 + count)])), "backup")
            guard try list.integer("version") == Self.version else {
                throw JSONFields.FieldError(description: localized("another version of near-connect has made it"))
            }
            profile = try list.string("profile")
            // Also a check of the name, which becomes a folder's.
            _ = try ProfileFolders(profile: profile, environment: ["HOME": "/"])
            time = Date(timeIntervalSince1970: Double(try list.integer("time")))
            var rest = bytes[(4 + count)...]
            var items: [Item] = []
            for value in try list.array("files") { items.append(try Self.item(value, &rest)) }
            guard rest.isEmpty, Set(items.map(\.file)).count == items.count else {
                throw JSONFields.FieldError(description: localized("its list of files doesn’t fit its content"))
            }
            self.items = Self.ordered(items)
        } catch {
            throw .content((error as? NEARError)?.errorDescription ?? "\(error)")
        }
    }

    private static func item(_ value: JSONValue, _ rest: inout ArraySlice<UInt8>) throws -> Item {
        let fields = try JSONFields(value, "file")
        let (folder, path, size) = (try fields.string("folder"), try fields.string("path"), try fields.integer("size"))
        guard let folder = BackupFile.Folder(rawValue: folder), let file = BackupFile(folder, path) else {
            throw JSONFields.FieldError(
                description: localized("it has a file that doesn’t belong there: %1$s", DisplayText.quotation(path)))
        }
        guard size >= 0, size <= rest.count else {
            throw JSONFields.FieldError(description: localized("%1$s isn’t all there", DisplayText.line(path)))
        }
        let content = Array(rest.prefix(Int(size)))
        rest = rest.dropFirst(Int(size))
        let hash = ContentHash.sha256(content).hex
        let isWhole = try fields.string("sha256").hasSameBytes(as: hash)
        guard isWhole, !file.isObject || file.path.hasSuffix(hash) else {
            throw JSONFields.FieldError(description: localized("%1$s was changed", DisplayText.line(path)))
        }
        return Item(file: file, content: content)
    }
}
