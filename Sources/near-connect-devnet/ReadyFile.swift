// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCore
import NEARPrimitives
import SafeText

/// The file that is there for as long as the devnet answers.
///
/// Others wait for it instead of asking again and again.
struct ReadyFile {
    private let url: URL

    /// Prepares the file of a path.
    ///
    /// A file that an earlier devnet left there is removed, if it is a regular one.
    ///
    /// - Throws: `ValidationError` if something else has the name, or the file can't be removed.
    init(path: String) throws {
        url = URL(filePath: path)
        var facts = stat()
        guard lstat(url.path(percentEncoded: false), &facts) == 0 else { return }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw ValidationError(
                localized(
                    "%1$s is not a regular file. Name another one with --ready-file.",
                    DisplayText.quotation(path, limit: 200)))
        }
        try Self.checked { try remove() }
    }

    /// Writes the file, as a whole: whoever finds it can read all of it.
    ///
    /// Only its owner can read it, as it has keys.
    ///
    /// - Throws: `ValidationError` if it can't be written.
    func write(_ json: JSONValue) throws {
        try Self.checked { try AtomicFile(url: url).replace(with: Data(json.bytes + [0x0A])) }
    }

    /// Removes the file.
    func remove() throws { try AtomicFile(url: url).remove() }

    private static func checked(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            throw ValidationError(localized("%1$s Check --ready-file.", ErrorReport(error).sentence))
        }
    }
}
