// SPDX-License-Identifier: MIT

/// Percent-encoding of texts in addresses, by RFC 3986.
package enum PercentEncoding {
    /// Returns `text` with every byte escaped that isn't a letter, a digit, `-`, `_` or `~`.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - keepsDots: True where `.` stays too; as a whole segment of a path, `.` and `..` have a meaning.
    package static func encode(_ text: String, keepsDots: Bool = false) -> String {
        var result = ""
        for byte in text.utf8 {
            let isPlain =
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
                    true
                case UInt8(ascii: "."): keepsDots
                default: false
                }
            result += isPlain ? String(UnicodeScalar(byte)) : "%" + Hexadecimal.encode([byte]).uppercased()
        }
        return result
    }

    /// Returns `text` with bytes in place of their escapes.
    ///
    /// It is `nil` if an escape isn't two digits, or the bytes aren't UTF-8.
    package static func decode(_ text: some StringProtocol) -> String? {
        var (bytes, rest) = ([UInt8](), text.utf8[...])
        bytes.reserveCapacity(rest.count)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let escaped = Hexadecimal.decode(String(decoding: rest.prefix(2), as: UTF8.self))
            else {
                return nil
            }
            bytes += escaped
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
