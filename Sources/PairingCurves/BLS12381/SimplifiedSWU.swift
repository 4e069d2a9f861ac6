// SPDX-License-Identifier: MIT

/// An element whose square root can be taken, and that has a sign of RFC 9380.
protocol MappableElement: FieldElement {
    var squareRoot: Self? { get }
    /// RFC 9380's `sgn0`: whether the number is odd; of several numbers, the first that isn't nought.
    var isOdd: Bool { get }
}

extension Fp: MappableElement {
    var isOdd: Bool { number.isOdd }
}

extension Fp2: MappableElement {
    var isOdd: Bool { c0.isZero ? c1.isOdd : c0.isOdd }
}

/// The simplified map of Shallue, van de Woestijne and Ulas onto a curve (RFC 9380, 6.6.2).
///
/// The curve is `y² = x³ + a·x + b`.
struct SimplifiedSWU<Element: MappableElement>: Sendable {
    let a: Element
    let b: Element
    /// No square, so that one of the two candidates is one.
    let z: Element

    /// The point that an element goes to.
    func callAsFunction(_ u: Element) -> (x: Element, y: Element) {
        let zu2 = z * u.squared
        let denominator = zu2.squared + zu2
        // a and z aren't zero.
        let x1 =
            denominator.inverted.map { -b * (a.inverted ?? .zero) * (.one + $0) } ?? b * ((z * a).inverted ?? .zero)
        let x2 = zu2 * x1
        let (x, y) = root(x1).map { (x1, $0) } ?? (x2, root(x2) ?? .zero)
        return (x, y.isOdd == u.isOdd ? y : -y)
    }

    private func root(_ x: Element) -> Element? { ((x.squared + a) * x + b).squareRoot }
}
