// SPDX-License-Identifier: MIT

/// The name of a NEAR account, checked: a value of this type always follows nearcore's rules (`near-account-id`).
public struct AccountId: Sendable, Hashable {
    /// The shortest length.
    public static let minimumByteCount = 2
    /// The longest length.
    public static let maximumByteCount = 64

    /// The account id as it is written.
    ///
    /// ASCII.
    public let text: String

    /// The account id that `text` is.
    ///
    /// - Throws: `AccountIdError` with the rule that is broken and the place.
    public init(_ text: String) throws(AccountIdError) {
        try Self.validate(text)
        self.text = text
    }

    /// For text that is right by construction.
    init(unchecked text: String) {
        self.text = text
    }

    private static func validate(_ text: String) throws(AccountIdError) {
        let count = text.utf8.count
        guard count >= minimumByteCount else {
            throw AccountIdError(rule: .tooShort(byteCount: count), position: count)
        }
        guard count <= maximumByteCount else {
            throw AccountIdError(rule: .tooLong(byteCount: count), position: maximumByteCount)
        }
        var previousIsSeparator = true
        var position = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                previousIsSeparator = false
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                if previousIsSeparator {
                    let scalar = Unicode.Scalar(byte)
                    throw AccountIdError(
                        rule: position == 0 ? .leadingSeparator(scalar) : .repeatedSeparator(scalar),
                        position: position)
                }
                previousIsSeparator = true
            default:
                // All before it is ASCII, so the byte's place is the scalar's place.
                let scalar = text.unicodeScalars.dropFirst(position).first ?? "\u{FFFD}"
                throw AccountIdError(rule: .invalidCharacter(scalar), position: position)
            }
            position += 1
        }
        if previousIsSeparator, let scalar = text.unicodeScalars.last {
            throw AccountIdError(rule: .trailingSeparator(scalar), position: position - 1)
        }
    }
}

extension AccountId: Comparable, CustomStringConvertible {
    /// Returns whether `lhs` comes first in the order of the bytes, which is nearcore's.
    public static func < (lhs: AccountId, rhs: AccountId) -> Bool {
        lhs.text.utf8.lexicographicallyPrecedes(rhs.text.utf8)
    }

    /// The account id as it is written.
    public var description: String { text }
}

extension AccountId: Codable {
    /// Reads a string and checks it.
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText { try AccountId($0) }
    }

    /// Writes a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension AccountId: BorshEncodable, BorshDecodable {
    /// Appends the text as a string.
    public func encode(to encoder: inout BorshEncoder) {
        encoder.encode(text)
    }

    /// Reads a string and checks it.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        let start = decoder.offset
        let text = try decoder.decodeString()
        do throws(AccountIdError) {
            try self.init(text)
        } catch {
            throw .invalidValue(offset: start, reason: error.description)
        }
    }
}
