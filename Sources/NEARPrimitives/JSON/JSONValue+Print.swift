// SPDX-License-Identifier: MIT

extension JSONValue {
    /// The value as JSON text without white space, an object's members in the order of their names.
    ///
    /// A number that JSON can't write (infinity, not-a-number) becomes `null`, as in JavaScript.
    public var text: String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// `text` in UTF-8.
    public var bytes: [UInt8] {
        var output: [UInt8] = []
        write(to: &output)
        return output
    }

    /// Appends `text` in UTF-8.
    package func write(to output: inout [UInt8]) {
        switch self {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): output.append(contentsOf: String(value).utf8)
        case .number(let value): output.append(contentsOf: (value.isFinite ? "\(value)" : "null").utf8)
        case .string(let value): Self.write(value, to: &output)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 {
                    output.append(UInt8(ascii: ","))
                }
                element.write(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            if members.count < 2 {
                // Most requests have one member, and sorting it costs more than writing it.
                for (name, value) in members { Self.write(name, value, to: &output) }
            } else {
                for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                    if index > 0 {
                        output.append(UInt8(ascii: ","))
                    }
                    Self.write(member.key, member.value, to: &output)
                }
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ name: ExactText, _ value: JSONValue, to output: inout [UInt8]) {
        write(name.text, to: &output)
        output.append(UInt8(ascii: ":"))
        value.write(to: &output)
    }

    private static func write(_ text: String, to output: inout [UInt8]) {
        var text = text
        output.append(UInt8(ascii: "\""))
        text.withUTF8 { escape($0, to: &output) }
        output.append(UInt8(ascii: "\""))
    }

    private static func escape(_ utf8: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        var plainStart = 0
        for (index, byte) in utf8.enumerated() {
            guard byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
                continue
            }
            output.append(contentsOf: utf8[plainStart..<index])
            plainStart = index + 1
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                output.append(UInt8(ascii: "\\"))
                output.append(byte)
            case 0x0A: output.append(contentsOf: "\\n".utf8)
            case 0x0D: output.append(contentsOf: "\\r".utf8)
            case 0x09: output.append(contentsOf: "\\t".utf8)
            default:
                output.append(contentsOf: "\\u00".utf8)
                output.append(contentsOf: Hexadecimal.encode(CollectionOfOne(byte)).utf8)
            }
        }
        output.append(contentsOf: utf8[plainStart...])
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON text.
    public var description: String { text }
}
