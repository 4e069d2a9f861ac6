// SPDX-License-Identifier: MIT

internal import SafeText

/// The rules that code from the web has to meet before it is stored.
package enum ExecutorRules {
    /// The longest executor, in bytes.
    ///
    /// The largest known one has 2.5 million.
    package static let sizeLimit = 8 << 20

    /// Returns the reason for which an answer can't be code; `nil` if it can.
    ///
    /// - Parameters:
    ///   - body: The answer.
    ///   - contentType: The `Content-Type` field. Code hosts send code as plain text or as bytes, so only types that
    ///     can't be code are refused.
    package static func problem(_ body: [UInt8], contentType: String?) -> String? {
        if let type = contentType?.lowercased().split(separator: ";").first {
            let name = type.trimming(while: { $0 == " " || $0 == "\t" })
            let kind = name.split(separator: "/").first ?? ""
            if ["text/html", "application/xhtml+xml", "application/xml", "text/xml", "application/json", "text/css"]
                .contains(name) || ["image", "audio", "video", "font", "multipart"].contains(kind)
            {
                return localized(
                    "the server sent “%1$s” in place of code", DisplayText.line(String(name.prefix(60))))
            }
        }
        guard let first = body.first(where: { !isSpace($0) }) else { return localized("the server sent nothing") }
        if first == UInt8(ascii: "<") { return localized("the server sent a page in place of code") }
        guard String(validating: body, as: UTF8.self) != nil else { return localized("it is not text in UTF-8") }
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
