// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import SafeText

/// The reasons for which ``RegularFile`` doesn't read a file.
///
/// Each text is a clause that can follow the file's name and a colon.
package enum RegularFileError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// The name belongs to a pipe, a device, a socket or a folder.
    case notRegular
    /// The name belongs to a symbolic link, and the caller follows none.
    case link
    /// The file is larger than the caller's limit, in bytes.
    case tooLarge(Int, limit: Int)

    package var description: String {
        switch self {
        case .notRegular: localized("it is not a regular file; move it away")
        case .link: localized("it is a link, which is not followed; put the file itself there")
        case .tooLarge(let size, let limit):
            localized("it has %1$s bytes, and at most %2$s are read; move it away", "\(size)", "\(limit)")
        }
    }

    /// The same as ``description``.
    package var errorDescription: String? { description }
}
