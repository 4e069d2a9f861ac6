// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// A JSON text whose values know where they begin, and whose objects have all their members in the text's order.
struct LocatedJSON {
    /// One member of an object.
    struct Member {
        let name: ExactText
        /// The offset of the name's first byte.
        let offset: Int
        let value: LocatedJSON
    }

    enum Content {
        case object([Member])
        case array([LocatedJSON])
        case scalar(JSONValue)
    }

    let content: Content
    /// The offset of the value's first byte.
    let offset: Int

    /// Reads a text; what is JSON, `JSONValue` decides.
    init(_ text: [UInt8]) throws(JSONParsingError) {
        _ = try JSONValue.parse(text)
        var scanner = Scanner(text: text)
        self = try scanner.value()
    }

    fileprivate init(_ content: Content, at offset: Int) {
        self.content = content
        self.offset = offset
    }
}

/// Finds where the values of a text begin that is known to be JSON.
private struct Scanner {
    let text: [UInt8]
    var offset = 0

    init(text: [UInt8]) {
        self.text = text
    }

    mutating func value() throws(JSONParsingError) -> LocatedJSON {
        skipSpace()
        let start = offset
        switch byte {
        case UInt8(ascii: "{"): return LocatedJSON(.object(try members()), at: start)
        case UInt8(ascii: "["): return LocatedJSON(.array(try elements()), at: start)
        default: return LocatedJSON(.scalar(try scalar()), at: start)
        }
    }

    /// The byte at the offset; 0, which nothing begins with, behind the end.
    private var byte: UInt8 { offset < text.count ? text[offset] : 0 }

    private mutating func members() throws(JSONParsingError) -> [LocatedJSON.Member] {
        var members: [LocatedJSON.Member] = []
        offset += 1
        while next(UInt8(ascii: "}")) {
            let start = offset
            guard case .string(let name) = try scalar() else { throw .invalidString(offset: start) }
            skipSpace()
            offset += 1
            members.append(.init(name: ExactText(name), offset: start, value: try value()))
        }
        return members
    }

    private mutating func elements() throws(JSONParsingError) -> [LocatedJSON] {
        var elements: [LocatedJSON] = []
        offset += 1
        while next(UInt8(ascii: "]")) { elements.append(try value()) }
        return elements
    }

    /// Goes to the next element; returns false behind the last one.
    private mutating func next(_ end: UInt8) -> Bool {
        skipSpace()
        if byte == UInt8(ascii: ",") {
            offset += 1
            skipSpace()
        }
        guard byte != end, offset < text.count else {
            offset += 1
            return false
        }
        return true
    }

    private mutating func scalar() throws(JSONParsingError) -> JSONValue {
        let start = offset
        if byte == UInt8(ascii: "\"") {
            offset += 1
            while offset < text.count, byte != UInt8(ascii: "\"") { offset += byte == UInt8(ascii: "\\") ? 2 : 1 }
            offset += 1
        } else {
            while offset < text.count, !Self.ends.contains(byte) { offset += 1 }
        }
        return try JSONValue.parse(Array(text[start..<min(offset, text.count)]))
    }

    private static let ends = Set(",]} \t\r\n".utf8)

    private mutating func skipSpace() {
        while offset < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
    }
}
