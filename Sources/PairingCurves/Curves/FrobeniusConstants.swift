// SPDX-License-Identifier: MIT

/// The factors of coefficients when an element is raised to the power of the prime.
struct FrobeniusConstants<Curve: PairingCurve>: Sendable {
    /// The non-residue to the power of `k(p - 1)/6`, for k from nought to five.
    let powers: [Fp2<Curve>]
    /// The factors of the coordinates of a point of the twist.
    let twistX: Fp2<Curve>
    let twistY: Fp2<Curve>

    init() {
        let exponent = Curve.modulus.subtracting(Curve.Words(1)).difference.divided(by: 6)
        let root = Fp2<Curve>.one.timesNonResidue.raised(to: exponent)
        var powers = [Fp2<Curve>.one]
        for _ in 1...5 { powers.append(powers[powers.count - 1] * root) }
        self.powers = powers
        switch Curve.twist {
        case .divided: (twistX, twistY) = (powers[2], powers[3])
        // Powers of what isn't zero aren't zero.
        case .multiplied: (twistX, twistY) = (powers[2].inverted ?? .zero, powers[3].inverted ?? .zero)
        }
    }
}
