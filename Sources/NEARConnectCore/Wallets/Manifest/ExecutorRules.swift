// SPDX-License-Identifier: MIT

internal import SafeText

/// What code that comes from the web has to look like before it is kept.
package enum ExecutorRules {
    /// Longest executor, in bytes. The largest one known has 2.5 million.
    package static let sizeLimit = 8 << 20

    /// What is wrong with an answer that ought to be code; `nil` for what can be code.
    ///
    /// - Parameters:
    ///   - body: The answer.
    ///   - contentType: The `Content-Type` field. Code hosts send code as plain text or as bytes, so only types that can't be code count.
    package static func problem(_ body: [UInt8], contentType: String?) -> String? {
        if let type = contentType?.lowercased().split(separator: ";").first {
            let name = type.trimming(while: { $0 == " " || $0 == "\t" })
            let kind = name.split(separator: "/").first ?? ""
            if ["text/html", "application/xhtml+xml", "application/xml", "text/xml", "application/json", "text/css"]
                .contains(name) || ["image", "audio", "video", "font", "multipart"].contains(kind)
            {
                return "the server sent \u{201C}\(DisplayText.line(String(name.prefix(60))))\u{201D} in place of code"
            }
        }
        guard let first = body.first(where: { !isSpace($0) }) else { return "the server sent nothing" }
        if first == UInt8(ascii: "<") { return "the server sent a page in place of code" }
        guard String(validating: body, as: UTF8.self) != nil else { return "it is not text in UTF-8" }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains(byte)
    }
}

extension Substring {
    fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> String {
        String(drop(while: isTrimmed).reversed().drop(while: isTrimmed).reversed())
    }
}
