// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import NEARVault
internal import SafeText

/// Seals profiles into files and opens them, on a thread that may wait.
///
/// A key from a passphrase takes half a second.
enum SealedProfile {
    /// A backup that was opened.
    struct Opened: Sendable {
        let backup: ProfileBackup
        let secrets: [SecretName: SecretBytes]
    }

    /// Writes a profile's files and keys to a file, which is replaced as a whole.
    ///
    /// - Returns: The number of files in it.
    /// - Throws: `BackupError`, `VaultError`, `CancellationError` before anything is written.
    @concurrent
    static func write(
        _ folders: ProfileFolders, named profile: String, keys: [SecretName: SecretBytes]?,
        sealedBy passphrase: SecretBytes, to file: URL
    ) async throws -> Int {
        let backup = try ProfileBackup(of: folders, named: profile, withKeys: keys != nil)
        guard !backup.items.isEmpty || keys?.isEmpty == false else { throw BackupError.nothing(profile: profile) }
        let sealed = try SealedBackup(sealing: keys ?? [:], and: backup.bytes, by: passphrase, path: file.path)
        // Whoever has closed the dialog wants no file.
        try Task.checkCancellation()
        do {
            try AtomicFile(url: file).replace(with: Data(sealed.bytes))
        } catch {
            throw BackupError.file(FileErrorText.sentence(for: error, at: file.path))
        }
        return backup.items.count
    }

    /// Opens a backup.
    ///
    /// - Throws: `BackupError`, `VaultError`.
    @concurrent
    static func read(_ file: URL, with passphrase: SecretBytes) async throws -> Opened {
        let bytes: [UInt8]?
        do {
            bytes = try RegularFile.read(file, limit: SealedBackup.limit, followsLinks: true)
        } catch {
            throw BackupError.file(FileErrorText.sentence(for: error, at: file.path))
        }
        guard let bytes else {
            throw BackupError.file(localized("There is no file %1$s.", DisplayText.line(file.path)))
        }
        let sealed: SealedBackup
        do throws(VaultContentError) {
            sealed = try SealedBackup(reading: bytes)
        } catch {
            throw VaultError.damaged(path: file.path, error)
        }
        let opened = try sealed.open(with: passphrase, path: file.path)
        return Opened(backup: try ProfileBackup(reading: opened.content), secrets: opened.secrets)
    }

    /// Puts a backup's files into a profile.
    ///
    /// - Throws: `BackupError`.
    @concurrent
    static func restore(_ backup: ProfileBackup, to folders: ProfileFolders) async throws(BackupError) {
        try backup.restore(to: folders)
    }
}
