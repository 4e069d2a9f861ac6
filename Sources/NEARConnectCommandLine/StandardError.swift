// SPDX-License-Identifier: MIT

internal import Glibc

/// Writes sentences for users to standard error.
package enum StandardError {
    /// Writes `text` after the program's name, and ends the line.
    package static func say(_ text: String) { write("near-connect: \(text)") }

    /// Writes `text`, and ends the line.
    package static func write(_ text: String) {
        let line = Array("\(text)\n".utf8)
        // If standard error is closed, nobody reads it.
        _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
