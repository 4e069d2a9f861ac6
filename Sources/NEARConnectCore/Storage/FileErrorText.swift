// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Glibc
internal import SafeText

/// Words errors of file operations for users.
package enum FileErrorText {
    /// Returns a text such as "/x: No space left on device.
    ///
    /// Make room on the disk and try again."
    ///
    /// - Parameters:
    ///   - error: The error, from this program or from Foundation.
    ///   - path: The file or folder that couldn't be read or written.
    package static func sentence(for error: any Error, at path: String) -> String {
        guard let number = number(of: error) else { return localized("%1$s: %2$s", path, DisplayText.words(error)) }
        let reason = String(cString: strerror(number))
        return switch number {
        case ENOSPC, EDQUOT: localized("%1$s: %2$s. Make room on the disk and try again.", path, reason)
        case EROFS, EACCES, EPERM: localized("%1$s: %2$s. Make sure that you may write there.", path, reason)
        case EISDIR, ENOTDIR: localized("%1$s: %2$s. Something else is in its place: move it away.", path, reason)
        default: localized("%1$s: %2$s.", path, reason)
        }
    }

    /// Returns the system's number of an error, wherever Foundation has put it.
    private static func number(of error: any Error) -> CInt? {
        if let failure = error as? SystemCallError { return failure.errno }
        if case FileLockError.system(let failure) = error { return failure.errno }
        if let error = error as? POSIXError { return error.code.rawValue }
        return (error as? CocoaError)?.underlying.flatMap { number(of: $0) }
    }
}
