// SPDX-License-Identifier: MIT

/// BLS12-381: `y² = x³ + 4`, of Barreto, Lynn and Scott's family with the parameter -0xd201000000010000.
enum BLS12381: PairingCurve {
    typealias Words = Words6

    /// The parameter without its sign, which is negative.
    static let parameter: UInt64 = 0xd201_0000_0001_0000

    /// The prime 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab.
    static var modulus: Words6 {
        Words6(
            w0: 0xb9fe_ffff_ffff_aaab, w1: 0x1eab_fffe_b153_ffff, w2: 0x6730_d2a0_f6b0_f624, w3: 0x6477_4b84_f385_12bf,
            w4: 0x4b1b_a7b6_434b_acd7, w5: 0x1a01_11ea_397f_e69a)
    }
    static var montgomeryInverse: UInt64 { 0x89f3_fffc_fffc_fffd }
    static let montgomery: MontgomeryConstants<Words6> = MontgomeryConstants(modulus: modulus)
    static let frobenius: FrobeniusConstants<BLS12381> = FrobeniusConstants()

    /// The product with `1 + u`.
    static func timesNonResidue(_ element: Fp2<BLS12381>) -> Fp2<BLS12381> {
        Fp2(element.c0 - element.c1, element.c0 + element.c1)
    }

    enum G1: CurveGroup {
        typealias Element = Fp<BLS12381>
        static let b: Element = Fp(modulo: 4)
        static let order: Words4 = groupOrder
    }

    enum G2: CurveGroup {
        typealias Element = Fp2<BLS12381>
        static let b: Element = Fp2(G1.b).timesNonResidue
        static let order: Words4 = groupOrder
    }

    static let groupOrder: Words4 = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001

    static var twist: Twist { .multiplied }
    static var loop: UInt128 { UInt128(parameter) }

    static func finish(_ loop: inout MillerLoop<BLS12381>) {
        loop.negate()
    }

    /// Raises `element` to three times the hard part.
    ///
    /// That is (x - 1)²(x + p)(x² + p² - 1) + 3 (Hayashida, Hayasaka and Teruya, 2020).
    static func raiseToHardPart(_ element: Fp12<BLS12381>) -> Fp12<BLS12381> {
        let first = raisedToParameter(element) * element.conjugate
        let second = raisedToParameter(first) * first.conjugate
        let third = raisedToParameter(second) * second.frobenius
        let fourth =
            raisedToParameter(raisedToParameter(third)) * third.frobenius.frobenius * third.conjugate
        return fourth * element.squared * element
    }

    private static func raisedToParameter(_ element: Fp12<BLS12381>) -> Fp12<BLS12381> {
        element.raised(to: parameter).conjugate
    }
}
