// SPDX-License-Identifier: MIT

import Testing
import ThreadTesting

@testable import PairingCurves

/// Inputs that BLS12-381's functions refuse or let pass, as nearcore does.
@Suite(.ownThread) struct BLS12381RefusalTests {
    private let zeros1 = [UInt8](repeating: 0, count: 96)
    private let zeros2 = [UInt8](repeating: 0, count: 192)
    private let infinity1 = [0x40] + [UInt8](repeating: 0, count: 95)
    private let infinity2 = [0x40] + [UInt8](repeating: 0, count: 191)

    private func point1(seed: UInt64 = 41) -> [UInt8] {
        var numbers = SeededNumbers(seed: seed)
        return AffinePoint.bytes(of: BLS12381.map(numbers.fp() as Fp<BLS12381>))
    }

    private func point2(seed: UInt64 = 42) -> [UInt8] {
        var numbers = SeededNumbers(seed: seed)
        return AffinePoint.bytes(of: BLS12381.map(numbers.fp2() as Fp2<BLS12381>))
    }

    private func big(_ number: Words6) -> [UInt8] { number.littleEndianBytes.reversed() }

    private func changed(_ bytes: [UInt8], at index: Int, _ change: (UInt8) -> UInt8) -> [UInt8] {
        var bytes = bytes
        bytes[index] = change(bytes[index])
        return bytes
    }

    @Test func flagsThatDoNotBelongToAPoint() {
        for flag: UInt8 in [0x20, 0x40, 0x60, 0x80, 0xA0, 0xC0, 0xE0] {
            #expect(BLS12381Functions.p1Sum([0] + changed(point1(), at: 0) { $0 | flag }) == nil)
            #expect(BLS12381Functions.p2Sum([0] + changed(point2(), at: 0) { $0 | flag }) == nil)
        }
        for flag: UInt8 in [0x20, 0x80] {
            #expect(BLS12381Functions.p1Sum([0] + changed(infinity1, at: 0) { $0 | flag }) == nil)
            #expect(BLS12381Functions.p2Sum([0] + changed(infinity2, at: 0) { $0 | flag }) == nil)
        }
        for index in [1, 50, 95] {
            #expect(BLS12381Functions.p1Sum([0] + changed(infinity1, at: index) { _ in 1 }) == nil)
            #expect(BLS12381Functions.p2Sum([0] + changed(infinity2, at: index) { _ in 1 }) == nil)
        }
    }

    @Test func infinity() {
        #expect(BLS12381Functions.p1Sum([]) == infinity1)
        #expect(BLS12381Functions.p2Sum([]) == infinity2)
        #expect(BLS12381Functions.p1Sum([1] + infinity1) == infinity1)
        #expect(BLS12381Functions.p2Sum([1] + infinity2) == infinity2)
        // Without the flag, zeros are a point of the twist that blst lets pass, and one of the curve that it doesn't.
        #expect(BLS12381Functions.p1Sum([0] + zeros1) == nil)
        #expect(BLS12381Functions.p2Sum([0] + zeros2) == infinity2)
        #expect(BLS12381Functions.pairingCheck(infinity1 + infinity2) == true)
        #expect(BLS12381Functions.pairingCheck(infinity1 + point2()) == true)
        #expect(BLS12381Functions.pairingCheck(point1() + infinity2) == true)
        #expect(BLS12381Functions.pairingCheck(point1() + point2()) == false)
        #expect(BLS12381Functions.pairingCheck(zeros1 + infinity2) == nil)
    }

    @Test func signs() {
        for sign: UInt8 in [2, 0x7F, 0xFF] {
            #expect(BLS12381Functions.p1Sum([sign] + point1()) == nil)
            #expect(BLS12381Functions.p2Sum([sign] + point2()) == nil)
        }
        #expect(BLS12381Functions.p1Sum([0] + point1()) == point1())
        #expect(BLS12381Functions.p1Sum([0] + point1() + [1] + point1()) == infinity1)
    }

    @Test func numbersThatAreNotBelowTheModulus() {
        let modulus = big(BLS12381.modulus)
        let less = big(BLS12381.modulus.subtracting(1).difference)
        #expect(BLS12381Functions.mapFpToG1(modulus) == nil)
        #expect(BLS12381Functions.mapFpToG1(less)?.count == 96)
        #expect(BLS12381Functions.mapFpToG1([UInt8](repeating: 0xFF, count: 48)) == nil)
        #expect(BLS12381Functions.mapFp2ToG2(modulus + less) == nil)
        #expect(BLS12381Functions.mapFp2ToG2(less + modulus) == nil)
        #expect(BLS12381Functions.mapFp2ToG2(less + less)?.count == 192)
        #expect(BLS12381Functions.p1Decompress(changed(modulus, at: 0) { $0 | 0x80 }) == nil)
        // The same point, its x and y each a modulus greater.
        let x = Words6(littleEndian: point1().prefix(48).reversed())
        let greater = big(x.adding(BLS12381.modulus))
        #expect(BLS12381Functions.p1Sum([0] + greater + point1().suffix(48)) == nil)
        // Functions that take several elements give nothing where one isn't valid.
        #expect(BLS12381Functions.mapFpToG1(less + modulus) == nil)
    }

    @Test func pointsThatAreNotOnTheCurve() {
        for index in [47, 95] {
            #expect(BLS12381Functions.p1Sum([0] + changed(point1(), at: index) { $0 ^ 1 }) == nil)
            #expect(BLS12381Functions.pairingCheck(changed(point1(), at: index) { $0 ^ 1 } + point2()) == nil)
        }
        for index in [47, 95, 143, 191] {
            #expect(BLS12381Functions.p2Sum([0] + changed(point2(), at: index) { $0 ^ 1 }) == nil)
            #expect(BLS12381Functions.pairingCheck(point1() + changed(point2(), at: index) { $0 ^ 1 }) == nil)
        }
    }

    /// Sums take any point of the curve, products and pairings those of the groups only.
    @Test func pointsOutsideOfTheGroups() {
        var numbers = SeededNumbers(seed: 43)
        let stranger1 = AffinePoint<BLS12381.G1>.bytes(of: numbers.point(BLS12381.G1.self))
        let stranger2 = AffinePoint<BLS12381.G2>.bytes(of: numbers.twistPoint(BLS12381.G2.self))
        let one = [1] + [UInt8](repeating: 0, count: 31)
        #expect(BLS12381Functions.p1Sum([0] + stranger1) == stranger1)
        #expect(BLS12381Functions.p2Sum([0] + stranger2) == stranger2)
        #expect(BLS12381Functions.g1Multiexp(stranger1 + one) == nil)
        #expect(BLS12381Functions.g2Multiexp(stranger2 + one) == nil)
        #expect(BLS12381Functions.g1Multiexp(point1() + one) == point1())
        #expect(BLS12381Functions.g2Multiexp(point2() + one) == point2())
        #expect(BLS12381Functions.pairingCheck(stranger1 + infinity2) == nil)
        #expect(BLS12381Functions.pairingCheck(infinity1 + stranger2) == nil)
    }

    /// On the curve, with x = 0: protocol version 83 refuses them, later ones take them.
    @Test func theTwoPointsWithoutX() {
        let zero = [UInt8](repeating: 0, count: 48)
        let two = big(2)
        let minusTwo = big(BLS12381.modulus.subtracting(2).difference)
        #expect(AffinePoint<BLS12381.G1>(x: .zero, y: Fp(modulo: 2)).isOnCurve)
        #expect(BLS12381Functions.p1Sum([0] + zero + two) == nil)
        #expect(BLS12381Functions.p1Sum([0] + zero + minusTwo) == nil)
        #expect(BLS12381Functions.p1Decompress(changed(zero, at: 0) { _ in 0x80 }) == nil)
        #expect(BLS12381Functions.p1Decompress(changed(zero, at: 0) { _ in 0xA0 }) == nil)
    }

    @Test func compressedPoints() {
        let compressed1 = changed(Array(point1().prefix(48)), at: 0) { $0 | 0x80 }
        let other1 = changed(compressed1, at: 0) { $0 | 0x20 }
        let compressed2 = changed(Array(point2().prefix(96)), at: 0) { $0 | 0x80 }
        let other2 = changed(compressed2, at: 0) { $0 | 0x20 }
        // Of the two, one is the point and the other is its negative.
        let pair1 = [compressed1, other1].map { BLS12381Functions.p1Decompress($0) }
        #expect(pair1.contains(point1()))
        #expect(pair1.contains(BLS12381Functions.p1Sum([1] + point1())))
        let pair2 = [compressed2, other2].map { BLS12381Functions.p2Decompress($0) }
        #expect(pair2.contains(point2()))
        #expect(pair2.contains(BLS12381Functions.p2Sum([1] + point2())))
        // Not compressed, or infinity with something else.
        #expect(BLS12381Functions.p1Decompress(Array(point1().prefix(48))) == nil)
        #expect(BLS12381Functions.p1Decompress([0xC0] + [UInt8](repeating: 0, count: 47)) == infinity1)
        #expect(BLS12381Functions.p1Decompress([0xE0] + [UInt8](repeating: 0, count: 47)) == nil)
        #expect(BLS12381Functions.p2Decompress([0xC0] + [UInt8](repeating: 0, count: 94) + [1]) == nil)
        #expect(BLS12381Functions.p2Decompress([0xC0] + [UInt8](repeating: 0, count: 95)) == infinity2)
    }
}
