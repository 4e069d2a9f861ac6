// SPDX-License-Identifier: MIT

internal import NEARPrimitives

extension Base64 {
    /// The bytes of Base64 with or without its padding, as peers write envelopes.
    static func decodeUnpadded(_ text: String) -> [UInt8]? {
        let rest = text.utf8.count % 4
        return decode(rest == 0 ? text : text + String(repeating: "=", count: 4 - rest))
    }

    /// The Base64 text for addresses (RFC 4648, section 5), without padding.
    static func encodeForAddress(_ bytes: [UInt8]) -> String {
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
}
