// SPDX-License-Identifier: MIT

/// `c0 + c1·w`, with `w² = v`: where pairings end.
struct Fp12<Curve: PairingCurve>: FieldElement {
    var c0: Fp6<Curve>
    var c1: Fp6<Curve>

    init(_ c0: Fp6<Curve>, _ c1: Fp6<Curve> = .zero) {
        self.c0 = c0
        self.c1 = c1
    }

    static var zero: Fp12 { Fp12(.zero) }
    static var one: Fp12 { Fp12(.one) }
    var isZero: Bool { c0.isZero && c1.isZero }

    static func + (left: Fp12, right: Fp12) -> Fp12 { Fp12(left.c0 + right.c0, left.c1 + right.c1) }
    static func - (left: Fp12, right: Fp12) -> Fp12 { Fp12(left.c0 - right.c0, left.c1 - right.c1) }
    static prefix func - (element: Fp12) -> Fp12 { Fp12(-element.c0, -element.c1) }

    static func * (left: Fp12, right: Fp12) -> Fp12 {
        let low = left.c0 * right.c0
        let high = left.c1 * right.c1
        return Fp12(low + high.timesV, (left.c0 + left.c1) * (right.c0 + right.c1) - low - high)
    }

    var squared: Fp12 {
        let product = c0 * c1
        return Fp12((c0 + c1) * (c0 + c1.timesV) - product - product.timesV, product + product)
    }

    /// The conjugate over the field below: the inverse of whatever the first part of a final exponentiation gives.
    var conjugate: Fp12 { Fp12(c0, -c1) }

    var inverted: Fp12? {
        (c0.squared - c1.squared.timesV).inverted.map { Fp12(c0 * $0, -(c1 * $0)) }
    }

    /// The element to the power of the prime.
    var frobenius: Fp12 {
        let constants = Curve.frobenius.powers
        return Fp12(
            Fp6(c0: c0.c0.conjugate, c1: c0.c1.conjugate * constants[2], c2: c0.c2.conjugate * constants[4]),
            Fp6(
                c0: c1.c0.conjugate * constants[1], c1: c1.c1.conjugate * constants[3],
                c2: c1.c2.conjugate * constants[5]))
    }

    /// The element to the power of a number of one word.
    func raised(to exponent: UInt64) -> Fp12 {
        (0..<64 - exponent.leadingZeroBitCount).reversed().reduce(Fp12.one) { result, bit in
            let raised = result == .one ? result : result.squared
            return exponent >> UInt64(bit) & 1 == 1 ? raised * self : raised
        }
    }

    /// The power `(p⁶ - 1)(p² + 1)`, which is the cheap part of a final exponentiation.
    ///
    /// It is `nil` where this is zero.
    var raisedToEasyPart: Fp12? {
        inverted.map { inverse in
            let ratio = conjugate * inverse
            return ratio.frobenius.frobenius * ratio
        }
    }
}
