// SPDX-License-Identifier: MIT

/// A map from a curve `y² = x³ + a·x + b` to the one with pairings.
///
/// It is two fractions of polynomials (RFC 9380, 4.3).
struct Isogeny<Group: CurveGroup>: Sendable {
    typealias Element = Group.Element

    /// The coefficients, the constant ones first.
    let xNumerator: [Element]
    let xDenominator: [Element]
    let yNumerator: [Element]
    let yDenominator: [Element]

    /// The point that a point goes to; `nil`, which is infinity, where it is in the map's kernel.
    func callAsFunction(x: Element, y: Element) -> AffinePoint<Group>? {
        guard let xInverse = Self.value(xDenominator, at: x).inverted,
            let yInverse = Self.value(yDenominator, at: x).inverted
        else { return nil }
        return AffinePoint(
            x: Self.value(xNumerator, at: x) * xInverse, y: y * Self.value(yNumerator, at: x) * yInverse)
    }

    private static func value(_ coefficients: [Element], at x: Element) -> Element {
        coefficients.reversed().reduce(.zero) { $0 * x + $1 }
    }
}
