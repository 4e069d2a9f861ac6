// SPDX-License-Identifier: MIT

internal import FoundationEssentials

/// The content of a `data:` address (RFC 2397), decoded as web pages decode it.
///
/// A stray `%` stands for itself, and base64 may lack its padding.
struct DataAddress {
    /// The content type, in lower case, without parameters; empty if none is named.
    let type: String
    let bytes: [UInt8]

    /// Decodes an address; `nil` for one of another scheme, and for base64 that can't be decoded.
    init?(_ address: String) {
        guard let comma = address.firstIndex(of: ","), address.lowercased().hasPrefix("data:") else { return nil }
        let head = address[..<comma].dropFirst("data:".count).lowercased()
            .split(separator: ";", omittingEmptySubsequences: false).map { $0.filter { !$0.isWhitespace } }
        type = head.first ?? ""
        let content = Self.unescaped([UInt8](address[address.index(after: comma)...].utf8))
        guard head.count > 1, head.last == "base64" else {
            bytes = content
            return
        }
        var text = String(decoding: content, as: UTF8.self).filter { !$0.isWhitespace }
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let decoded = Data(base64Encoded: text) else { return nil }
        bytes = [UInt8](decoded)
    }

    private static func unescaped(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var place = 0
        while place < text.count {
            if text[place] == UInt8(ascii: "%"), place + 2 < text.count, let high = digit(text[place + 1]),
                let low = digit(text[place + 2])
            {
                result.append(high << 4 | low)
                place += 3
            } else {
                result.append(text[place])
                place += 1
            }
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
