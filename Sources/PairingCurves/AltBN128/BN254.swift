// SPDX-License-Identifier: MIT

/// The curve that Ethereum calls alt_bn128 (EIP-196, EIP-197): `y² = x³ + 3`.
///
/// It is of Barreto and Naehrig's family, with the parameter 4965661367192848881.
enum BN254: PairingCurve {
    typealias Words = Words4

    static let parameter: UInt64 = 4_965_661_367_192_848_881

    /// The prime 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47.
    static var modulus: Words4 {
        Words4(
            w0: 0x3c20_8c16_d87c_fd47, w1: 0x9781_6a91_6871_ca8d, w2: 0xb850_45b6_8181_585d, w3: 0x3064_4e72_e131_a029)
    }
    static var montgomeryInverse: UInt64 { 0x87d2_0782_e486_6389 }
    static let montgomery: MontgomeryConstants<Words4> = MontgomeryConstants(modulus: modulus)
    static let frobenius: FrobeniusConstants<BN254> = FrobeniusConstants()

    /// The product with `9 + u`.
    static func timesNonResidue(_ element: Fp2<BN254>) -> Fp2<BN254> {
        let eightfold = element.doubled.doubled.doubled
        return Fp2(eightfold.c0 + element.c0 - element.c1, eightfold.c1 + element.c1 + element.c0)
    }

    enum G1: CurveGroup {
        typealias Element = Fp<BN254>
        static let b: Element = Fp(modulo: 3)
        static let order: Words4 = groupOrder
    }

    enum G2: CurveGroup {
        typealias Element = Fp2<BN254>
        static let b: Element = Fp2(G1.b) * (Fp2<BN254>.one.timesNonResidue.inverted ?? .zero)
        static let order: Words4 = groupOrder
    }

    static let groupOrder: Words4 = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001

    static var twist: Twist { .divided }

    /// Six times the parameter, and two.
    static var loop: UInt128 { 6 * UInt128(parameter) + 2 }

    static func finish(_ loop: inout MillerLoop<BN254>) {
        loop.add { frobenius(of: $0) }
        loop.add {
            let twice = frobenius(of: frobenius(of: $0))
            return AffinePoint(x: twice.x, y: -twice.y)
        }
    }

    /// Raises `element` to 2x(6x² + 3x + 1) times the hard part.
    ///
    /// With m = 12x³ + 6x² + 4x that is (m + 6x² + 2x + 1) + m·p + (m + 2x)·p² + (m - 1)·p³ (Fuentes-Castañeda, Knapp
    /// and Rodríguez-Henríquez, 2011).
    static func raiseToHardPart(_ element: Fp12<BN254>) -> Fp12<BN254> {
        let x1 = element.raised(to: parameter)
        let x2 = x1.raised(to: parameter)
        let x3 = x2.raised(to: parameter)
        let twoX = x1.squared
        let sixX2 = x2.squared * x2.squared.squared
        let sixX3 = x3.squared * x3.squared.squared
        let m = sixX3.squared * sixX2 * twoX.squared
        let p0 = m * sixX2 * twoX * element
        let p2 = (m * twoX).frobenius.frobenius
        let p3 = (m * element.conjugate).frobenius.frobenius.frobenius
        return p0 * m.frobenius * p2 * p3
    }
}
