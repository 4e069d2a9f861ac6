// SPDX-License-Identifier: MIT

import Testing
import ThreadTesting

@testable import PairingCurves

/// The laws of the groups of points, on both curves and both twists.
@Suite(.ownThread) struct CurveTests {
    @Test func pointsAddUp() {
        var numbers = SeededNumbers(seed: 11)
        check(numbers.point(BN254.G1.self), numbers.point(BN254.G1.self), number: numbers.next())
        check(numbers.point(BLS12381.G1.self), numbers.point(BLS12381.G1.self), number: numbers.next())
        check(numbers.twistPoint(BN254.G2.self), numbers.twistPoint(BN254.G2.self), number: numbers.next())
        check(numbers.twistPoint(BLS12381.G2.self), numbers.twistPoint(BLS12381.G2.self), number: numbers.next())
    }

    private func check<Group: CurveGroup>(_ first: AffinePoint<Group>, _ second: AffinePoint<Group>, number: UInt64) {
        let (a, b) = (CurvePoint(first), CurvePoint(second))
        let c = a.doubled + b
        #expect(a + b == b + a)
        #expect((a + b) + c == a + (b + c))
        #expect(a + a == a.doubled)
        #expect(c + a == CurvePoint(c.affine) + a)
        #expect((a - a).isInfinity)
        #expect(a + .infinity == a)
        #expect(.infinity + a == a)
        #expect(CurvePoint<Group>.infinity.doubled.isInfinity)
        #expect(CurvePoint<Group>.infinity.affine == nil)
        for point in [a + b, c, a.doubled, -a] { #expect(point.affine?.isOnCurve == true) }
        #expect(!(a == b))
        #expect(!(a == .infinity))
        // Two ways to multiply, and what a product is.
        #expect(a.times(number) == a * Words4(number))
        #expect(a.times(5) == a + a + a + a + a)
        #expect(a.times(0).isInfinity)
        #expect((a + b).times(number) == a.times(number) + b.times(number))
        #expect(a * Group.order + a == a * Group.order.adding(1))
    }

    @Test func theCurveOfAltBN128HasNoOtherPoints() {
        var numbers = SeededNumbers(seed: 12)
        for _ in 0..<5 { #expect(CurvePoint(numbers.point(BN254.G1.self)).isInSubgroup) }
    }

    @Test func pointsOutsideOfTheSubgroupsAreFound() {
        var numbers = SeededNumbers(seed: 13)
        for _ in 0..<3 {
            #expect(!CurvePoint(numbers.twistPoint(BN254.G2.self)).isInSubgroup)
            #expect(!BLS12381.G1.contains(numbers.point(BLS12381.G1.self)))
            let point = CurvePoint(numbers.twistPoint(BLS12381.G2.self))
            // The quick way and the definition.
            #expect(!BLS12381.isInG2(point))
            #expect(!point.isInSubgroup)
            let cleared = BLS12381.clearCofactor(point)
            #expect(BLS12381.isInG2(cleared))
            #expect(cleared.isInSubgroup)
            #expect(!BLS12381.isInG2(cleared + point))
        }
        #expect(BLS12381.isInG2(.infinity))
    }

    /// RFC 9380's effective cofactor of G2, by which the quick way to clear it is defined.
    @Test func theCofactorIsClearedAsTheStandardSays() {
        var numbers = SeededNumbers(seed: 14)
        let point = CurvePoint(numbers.twistPoint(BLS12381.G2.self))
        let cofactor: Wide =
            0xbc69f08f2ee75b3584c6a0ea91b352888e2a8e9145ad7689986ff031508ffe1329c2f178731db956d82bf015d1212b02ec0ec69d7477c1ae954cbc06689f6a359894c0adebbf6b4e8020005aaa95551
        #expect(BLS12381.clearCofactor(point) == cofactor.reduce(point))
    }

    /// The cofactor has more bits than any number here: it is taken in bytes.
    private struct Wide: ExpressibleByIntegerLiteral {
        let bits: [Bool]

        init(integerLiteral value: StaticBigInt) {
            bits = (0..<value.bitWidth).map { value[$0 / UInt.bitWidth] >> UInt($0 % UInt.bitWidth) & 1 == 1 }
        }

        func reduce<Group: CurveGroup>(_ point: CurvePoint<Group>) -> CurvePoint<Group> {
            bits.reversed().reduce(.infinity) { $1 ? $0.doubled + point : $0.doubled }
        }
    }
}
