// SPDX-License-Identifier: MIT

internal import SafeText

/// The reasons for which a local server doesn't start.
package enum LocalServerError: Error, Sendable, CustomStringConvertible {
    /// The path can't be a socket's.
    case path(LocalSocketPathError)
    /// The socket's folder couldn't be created, opened or locked.
    case folder(reason: String)
    /// The socket's folder is a link, belongs to another user or lets others in.
    case folderNotPrivate(path: String)
    /// Something that is no socket of a stream has the path; it stays.
    case occupied(path: String)
    /// A server that runs has the path: its process, where the system tells.
    case inUse(path: String, pid: Int32?)
    /// A system call failed.
    case system(SystemCallError)

    package var description: String {
        switch self {
        case .path(let error): "\(error)"
        case .folder(let reason): reason
        case .folderNotPrivate(let path):
            localized(
                "%1$s: the folder of a socket is a folder of your own that nobody else may enter; run “chmod 700” on it",
                DisplayText.line(path))
        case .occupied(let path):
            localized("%1$s: something else has this name; move it away, or use another path", DisplayText.line(path))
        case .inUse(let path, let pid?):
            localized(
                "%1$s: process %2$s already listens here; end it, or use another path", DisplayText.line(path), "\(pid)"
            )
        case .inUse(let path, nil):
            localized("%1$s: another process already listens here; end it, or use another path", DisplayText.line(path))
        case .system(let failure): "\(failure)"
        }
    }
}
