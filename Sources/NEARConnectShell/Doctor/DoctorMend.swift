// SPDX-License-Identifier: MIT

internal import Foundation
internal import GLibRuntime
internal import Glibc
internal import SafeText

/// A step that ends a problem of ``DoctorFinding``, at the press of a button.
enum DoctorMend: Sendable, Hashable {
    /// Gives a folder of the user's the mode 0700.
    case makePrivate(folder: URL)
    /// Copies a command, which the user runs in a terminal.
    case copy(command: String)
    /// Shows a folder in the desktop's file manager.
    case show(folder: URL)
    /// Shows the new versions of wallets, among which pinned code is fetched again.
    case showWalletUpdates

    /// Returns the step that installs Debian packages; `nil` where apt-get isn't there.
    static func install(_ packages: String, in context: DoctorContext) -> DoctorMend? {
        context.find("apt-get") == nil ? nil : .copy(command: "sudo apt-get install \(packages)")
    }

    /// The button's text, with `_` before the letter that presses it together with Alt.
    var title: String {
        switch self {
        case .makePrivate: localized("Make it _private")
        case .copy: localized("Copy the co_mmand")
        case .show: localized("_Show the folder")
        case .showWalletUpdates: localized("_Updates of wallets…")
        }
    }

    /// The subject of the button, which several of one title have each of its own.
    var subject: String {
        switch self {
        case .makePrivate(let folder), .show(let folder): folder.path
        case .copy(let command): command
        case .showWalletUpdates: ""
        }
    }
}

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
