// SPDX-License-Identifier: MIT

/// Any JSON value, as RPC answers, wallets and contracts' arguments need it.
///
/// Whole numbers are exact.
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without a fraction and an exponent, between -2¹²⁷ and 2¹²⁷-1.
    ///
    /// Indirect, so that no value is aligned to sixteen bytes: see `NEARToken` for what Swift 6.3.1 makes of that.
    indirect case integer(Int128)
    /// Any other number.
    ///
    /// Never money: NEAR sends amounts as strings.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    ///
    /// The order of its members is not kept; of two members of one name the last counts.
    case object(Members)

    /// The members of an object by their names.
    ///
    /// Names are compared by their bytes, as every other reader does.
    public typealias Members = [ExactText: JSONValue]
}

extension JSONValue: Hashable {
    /// Returns whether both are the same value: strings of the same bytes, numbers of the same bits.
    ///
    /// A wallet that writes an argument in another form of Unicode has written another argument.
    public static func == (lhs: JSONValue, rhs: JSONValue) -> Bool {
        switch (lhs, rhs) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left.bitPattern == right.bitPattern
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Feeds what `==` compares to `hasher`.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value):
            hasher.combine(1)
            hasher.combine(value)
        case .integer(let value):
            hasher.combine(2)
            hasher.combine(value)
        case .number(let value):
            hasher.combine(3)
            hasher.combine(value.bitPattern)
        case .string(let value):
            hasher.combine(4)
            hasher.combine(ExactText(value))
        case .array(let elements):
            hasher.combine(5)
            hasher.combine(elements)
        case .object(let members):
            hasher.combine(6)
            hasher.combine(members)
        }
    }
}

extension JSONValue {
    /// The member of this name, where this is an object that has it.
    public subscript(name: String) -> JSONValue? { self[ExactText(name)] }

    /// The member of this name, where this is an object that has it.
    public subscript(name: ExactText) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// The element at this place, where this is an array that has it.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// True if this is `null`.
    public var isNull: Bool { self == .null }

    /// The string, where this is one.
    public var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The truth value, where this is one.
    public var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The whole number, where this is one that fits.
    public func integerValue<Integer: FixedWidthInteger>(as type: Integer.Type = Int.self) -> Integer? {
        guard case .integer(let value) = self else { return nil }
        return Integer(exactly: value)
    }

    /// The elements, where this is an array.
    public var arrayValue: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members, where this is an object.
    public var objectValue: Members? {
        guard case .object(let members) = self else { return nil }
        return members
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `null`.
    public init(nilLiteral: ()) {
        self = .null
    }

    /// A truth value.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// A whole number.
    public init(integerLiteral value: Int128) {
        self = .integer(value)
    }

    /// A number.
    public init(floatLiteral value: Double) {
        self = .number(value)
    }

    /// A string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// An array.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    /// An object; of two members of one name the last counts.
    public init(dictionaryLiteral elements: (ExactText, JSONValue)...) {
        var members = Members(minimumCapacity: elements.count)
        for (name, value) in elements { members[name] = value }
        self = .object(members)
    }
}

extension JSONValue: Codable {
    private struct MemberName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) {
            stringValue = name
        }

        init?(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            return nil
        }
    }

    /// Reads a value of any kind from another format's decoder; `parse` is the way from JSON text.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: MemberName.self) {
            var members: Members = [:]
            for key in container.allKeys {
                members[ExactText(key.stringValue)] = try container.decode(JSONValue.self, forKey: key)
            }
            self = .object(members)
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd {
                elements.append(try container.decode(JSONValue.self))
            }
            self = .array(elements)
        } else {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Int64.self) {
                self = .integer(Int128(value))
            } else if let value = try? container.decode(UInt64.self) {
                self = .integer(Int128(value))
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else {
                self = .string(try container.decode(String.self))
            }
        }
    }

    /// Writes the value to another format's encoder; `text` and `bytes` are the way to JSON text.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: MemberName.self)
            for (name, value) in members {
                try container.encode(value, forKey: MemberName(name.text))
            }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements {
                try container.encode(element)
            }
        default:
            var container = encoder.singleValueContainer()
            switch self {
            case .null: try container.encodeNil()
            case .bool(let value): try container.encode(value)
            case .integer(let value):
                if let value = Int64(exactly: value) {
                    try container.encode(value)
                } else if let value = UInt64(exactly: value) {
                    try container.encode(value)
                } else {
                    try container.encode(value)
                }
            case .number(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            case .array, .object: break
            }
        }
    }
}
