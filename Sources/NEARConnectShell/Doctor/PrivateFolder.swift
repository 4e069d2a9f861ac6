// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Glibc
internal import SafeText

/// A folder's mode could not be changed.
struct FolderModeError: Error, Equatable, LocalizedError {
    let path: String
    /// The reason, by the system or in words of this program.
    let reason: String

    var errorDescription: String? { localized("%1$s was not made private: %2$s", path, reason) }
}

/// A folder of the user's whose mode is changed.
enum PrivateFolder {
    /// Takes from everybody but the user what a folder lets them do.
    ///
    /// - Throws: ``FolderModeError`` where it is no folder, or another user's.
    static func close(_ folder: URL) throws(FolderModeError) {
        func failure() -> FolderModeError {
            FolderModeError(path: folder.path, reason: String(cString: strerror(errno)))
        }
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { Glibc.close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw failure() }
        guard facts.st_uid == getuid() else {
            throw FolderModeError(path: folder.path, reason: localized("it belongs to another user"))
        }
        guard fchmod(descriptor, facts.st_mode & 0o700) == 0 else { throw failure() }
    }
}
