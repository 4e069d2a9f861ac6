// SPDX-License-Identifier: MIT

extension Base64 {
    /// The Base64 text for addresses and tokens (RFC 4648, section 5), without padding.
    package static func encodeForAddress(_ bytes: [UInt8]) -> String {
        let text = encode(bytes).utf8.compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: byte
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let addressValues = table(
        of: alphabet.map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        })

    /// The bytes of such a text; `nil` for other characters, padding among them, and spare bits that aren't zero.
    package static func decodeForAddress(_ text: some StringProtocol) -> [UInt8]? {
        decode(digits: Array(text.utf8)[...], addressValues)
    }
}
