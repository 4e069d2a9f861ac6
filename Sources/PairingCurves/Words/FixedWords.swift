// SPDX-License-Identifier: MIT

/// An unsigned number of a fixed count of 64-bit words, the least significant first.
///
/// Nothing in this module takes the same time for all values: contracts have no secrets.
protocol FixedWords: Sendable, Hashable, ExpressibleByIntegerLiteral where IntegerLiteralType == StaticBigInt {
    static var wordCount: Int { get }
    /// The number nought.
    init()
    subscript(_ index: Int) -> UInt64 { get set }
    /// The sum, without what doesn't fit.
    func adding(_ other: Self) -> Self
    /// The difference, and whether `other` is the greater number.
    func subtracting(_ other: Self) -> (difference: Self, borrow: Bool)
    /// `a · b / 2^(64 · wordCount)` modulo an odd number, below twice that number (Montgomery's multiplication).
    ///
    /// Unrolled by whoever conforms: a loop over words takes twice as long where it is optimized, and ten times as long
    /// where it isn't. The modulus leaves its topmost bit free, which is what spares a carry.
    ///
    /// - Parameter inverse: `-1 / modulus` modulo 2⁶⁴.
    static func montgomeryProduct(_ a: Self, _ b: Self, modulus: Self, inverse: UInt64) -> Self
}

extension FixedWords {
    static var byteCount: Int { wordCount * 8 }
    static var bitCount: Int { wordCount * 64 }

    init(_ value: UInt64) {
        self.init()
        self[0] = value
    }

    init(integerLiteral value: StaticBigInt) {
        self.init()
        for index in 0..<Self.wordCount { self[index] = UInt64(value[index]) }
    }

    /// A number of bytes, the least significant first.
    init(littleEndian bytes: some Collection<UInt8>) {
        self.init()
        for (index, byte) in bytes.enumerated() { self[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8) }
    }

    /// The bytes, the least significant first.
    var littleEndianBytes: [UInt8] {
        (0..<Self.byteCount).map { UInt8(truncatingIfNeeded: self[$0 / 8] >> UInt64($0 % 8 * 8)) }
    }

    var isZero: Bool { self == Self() }
    var isOdd: Bool { self[0] & 1 == 1 }

    static func < (left: Self, right: Self) -> Bool { left.subtracting(right).borrow }

    /// The number divided by a small one; what remains is dropped.
    func divided(by divisor: UInt64) -> Self {
        var result = Self()
        var remainder: UInt64 = 0
        for index in (0..<Self.wordCount).reversed() {
            (result[index], remainder) = divisor.dividingFullWidth((remainder, self[index]))
        }
        return result
    }

    /// Four bits, the `index`th from below.
    func nibble(_ index: Int) -> Int { Int(self[index / 16] >> UInt64(index % 16 * 4) & 15) }
}

/// One word of a product: adds `a · b` and what was carried to a word, and carries on.
@inline(__always)
func multiplyAdd(_ word: UInt64, _ a: UInt64, times b: UInt64, carry: inout UInt64) -> UInt64 {
    let (high, low) = a.multipliedFullWidth(by: b)
    let (sum, first) = low.addingReportingOverflow(word)
    let (result, second) = sum.addingReportingOverflow(carry)
    carry = high &+ (first ? 1 : 0) &+ (second ? 1 : 0)
    return result
}

/// One word of a sum.
@inline(__always)
func addWord(_ a: UInt64, _ b: UInt64, carry: inout Bool) -> UInt64 {
    let (sum, first) = a.addingReportingOverflow(b)
    let (result, second) = sum.addingReportingOverflow(carry ? 1 : 0)
    carry = first != second
    return result
}

/// One word of a difference.
@inline(__always)
func subtractWord(_ a: UInt64, _ b: UInt64, borrow: inout Bool) -> UInt64 {
    let (difference, first) = a.subtractingReportingOverflow(b)
    let (result, second) = difference.subtractingReportingOverflow(borrow ? 1 : 0)
    borrow = first != second
    return result
}
