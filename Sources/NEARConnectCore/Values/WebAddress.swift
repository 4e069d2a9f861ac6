// SPDX-License-Identifier: MIT

/// Reads parts of addresses that are texts.
package enum WebAddress {
    /// Returns the scheme of `uri` in lower case; `nil` if it has none by RFC 3986.
    package static func scheme(of uri: String) -> String? {
        guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        // Some letters beyond ASCII have one of ASCII's as their lower case.
        guard uri[..<colon].utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let name = uri[..<colon].lowercased()
        guard let first = name.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return nil }
        let isScheme = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
        }
        return isScheme ? name : nil
    }
}
