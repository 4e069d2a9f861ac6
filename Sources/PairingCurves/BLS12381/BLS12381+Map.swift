// SPDX-License-Identifier: MIT

extension BLS12381 {
    private static let mapToCurveOfG1 = SimplifiedSWU<Fp<BLS12381>>(
        a: Fp(modulo: 0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1d),
        b: Fp(
            modulo: 0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0),
        z: Fp(modulo: 11))

    private static let mapToCurveOfG2 = SimplifiedSWU<Fp2<BLS12381>>(
        a: Fp2(.zero, Fp(modulo: 240)), b: Fp2(Fp(modulo: 1012), Fp(modulo: 1012)),
        z: Fp2(-Fp(modulo: 2), -Fp.one))

    /// The point of G1 that an element goes to (RFC 9380, 8.8.1, without the hashing).
    static func map(_ element: Fp<BLS12381>) -> AffinePoint<G1>? {
        let (x, y) = mapToCurveOfG1(element)
        let point = CurvePoint(Isogeny<G1>.ofDegreeEleven(x: x, y: y))
        // The effective cofactor is one less the parameter.
        return (point.times(parameter) + point).affine
    }

    /// The point of G2 that an element goes to (RFC 9380, 8.8.2, without the hashing).
    static func map(_ element: Fp2<BLS12381>) -> AffinePoint<G2>? {
        let (x, y) = mapToCurveOfG2(element)
        return clearCofactor(CurvePoint(Isogeny<G2>.ofDegreeThree(x: x, y: y))).affine
    }
}
