// SPDX-License-Identifier: MIT

import Testing
import ThreadTesting

@testable import PairingCurves

/// The laws of pairings: they are linear in both points, and not all one.
@Suite(.ownThread) struct PairingTests {
    @Test func altBN128() throws {
        var numbers = SeededNumbers(seed: 21)
        let p = CurvePoint(numbers.point(BN254.G1.self))
        // The twist has order r(2p - r).
        let cofactor = BN254.modulus.subtracting(BN254.groupOrder).difference.adding(BN254.modulus)
        let q = CurvePoint(numbers.twistPoint(BN254.G2.self)) * cofactor
        #expect(q.isInSubgroup)
        try check(BN254.self, p: p, q: q, a: numbers.next(), b: numbers.next())
    }

    @Test func bls12381() throws {
        var numbers = SeededNumbers(seed: 22)
        let p = CurvePoint(try #require(BLS12381.map(numbers.fp() as Fp<BLS12381>)))
        let q = CurvePoint(try #require(BLS12381.map(numbers.fp2() as Fp2<BLS12381>)))
        try check(BLS12381.self, p: p, q: q, a: numbers.next(), b: numbers.next())
    }

    private func check<Curve: PairingCurve>(
        _ curve: Curve.Type, p: CurvePoint<Curve.G1>, q: CurvePoint<Curve.G2>, a: UInt64, b: UInt64
    ) throws {
        func isOne(_ pairs: (CurvePoint<Curve.G1>, CurvePoint<Curve.G2>)...) throws -> Bool {
            Curve.pairingsAreOne(try pairs.map { (try #require($0.0.affine), try #require($0.1.affine)) })
        }
        #expect(try !isOne((p, q)))
        #expect(try isOne((p, q), (-p, q)))
        #expect(try isOne((p, q), (p, -q)))
        #expect(try isOne((p.times(a), q.times(b)), (p.times(b).times(a), -q)))
        #expect(try isOne((p.times(a), q), (p.times(b), q), (-(p.times(a) + p.times(b)), q)))
        #expect(try isOne((p, q.times(a)), (p, q.times(b)), (p, -(q.times(a) + q.times(b)))))
        #expect(try !isOne((p.times(a), q.times(b)), (p.times(a).times(b) + p, -q)))
        #expect(Curve.pairingsAreOne([]))
    }
}
