// SPDX-License-Identifier: MIT

/// A curve with pairings of embedding degree twelve, and everything that it is made of.
protocol PairingCurve: Sendable {
    /// Points over the prime field.
    associatedtype G1: CurveGroup where G1.Element == Fp<Self>
    /// Points of the twist, over the field of degree two.
    associatedtype G2: CurveGroup where G2.Element == Fp2<Self>
    /// The words of a number below the modulus, one bit to spare.
    associatedtype Words: FixedWords

    /// The prime, three modulo four.
    static var modulus: Words { get }
    /// `-1 / modulus` modulo 2⁶⁴.
    ///
    /// Read with every product, so that it stands here and isn't found out.
    static var montgomeryInverse: UInt64 { get }
    static var montgomery: MontgomeryConstants<Words> { get }
    static var frobenius: FrobeniusConstants<Self> { get }
    /// The product with the element of which there is no sixth root.
    static func timesNonResidue(_ element: Fp2<Self>) -> Fp2<Self>

    static var twist: Twist { get }
    /// The number whose bits below the first, from above, are the steps of Miller's loop.
    static var loop: UInt128 { get }
    /// Does what is left to do after the loop.
    static func finish(_ loop: inout MillerLoop<Self>)
    /// Raises an element to a multiple of `(p⁴ - p² + 1)/r` that r doesn't divide.
    ///
    /// The element has had the easy part.
    static func raiseToHardPart(_ element: Fp12<Self>) -> Fp12<Self>
}

/// The way the twist gets its `b` from the curve's: multiplied with the non-residue or divided by it.
enum Twist: Sendable {
    case multiplied, divided
}

extension PairingCurve {
    /// Returns whether the pairings of pairs, multiplied, are one.
    ///
    /// Pairs with a point at infinity pair to one.
    static func pairingsAreOne(_ pairs: [(AffinePoint<G1>, AffinePoint<G2>)]) -> Bool {
        var loop = MillerLoop<Self>(pairs)
        loop.run()
        finish(&loop)
        return loop.value.raisedToEasyPart.map { raiseToHardPart($0) } == .one
    }

    /// The point of the twist where raising the curve's coordinates to the power of the prime takes it.
    static func frobenius(of point: AffinePoint<G2>) -> AffinePoint<G2> {
        AffinePoint(x: point.x.conjugate * frobenius.twistX, y: point.y.conjugate * frobenius.twistY)
    }
}
