// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Glibc
internal import NEARPrimitives
internal import SafeText

extension ProfileBackup {
    /// Puts the files into a profile.
    ///
    /// Nothing is written over: a profile that has one of the files with another content is left as it is. A profile
    /// in which this was cut off has some of them, and gets the others when it is repeated.
    ///
    /// - Parameters:
    ///   - folders: The profile's folders, which needn't exist.
    ///   - afterFile: Called after each file is on disk; for tests, which stop there.
    /// - Returns: The number of files that were written; those that were there already don't count.
    /// - Throws: ``BackupError``.
    @discardableResult
    package func restore(
        to folders: ProfileFolders, afterFile: (BackupFile) throws -> Void = { _ in }
    ) throws(BackupError) -> Int {
        let missing = try missing(in: folders)
        for item in missing {
            let url = item.file.url(in: folders)
            do {
                try AtomicFile(url: url).create(with: Data(item.content))
                try afterFile(item.file)
            } catch {
                throw .file(FileErrorText.sentence(for: error, at: url.path))
            }
        }
        return missing.count
    }

    /// Returns the files that a profile hasn't yet.
    ///
    /// - Throws: ``BackupError/occupied(_:)`` if it has others in their place, ``BackupError/file(_:)``.
    package func missing(in folders: ProfileFolders) throws(BackupError) -> [Item] {
        var missing: [Item] = []
        var others: [String] = []
        for item in items {
            let url = item.file.url(in: folders)
            do {
                switch try RegularFile.read(url, limit: Self.limit) {
                case nil: missing.append(item)
                case item.content?: break
                case _?: others.append(url.path)
                }
            } catch {
                throw .file(FileErrorText.sentence(for: error, at: url.path))
            }
        }
        guard others.isEmpty else { throw .occupied(others) }
        return missing
    }
}
