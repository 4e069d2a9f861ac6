// SPDX-License-Identifier: MIT

internal import Glibc

/// A text whose bytes count: a method's name, an argument, a message that is signed.
///
/// Swift takes two strings for equal when Unicode does: `K` and the Kelvin sign, `;` and the Greek question mark, é in
/// one scalar and in two. To the chain they are different bytes. This type compares, hashes and sorts by UTF-8, and it
/// has no `==` with `String`, so that the compiler finds who compares such a text in the other way.
public struct ExactText: Sendable {
    /// The text as a string, to show or to send.
    ///
    /// Strings are compared by Unicode: compare the `ExactText` instead.
    public let text: String

    /// The text with these bytes.
    public init(_ text: String) {
        self.text = text
    }

    /// An account id as a text, to compare it with an unchecked one.
    public init(_ id: AccountId) {
        text = id.text
    }

    /// True if the text has no bytes.
    public var isEmpty: Bool { text.isEmpty }

    /// The bytes.
    public var utf8: String.UTF8View { text.utf8 }
}

extension ExactText: Hashable {
    /// Returns whether both have the same bytes.
    public static func == (lhs: ExactText, rhs: ExactText) -> Bool {
        lhs.text.hasSameBytes(as: rhs.text)
    }

    /// Feeds the bytes to `hasher`.
    public func hash(into hasher: inout Hasher) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isDone == nil {
            for byte in text.utf8 { hasher.combine(byte) }
        }
        // No byte of UTF-8: it ends the text, so that of two neighbours none can lend the other its end.
        hasher.combine(0xFF as UInt8)
    }
}

extension ExactText: Comparable {
    /// Returns whether `lhs` comes first in the order of the bytes, which is nearcore's and that of the scalars.
    public static func < (lhs: ExactText, rhs: ExactText) -> Bool {
        lhs.text.utf8.lexicographicallyPrecedes(rhs.text.utf8)
    }
}

extension ExactText: ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The text with a literal's bytes.
    public init(stringLiteral value: String) {
        text = value
    }

    /// The text as it is.
    public var description: String { text }
}

extension ExactText: BorshEncodable, BorshDecodable {
    /// Appends the text with its length in front.
    public func encode(to encoder: inout BorshEncoder) {
        encoder.encode(text)
    }

    /// Reads a text with its length in front.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        text = try decoder.decodeString()
    }
}

extension String {
    /// Returns whether `other` has the same bytes; `==` says only that Unicode takes the two for equal.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let isSame = utf8.withContiguousStorageIfAvailable { mine in
            other.utf8.withContiguousStorageIfAvailable { theirs in
                guard let left = mine.baseAddress, let right = theirs.baseAddress else { return true }
                return memcmp(left, right, mine.count) == 0
            }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
