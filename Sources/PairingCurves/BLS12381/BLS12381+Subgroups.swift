// SPDX-License-Identifier: MIT

extension BLS12381 {
    /// Brings a point of the curve into the subgroup.
    ///
    /// The result is (x² - x - 1)·P + (x - 1)·ψ(P) + 2·ψ²(P), which is what RFC 9380's effective cofactor gives (its
    /// appendix G.3; Budroni and Pintore, 2017). Here x is the parameter; it is negative.
    static func clearCofactor(_ point: CurvePoint<G2>) -> CurvePoint<G2> {
        let image = psi(point)
        let product = (point.times(parameter) + point - image).times(parameter)
        return product - image - point + psi(psi(point.doubled))
    }

    /// Returns whether a point is in G2: ψ does to it what the parameter does (Scott, 2021).
    static func isInG2(_ point: CurvePoint<G2>) -> Bool {
        psi(point) == -point.times(parameter)
    }

    /// Raises the curve's coordinates to the power of the prime.
    private static func psi(_ point: CurvePoint<G2>) -> CurvePoint<G2> {
        CurvePoint(
            x: point.x.conjugate * frobenius.twistX, y: point.y.conjugate * frobenius.twistY, z: point.z.conjugate)
    }
}
