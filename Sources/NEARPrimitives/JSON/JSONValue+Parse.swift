// SPDX-License-Identifier: MIT

internal import Glibc

/// The reason why a text is not JSON (RFC 8259).
///
/// `offset` counts bytes from the text's start.
public enum JSONParsingError: Error, Sendable, Hashable {
    /// The text ends within a value.
    case endOfInput
    /// A byte that can't stand here.
    case unexpectedByte(offset: Int, byte: UInt8)
    /// A number of a form that JSON doesn't have (`01`, `1.`, `+1`), or one beyond a `Double`.
    case invalidNumber(offset: Int)
    /// A string with a control character, an unknown escape or half of a surrogate pair, or one that's not UTF-8.
    case invalidString(offset: Int)
    /// Arrays and objects within one another to more than 128 levels.
    case tooDeep(offset: Int)
    /// Something other than white space after the value.
    case trailingBytes(offset: Int)
}

extension JSONParsingError: CustomStringConvertible {
    /// The error, in one line for the user.
    public var description: String {
        switch self {
        case .endOfInput: "the text ends within a value"
        case .unexpectedByte(let offset, let byte):
            "\(Unicode.Scalar(byte).debugDescription) can't stand at byte \(offset)"
        case .invalidNumber(let offset): "the number at byte \(offset) is none"
        case .invalidString(let offset): "the string at byte \(offset) is none"
        case .tooDeep(let offset): "nested too deeply at byte \(offset)"
        case .trailingBytes(let offset): "something follows the value at byte \(offset)"
        }
    }
}

extension JSONValue {
    /// The value of a JSON text.
    ///
    /// - Throws: `JSONParsingError`.
    public static func parse(_ text: String) throws(JSONParsingError) -> JSONValue {
        try parse(Array(text.utf8))
    }

    /// The value of a JSON text in UTF-8, without a byte order mark.
    ///
    /// Total on hostile bytes: the stack's depth is bounded, and what is allocated grows with the text.
    ///
    /// - Throws: `JSONParsingError`.
    public static func parse(_ bytes: [UInt8]) throws(JSONParsingError) -> JSONValue {
        var parser = JSONParser(bytes: bytes)
        let value = try parser.parseValue(depth: 0)
        parser.skipSpace()
        guard parser.offset == bytes.count else { throw .trailingBytes(offset: parser.offset) }
        return value
    }
}

extension JSONValue {
    /// Reads the members of these names from a JSON object, without making a dictionary.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8, as ``parse(_:)`` takes it.
    ///   - names: The names. Other members are passed over; of two members of one name the last counts.
    /// - Returns: The values in the order of the names, or `nil` if the text is another value than an object.
    /// - Throws: `JSONParsingError`.
    package static func parseMembers(
        _ bytes: [UInt8], named names: [StaticString]
    ) throws(JSONParsingError) -> [JSONValue?]? {
        var parser = JSONParser(bytes: bytes)
        parser.skipSpace()
        var values: [JSONValue?]?
        if parser.offset < bytes.count && bytes[parser.offset] == UInt8(ascii: "{") {
            values = try parser.parseMembers(named: names)
        } else {
            _ = try parser.parseValue(depth: 0)
        }
        parser.skipSpace()
        guard parser.offset == bytes.count else { throw .trailingBytes(offset: parser.offset) }
        return values
    }
}

private struct JSONParser {
    let bytes: [UInt8]
    var offset = 0

    /// As deep as serde_json goes, which reads what nearcore and its contracts are sent.
    static let maximumDepth = 128

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func skipSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            default: return
            }
        }
    }

    private func current() throws(JSONParsingError) -> UInt8 {
        guard offset < bytes.count else { throw .endOfInput }
        return bytes[offset]
    }

    private mutating func expect(_ byte: UInt8) throws(JSONParsingError) {
        let found = try current()
        guard found == byte else { throw .unexpectedByte(offset: offset, byte: found) }
        offset += 1
    }

    mutating func parseValue(depth: Int) throws(JSONParsingError) -> JSONValue {
        skipSpace()
        let byte = try current()
        switch byte {
        case UInt8(ascii: "{"): return try parseObject(depth: depth + 1)
        case UInt8(ascii: "["): return try parseArray(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try parseString())
        case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
        case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
        case UInt8(ascii: "n"): return try parseWord("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber()
        default: throw .unexpectedByte(offset: offset, byte: byte)
        }
    }

    private mutating func parseWord(_ word: StaticString, _ value: JSONValue) throws(JSONParsingError) -> JSONValue {
        for index in 0..<word.utf8CodeUnitCount {
            try expect(word.utf8Start[index])
        }
        return value
    }

    private mutating func parseArray(depth: Int) throws(JSONParsingError) -> JSONValue {
        guard depth <= Self.maximumDepth else { throw .tooDeep(offset: offset) }
        try expect(UInt8(ascii: "["))
        var elements: [JSONValue] = []
        skipSpace()
        if try current() == UInt8(ascii: "]") {
            offset += 1
            return .array(elements)
        }
        while true {
            elements.append(try parseValue(depth: depth))
            skipSpace()
            if try current() == UInt8(ascii: "]") {
                offset += 1
                return .array(elements)
            }
            try expect(UInt8(ascii: ","))
        }
    }

    private mutating func parseObject(depth: Int) throws(JSONParsingError) -> JSONValue {
        var members: JSONValue.Members = [:]
        try parseMembers(depth: depth) { (parser) throws(JSONParsingError) in
            let name = ExactText(try parser.parseString())
            members[name] = try parser.parseMemberValue(depth: depth)
        }
        return .object(members)
    }

    /// Reads an object, of which only these members are kept.
    mutating func parseMembers(named names: [StaticString]) throws(JSONParsingError) -> [JSONValue?] {
        var values = [JSONValue?](repeating: nil, count: names.count)
        try parseMembers(depth: 1) { (parser) throws(JSONParsingError) in
            let index = try parser.parseName(among: names)
            let value = try parser.parseMemberValue(depth: 1)
            if let index { values[index] = value }
        }
        return values
    }

    private mutating func parseMembers(
        depth: Int, _ parseMember: (inout JSONParser) throws(JSONParsingError) -> Void
    ) throws(JSONParsingError) {
        guard depth <= Self.maximumDepth else { throw .tooDeep(offset: offset) }
        try expect(UInt8(ascii: "{"))
        skipSpace()
        if try current() == UInt8(ascii: "}") {
            offset += 1
            return
        }
        while true {
            skipSpace()
            try parseMember(&self)
            skipSpace()
            if try current() == UInt8(ascii: "}") {
                offset += 1
                return
            }
            try expect(UInt8(ascii: ","))
        }
    }

    private mutating func parseMemberValue(depth: Int) throws(JSONParsingError) -> JSONValue {
        skipSpace()
        try expect(UInt8(ascii: ":"))
        return try parseValue(depth: depth)
    }

    /// Reads a member's name, and returns which of `names` it is.
    private mutating func parseName(among names: [StaticString]) throws(JSONParsingError) -> Int? {
        let start = offset
        try expect(UInt8(ascii: "\""))
        let plain = PlainText.prefix(of: bytes, from: offset)
        guard plain.isASCII, plain.end < bytes.count, bytes[plain.end] == UInt8(ascii: "\"") else {
            offset = start
            let name = try parseString()
            return names.firstIndex { name.hasSameBytes(as: $0.description) }
        }
        let name = offset..<plain.end
        offset = plain.end + 1
        return bytes.withUnsafeBytes { Self.index(of: UnsafeRawBufferPointer(rebasing: $0[name]), in: names) }
    }

    private static func index(of name: UnsafeRawBufferPointer, in names: [StaticString]) -> Int? {
        for (index, candidate) in names.enumerated() where candidate.utf8CodeUnitCount == name.count {
            guard let bytes = name.baseAddress else { return index }
            if memcmp(candidate.utf8Start, bytes, name.count) == 0 { return index }
        }
        return nil
    }

    private mutating func parseNumber() throws(JSONParsingError) -> JSONValue {
        let start = offset
        if bytes[offset] == UInt8(ascii: "-") {
            offset += 1
        }
        let leading = try current()
        let wholeDigits = skipDigits()
        guard wholeDigits == 1 || (wholeDigits > 1 && leading != UInt8(ascii: "0")) else {
            throw .invalidNumber(offset: start)
        }
        var isWhole = true
        if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
            offset += 1
            isWhole = false
            guard skipDigits() > 0 else { throw .invalidNumber(offset: start) }
        }
        if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
            offset += 1
            isWhole = false
            if offset < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[offset]) {
                offset += 1
            }
            guard skipDigits() > 0 else { throw .invalidNumber(offset: start) }
        }
        if isWhole, wholeDigits <= 18, case let value = smallInteger(start), value != 0 || leading == bytes[start] {
            return .integer(Int128(value))
        }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        // As an integer, -0 would be 0, which isn't the same to whoever reads it as a `Double`.
        if isWhole, let value = Int128(text), value != 0 || bytes[start] != UInt8(ascii: "-") {
            return .integer(value)
        }
        guard let value = Double(text), value.isFinite else { throw .invalidNumber(offset: start) }
        return .number(value)
    }

    /// Returns the number from `start` to here, of at most 18 digits, which fit.
    private func smallInteger(_ start: Int) -> Int64 {
        let isNegative = bytes[start] == UInt8(ascii: "-")
        var value: Int64 = 0
        for byte in bytes[(isNegative ? start + 1 : start)..<offset] {
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return isNegative ? -value : value
    }

    private mutating func skipDigits() -> Int {
        let start = offset
        while offset < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset]) {
            offset += 1
        }
        return offset - start
    }

    private mutating func parseString() throws(JSONParsingError) -> String {
        let start = offset
        try expect(UInt8(ascii: "\""))
        var plainStart = offset
        var utf8: [UInt8] = []
        var isASCII = true
        while true {
            let plain = PlainText.prefix(of: bytes, from: offset)
            offset = plain.end
            isASCII = isASCII && plain.isASCII
            switch try current() {
            case UInt8(ascii: "\""):
                let plain = bytes[plainStart..<offset]
                offset += 1
                // ASCII is valid, and most strings are just that.
                if utf8.isEmpty, isASCII { return String(decoding: plain, as: UTF8.self) }
                let text =
                    utf8.isEmpty
                    ? String(validating: plain, as: UTF8.self) : String(validating: utf8 + plain, as: UTF8.self)
                guard let text else { throw .invalidString(offset: start) }
                return text
            case UInt8(ascii: "\\"):
                utf8.append(contentsOf: bytes[plainStart..<offset])
                offset += 1
                try parseEscape(into: &utf8, start: start)
                plainStart = offset
            default: throw .invalidString(offset: start)
            }
        }
    }

    private mutating func parseEscape(into utf8: inout [UInt8], start: Int) throws(JSONParsingError) {
        let escape = try current()
        offset += 1
        switch escape {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): utf8.append(escape)
        case UInt8(ascii: "b"): utf8.append(0x08)
        case UInt8(ascii: "f"): utf8.append(0x0C)
        case UInt8(ascii: "n"): utf8.append(0x0A)
        case UInt8(ascii: "r"): utf8.append(0x0D)
        case UInt8(ascii: "t"): utf8.append(0x09)
        case UInt8(ascii: "u"):
            var code = UInt32(try parseHexadecimal(start: start))
            if (0xD800..<0xDC00).contains(code) {
                try expect(UInt8(ascii: "\\"))
                try expect(UInt8(ascii: "u"))
                let low = UInt32(try parseHexadecimal(start: start))
                guard (0xDC00..<0xE000).contains(low) else { throw .invalidString(offset: start) }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw .invalidString(offset: start) }
            utf8.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        default: throw .invalidString(offset: start)
        }
    }

    private mutating func parseHexadecimal(start: Int) throws(JSONParsingError) -> UInt16 {
        guard offset + 4 <= bytes.count else { throw .endOfInput }
        var value: UInt16 = 0
        for byte in bytes[offset..<(offset + 4)] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw .invalidString(offset: start)
            }
            value = value << 4 | UInt16(digit)
        }
        offset += 4
        return value
    }
}
