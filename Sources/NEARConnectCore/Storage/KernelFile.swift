// SPDX-License-Identifier: MIT

internal import FoundationEssentials

/// Reads small texts about the machine that the kernel and the distribution provide: `/proc`, `/sys`,
/// `/etc/os-release`.
package enum KernelFile {
    /// Returns the text of a file without blanks around it; `nil` if the file can't be read.
    package static func text(_ path: String) -> String? {
        guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let start = text.firstIndex(where: { !$0.isWhitespace }),
            let end = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[start...end])
    }
}
