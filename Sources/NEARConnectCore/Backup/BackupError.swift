// SPDX-License-Identifier: MIT

internal import SafeText

/// A reason for which a profile isn't backed up or restored.
package enum BackupError: Error, Hashable, Sendable {
    /// A profile has nothing that a backup keeps.
    case nothing(profile: String)
    /// A file or folder can't be read or written; a sentence that names it.
    case file(String)
    /// A profile's files are larger than a backup may be, in bytes.
    case tooLarge(profile: String, bytes: Int)
    /// A backup's content isn't as one is written.
    case content(String)
    /// The profile has other files in the places of these.
    case occupied([String])

    /// The error's name in JSON.
    package var code: String {
        switch self {
        case .nothing: "nothing"
        case .file: "file"
        case .tooLarge: "tooLarge"
        case .content: "damaged"
        case .occupied: "occupied"
        }
    }
}

extension BackupError: CustomStringConvertible {
    /// A sentence that names the file and says what to do next.
    package var description: String {
        switch self {
        case .nothing(let profile): localized("There is nothing to keep in profile “%1$s”.", profile)
        case .file(let sentence): sentence
        case .tooLarge(let profile, let bytes):
            localized(
                "Profile “%1$s” has %2$s bytes, and a backup at most %3$s. Copy its folders while no program uses them.",
                profile, "\(bytes)", "\(ProfileBackup.limit)")
        case .content(let reason):
            localized(
                "The backup opens, but its content can’t be used: %1$s. Update near-connect, or take another backup.",
                reason)
        case .occupied(let paths):
            localized(
                "The profile has files of its own, and nothing is written over: %1$s. Restore to a profile with another name.",
                paths.prefix(3).map { DisplayText.line($0) }.joined(separator: ", ") + (paths.count > 3 ? ", …" : ""))
        }
    }
}
