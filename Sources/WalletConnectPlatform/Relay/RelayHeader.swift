// SPDX-License-Identifier: MIT

internal import SafeText

/// A header that a relay is sent with the opening of each connection, for example `Origin: https://app.example`.
///
/// Those that belong to the connection itself, and to the token, can't be changed by it.
///
/// Source: RFC 9110, sections 5.1, 5.5 and 5.6.2.
public struct RelayHeader: Sendable, Hashable {
    /// The most headers of one relay.
    public static let limit = 16
    /// The most bytes of a name.
    private static let nameLimit = 64
    /// The most bytes of a value.
    private static let valueLimit = 1_024
    /// The beginnings of names that libsoup and this program write, in small letters.
    private static let reserved = [
        "authorization", "connection", "content-", "expect", "host", "http2-settings", "keep-alive", "proxy-", "sec-",
        "te", "trailer", "transfer-", "upgrade",
    ]

    /// The name.
    public let name: String
    /// The value.
    public let value: String

    /// Reads a header.
    ///
    /// - Parameter line: The name, a colon and the value, which spaces may surround.
    /// - Returns: `nil` for a name that isn't a token of at most 64 bytes or is the connection's own, and for a value
    ///   that is empty, has more than 1,024 bytes or anything but printable ASCII.
    public init?(_ line: String) {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, Self.isName(parts[0]), let value = Self.value(parts[1]) else { return nil }
        name = String(parts[0])
        self.value = value
    }

    /// Reads the headers of one relay.
    ///
    /// - Throws: ``RelayHeaderError`` for the first line that is none, and for more than ``limit``.
    package static func all(_ lines: [String]) throws(RelayHeaderError) -> [RelayHeader] {
        guard lines.count <= limit else { throw .tooMany }
        var headers: [RelayHeader] = []
        for line in lines {
            guard line.contains(":") else { throw .noName }
            guard let header = RelayHeader(line) else { throw .invalid(name: String(line.prefix { $0 != ":" })) }
            headers.append(header)
        }
        return headers
    }

    private static func isName(_ text: Substring) -> Bool {
        let name = Array(text.utf8)
        guard (1...nameLimit).contains(name.count), name.allSatisfy(isOfToken) else { return false }
        let small = text.lowercased()
        return !reserved.contains { $0.hasSuffix("-") ? small.hasPrefix($0) : small == $0 }
    }

    /// The characters of tokens: letters, digits and some others.
    private static func isOfToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private static func value(_ text: Substring) -> String? {
        let isSpace = { (byte: UInt8) in byte == 0x20 }
        let bytes = text.utf8.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        guard (1...valueLimit).contains(bytes.count), bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The reason why lines aren't a relay's headers.
package enum RelayHeaderError: Error, Sendable {
    /// There are more than ``RelayHeader/limit``.
    case tooMany
    /// A line has no colon after a name. Nothing of it is repeated: all of it may be the value.
    case noName
    /// A line is no header, or one that belongs to the connection. Its value isn't repeated.
    case invalid(name: String)
}

extension RelayHeaderError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooMany: localized("a relay gets at most %1$s headers", "\(RelayHeader.limit)")
        case .noName: localized("a line without “:” is no header for a relay; write “Name: value”")
        case .invalid(let name):
            localized(
                "%1$s is no header for a relay; write “Name: value” in ASCII, with a name that isn’t one of the connection’s own",
                DisplayText.quotation(name, limit: 60))
        }
    }
}
