// SPDX-License-Identifier: MIT

/// An element `c0 + c1·u` of the quadratic extension, with `u² = -1`.
///
/// Both curves' primes are three modulo four, so that -1 has no root below.
struct Fp2<Curve: PairingCurve>: FieldElement {
    var c0: Fp<Curve>
    var c1: Fp<Curve>

    init(_ c0: Fp<Curve>, _ c1: Fp<Curve> = .zero) {
        self.c0 = c0
        self.c1 = c1
    }

    static var zero: Fp2 { Fp2(.zero) }
    static var one: Fp2 { Fp2(.one) }
    var isZero: Bool { c0.isZero && c1.isZero }

    static func + (left: Fp2, right: Fp2) -> Fp2 { Fp2(left.c0 + right.c0, left.c1 + right.c1) }
    static func - (left: Fp2, right: Fp2) -> Fp2 { Fp2(left.c0 - right.c0, left.c1 - right.c1) }
    static prefix func - (element: Fp2) -> Fp2 { Fp2(-element.c0, -element.c1) }

    static func * (left: Fp2, right: Fp2) -> Fp2 {
        let low = left.c0 * right.c0
        let high = left.c1 * right.c1
        return Fp2(low - high, (left.c0 + left.c1) * (right.c0 + right.c1) - low - high)
    }

    static func * (left: Fp2, right: Fp<Curve>) -> Fp2 { Fp2(left.c0 * right, left.c1 * right) }

    var squared: Fp2 {
        let product = c0 * c1
        return Fp2((c0 + c1) * (c0 - c1), product + product)
    }

    var conjugate: Fp2 { Fp2(c0, -c1) }

    var inverted: Fp2? {
        (c0.squared + c1.squared).inverted.map { Fp2(c0 * $0, -(c1 * $0)) }
    }

    /// The product with the element that the next field's generator is the cube root of.
    var timesNonResidue: Fp2 { Curve.timesNonResidue(self) }

    /// A square root, or `nil` where there is none: by the root of the norm, as complex numbers have it.
    var squareRoot: Fp2? {
        if c1.isZero {
            return c0.squareRoot.map { Fp2($0) } ?? (-c0).squareRoot.map { Fp2(.zero, $0) }
        }
        guard let norm = (c0.squared + c1.squared).squareRoot, let half = Fp<Curve>(modulo: 2).inverted else {
            return nil
        }
        // Of the two halves of c0 ± norm exactly one is a square where there is a root at all.
        guard let root = ((c0 + norm) * half).squareRoot ?? ((c0 - norm) * half).squareRoot,
            let inverse = root.doubled.inverted
        else { return nil }
        let result = Fp2(root, c1 * inverse)
        return result.squared == self ? result : nil
    }
}
