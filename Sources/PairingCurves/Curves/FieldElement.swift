// SPDX-License-Identifier: MIT

/// An element of a finite field.
protocol FieldElement: Sendable, Hashable {
    static var zero: Self { get }
    static var one: Self { get }
    var isZero: Bool { get }
    /// The element that gives one when multiplied with this one, or `nil` where this is zero.
    var inverted: Self? { get }
    var squared: Self { get }

    static func + (left: Self, right: Self) -> Self
    static func - (left: Self, right: Self) -> Self
    static func * (left: Self, right: Self) -> Self
    static prefix func - (element: Self) -> Self
}

extension FieldElement {
    var doubled: Self { self + self }
    var tripled: Self { self + self + self }

    static func += (left: inout Self, right: Self) { left = left + right }
    static func -= (left: inout Self, right: Self) { left = left - right }
    static func *= (left: inout Self, right: Self) { left = left * right }

    /// The element to the power of a number, four bits at a time.
    func raised(to exponent: some FixedWords) -> Self {
        var powers = [Self.one]
        for _ in 1..<16 { powers.append(powers[powers.count - 1] * self) }
        return (0..<type(of: exponent).bitCount / 4).reversed().reduce(Self.one) { result, index in
            let nibble = exponent.nibble(index)
            let raised = result == .one ? result : result.squared.squared.squared.squared
            return nibble == 0 ? raised : raised * powers[nibble]
        }
    }
}
