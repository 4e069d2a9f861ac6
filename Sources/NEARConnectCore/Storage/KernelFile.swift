// SPDX-License-Identifier: MIT

internal import FoundationEssentials

/// Reads the small texts that the kernel and the distribution tell about the machine: `/proc`, `/sys`, `/etc/os-release`.
package enum KernelFile {
    /// The text of a file without blanks around it; `nil` when it can't be read.
    package static func text(_ path: String) -> String? {
        guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let start = text.firstIndex(where: { !$0.isWhitespace }),
            let end = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[start...end])
    }
}
