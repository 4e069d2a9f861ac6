// SPDX-License-Identifier: MIT

internal import NEARPrimitives

extension Base64 {
    /// The bytes of Base64 with or without its padding, as peers write envelopes.
    static func decodeUnpadded(_ text: String) -> [UInt8]? {
        let rest = text.utf8.count % 4
        return decode(rest == 0 ? text : text + String(repeating: "=", count: 4 - rest))
    }
}
