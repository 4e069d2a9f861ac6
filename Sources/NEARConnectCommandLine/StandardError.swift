// SPDX-License-Identifier: MIT

internal import Glibc

/// Writes sentences for people to standard error.
package enum StandardError {
    /// Writes `text` after the program's name, and ends the line.
    package static func say(_ text: String) {
        let line = Array("near-connect: \(text)\n".utf8)
        // A closed standard error is nobody's to hear of it.
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
