// SPDX-License-Identifier: MIT

/// The points of `y² = x³ + b` over a field.
protocol CurveGroup: Sendable {
    associatedtype Element: FieldElement
    /// The words that scalars have: both curves' groups have an order below 2²⁵⁶.
    typealias Scalar = Words4

    static var b: Element { get }
    /// The order of the subgroup that pairings are defined on.
    static var order: Scalar { get }
}

/// A point that isn't the one at infinity.
struct AffinePoint<Group: CurveGroup>: Sendable, Hashable {
    let x: Group.Element
    let y: Group.Element

    var isOnCurve: Bool { y.squared == x.squared * x + Group.b }
}
