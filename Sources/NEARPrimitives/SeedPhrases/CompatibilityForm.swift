// SPDX-License-Identifier: MIT

import CGLib
import Glibc

/// Unicode's normalization form KD, in which BIP-39 takes words and passphrases.
///
/// A wrong answer is a wrong key. GLib has the tables; Foundation brings thirty megabytes for the same.
package enum CompatibilityForm {
    /// Returns `text` in normalization form KD.
    ///
    /// The buffer that the result comes in is overwritten; the tables' own copies and Swift's strings are not.
    package static func decompose(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        // GLib ends a text at its first U+0000, which decomposes to itself and which nothing moves across.
        return text.unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false)
            .map { piece in normalize(String(piece)) }
            .joined(separator: "\0")
    }

    private static func normalize(_ text: String) -> String {
        guard let form = g_utf8_normalize(text, -1, G_NORMALIZE_NFKD) else {
            preconditionFailure("a Swift string is always valid UTF-8")
        }
        defer {
            explicit_bzero(form, strlen(form))
            g_free(form)
        }
        return String(cString: form)
    }
}
