// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Glibc
internal import SafeText

/// Why a file could not be written or read, and what to do about it, for a person.
enum FileProblem {
    /// "<path>: No space left on device. Make room on the disk and try again."
    static func words(_ error: any Error, at path: String) -> String {
        guard let number = number(of: error) else { return "\(path): \(DisplayText.words(error))" }
        let advice =
            switch number {
            case ENOSPC, EDQUOT: " Make room on the disk and try again."
            case EROFS, EACCES, EPERM: " See that you may write there."
            case EISDIR, ENOTDIR: " Something else is in its place: move it away."
            default: ""
            }
        return "\(path): \(String(cString: strerror(number))).\(advice)"
    }

    /// The system's number of an error, wherever Foundation has put it.
    private static func number(of error: any Error) -> CInt? {
        if let failure = error as? AtomicFile.Failure { return failure.errno }
        if let error = error as? POSIXError { return error.code.rawValue }
        return (error as? CocoaError)?.underlying.flatMap { number(of: $0) }
    }
}
