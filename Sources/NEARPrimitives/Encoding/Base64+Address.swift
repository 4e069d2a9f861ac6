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

    /// The bytes of such a text; `nil` for other characters, padding among them, and spare bits that aren't zero.
    package static func decodeForAddress(_ text: some StringProtocol) -> [UInt8]? {
        var characters: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "-"): characters.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): characters.append(UInt8(ascii: "/"))
            case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
            default: characters.append(byte)
            }
        }
        let rest = characters.count % 4
        guard rest != 1 else { return nil }
        if rest != 0 { characters += [UInt8](repeating: UInt8(ascii: "="), count: 4 - rest) }
        return decode(String(decoding: characters, as: UTF8.self))
    }
}
