// SPDX-License-Identifier: MIT

/// `c0 + c1·v + c2·v²`, with `v³` the curve's non-residue.
struct Fp6<Curve: PairingCurve>: FieldElement {
    var c0: Fp2<Curve>
    var c1: Fp2<Curve>
    var c2: Fp2<Curve>

    init(c0: Fp2<Curve>, c1: Fp2<Curve> = .zero, c2: Fp2<Curve> = .zero) {
        self.c0 = c0
        self.c1 = c1
        self.c2 = c2
    }

    static var zero: Fp6 { Fp6(c0: .zero) }
    static var one: Fp6 { Fp6(c0: .one) }
    var isZero: Bool { c0.isZero && c1.isZero && c2.isZero }

    static func + (left: Fp6, right: Fp6) -> Fp6 {
        Fp6(c0: left.c0 + right.c0, c1: left.c1 + right.c1, c2: left.c2 + right.c2)
    }

    static func - (left: Fp6, right: Fp6) -> Fp6 {
        Fp6(c0: left.c0 - right.c0, c1: left.c1 - right.c1, c2: left.c2 - right.c2)
    }

    static prefix func - (element: Fp6) -> Fp6 { Fp6(c0: -element.c0, c1: -element.c1, c2: -element.c2) }

    /// Karatsuba's way: six products instead of nine.
    static func * (left: Fp6, right: Fp6) -> Fp6 {
        let p0 = left.c0 * right.c0
        let p1 = left.c1 * right.c1
        let p2 = left.c2 * right.c2
        let cross12 = (left.c1 + left.c2) * (right.c1 + right.c2) - p1 - p2
        let cross01 = (left.c0 + left.c1) * (right.c0 + right.c1) - p0 - p1
        let cross02 = (left.c0 + left.c2) * (right.c0 + right.c2) - p0 - p2
        return Fp6(c0: p0 + cross12.timesNonResidue, c1: cross01 + p2.timesNonResidue, c2: cross02 + p1)
    }

    /// The product with `b0 + b1·v`.
    func times(_ b0: Fp2<Curve>, _ b1: Fp2<Curve>) -> Fp6 {
        let p0 = c0 * b0
        let p1 = c1 * b1
        let cross01 = (c0 + c1) * (b0 + b1) - p0 - p1
        return Fp6(c0: p0 + (c2 * b1).timesNonResidue, c1: cross01, c2: c2 * b0 + p1)
    }

    /// The product with `b1·v`.
    func times(v b1: Fp2<Curve>) -> Fp6 { Fp6(c0: (c2 * b1).timesNonResidue, c1: c0 * b1, c2: c1 * b1) }

    /// The product with a smaller field's element.
    static func * (left: Fp6, right: Fp2<Curve>) -> Fp6 {
        Fp6(c0: left.c0 * right, c1: left.c1 * right, c2: left.c2 * right)
    }

    var squared: Fp6 { self * self }

    /// The product with `v`.
    var timesV: Fp6 { Fp6(c0: c2.timesNonResidue, c1: c0, c2: c1) }

    var inverted: Fp6? {
        let t0 = c0.squared - (c1 * c2).timesNonResidue
        let t1 = c2.squared.timesNonResidue - c0 * c1
        let t2 = c1.squared - c0 * c2
        let norm = c0 * t0 + (c2 * t1 + c1 * t2).timesNonResidue
        return norm.inverted.map { Fp6(c0: t0 * $0, c1: t1 * $0, c2: t2 * $0) }
    }
}
