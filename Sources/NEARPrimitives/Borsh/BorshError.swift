// SPDX-License-Identifier: MIT

/// The reason why bytes are not a value's Borsh form.
///
/// `offset` counts bytes from the start of the input that was given to the decoder.
public enum BorshError: Error, Sendable, Hashable {
    /// The input ended while `needed` more bytes were to be read and only `available` were left.
    case endOfInput(offset: Int, needed: Int, available: Int)
    /// The value was read in full and `count` bytes are left over.
    case trailingBytes(offset: Int, count: Int)
    /// A length prefix promises more elements than the rest of the input could hold.
    case lengthOutOfBounds(offset: Int, length: UInt32)
    /// An enum's tag byte (or an `Option`'s, or a `bool`'s) names no case.
    case unknownTag(offset: Int, type: String, tag: UInt8)
    /// A string is not UTF-8.
    case invalidText(offset: Int)
    /// The text that should hold the bytes is not Base64.
    case invalidBase64
    /// The bytes have the right form, but the type's own rules refuse the value.
    ///
    /// Examples: an account id with a capital letter, a delegate action inside a delegate action, map keys out of
    /// order.
    case invalidValue(offset: Int, reason: String)
}

extension BorshError: CustomStringConvertible {
    /// The error, in one line for the user.
    public var description: String {
        switch self {
        case .endOfInput(let offset, let needed, let available):
            "the input ends at byte \(offset): \(needed) bytes needed, \(available) left"
        case .trailingBytes(let offset, let count):
            "\(count) bytes are left over after the value's end at byte \(offset)"
        case .lengthOutOfBounds(let offset, let length):
            "the length \(length) at byte \(offset) is more than the rest of the input can hold"
        case .unknownTag(let offset, let type, let tag): "byte \(offset): \(tag) is not a tag of \(type)"
        case .invalidText(let offset): "the string at byte \(offset) is not UTF-8"
        case .invalidBase64: "not Base64"
        case .invalidValue(let offset, let reason): "byte \(offset): \(reason)"
        }
    }
}
