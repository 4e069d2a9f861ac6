// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import SafeText

/// The reasons for which the archive can't be used, apart from errors of SQLite and of the system.
enum ArchiveError: Error, Hashable, CustomStringConvertible {
    /// A newer version of this program has written the file.
    case newerVersion(path: String, version: Int64)
    /// The file was moved aside or replaced again and again while it was being opened.
    case unsteady(path: String)

    var description: String {
        switch self {
        case .newerVersion(let path, let version):
            localized(
                "%1$s has version %2$s, which a newer version of this program wrote: use that one", path, "\(version)")
        case .unsteady(let path):
            localized("%1$s was replaced while it was being opened: end other programs of this profile", path)
        }
    }
}
