// SPDX-License-Identifier: MIT

import Testing
import ThreadTesting

@testable import PairingCurves

/// The laws of fields, in each field of both curves.
@Suite(.ownThread) struct FieldTests {
    @Test func primeFields() {
        var numbers = SeededNumbers(seed: 1)
        for _ in 0..<50 {
            check(a: numbers.fp() as Fp<BN254>, b: numbers.fp(), c: numbers.fp())
            check(a: numbers.fp() as Fp<BLS12381>, b: numbers.fp(), c: numbers.fp())
        }
    }

    @Test func fieldsOfDegreeTwo() {
        var numbers = SeededNumbers(seed: 2)
        for _ in 0..<20 {
            check(a: numbers.fp2() as Fp2<BN254>, b: numbers.fp2(), c: numbers.fp2())
            check(a: numbers.fp2() as Fp2<BLS12381>, b: numbers.fp2(), c: numbers.fp2())
        }
    }

    @Test func fieldsOfDegreeSix() {
        var numbers = SeededNumbers(seed: 3)
        for _ in 0..<5 {
            check(a: numbers.fp6() as Fp6<BN254>, b: numbers.fp6(), c: numbers.fp6())
            check(a: numbers.fp6() as Fp6<BLS12381>, b: numbers.fp6(), c: numbers.fp6())
        }
    }

    @Test func fieldsOfDegreeTwelve() {
        var numbers = SeededNumbers(seed: 4)
        for _ in 0..<3 {
            check(a: numbers.fp12() as Fp12<BN254>, b: numbers.fp12(), c: numbers.fp12())
            check(a: numbers.fp12() as Fp12<BLS12381>, b: numbers.fp12(), c: numbers.fp12())
        }
    }

    private func check<Element: FieldElement>(a: Element, b: Element, c: Element) {
        #expect(a + b == b + a)
        #expect(a * b == b * a)
        #expect((a + b) + c == a + (b + c))
        #expect((a * b) * c == a * (b * c))
        #expect(a * (b + c) == a * b + a * c)
        #expect(a - b == a + -b)
        #expect((a - a).isZero)
        #expect(-Element.zero == .zero)
        #expect(a.squared == a * a)
        #expect(a * .one == a)
        #expect(a.inverted.map { $0 * a } == .one)
        #expect(Element.zero.inverted == nil)
    }

    @Test func squareRootsAreThoseOfSquares() {
        var numbers = SeededNumbers(seed: 5)
        checkRoots(numbers.fp() as Fp<BN254>) { $0.squareRoot }
        checkRoots(numbers.fp() as Fp<BLS12381>) { $0.squareRoot }
        // Of minus one there is no root below, and one in the field of degree two.
        #expect((-Fp<BLS12381>.one).squareRoot == nil)
        #expect((-Fp2<BLS12381>.one).squareRoot != nil)
        for element in [numbers.fp2(), Fp2(numbers.fp()), Fp2(.zero, numbers.fp())] as [Fp2<BLS12381>] {
            checkRoots(element) { $0.squareRoot }
            #expect((element.squared * .one.timesNonResidue).squareRoot == nil)
        }
        #expect(Fp2<BLS12381>.zero.squareRoot == .zero)
    }

    private func checkRoots<Element: FieldElement>(_ element: Element, _ root: (Element) -> Element?) {
        let found = root(element.squared)
        #expect(found == element || found == -element)
    }

    @Test func theConstantsAreTheModulus() {
        #expect(BN254.modulus[0] &* BN254.montgomeryInverse == .max)
        #expect(BLS12381.modulus[0] &* BLS12381.montgomeryInverse == .max)
        #expect(BN254.modulus == 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47)
        #expect(
            BLS12381.modulus
                == 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab)
    }

    @Test func numbersAreKept() {
        var numbers = SeededNumbers(seed: 6)
        for _ in 0..<20 {
            let bytes = numbers.bytes(31)
            #expect(Fp<BN254>(Words4(littleEndian: bytes))?.number.littleEndianBytes == bytes + [0])
        }
        #expect(Fp<BN254>(BN254.modulus) == nil)
        #expect(Fp<BN254>(BN254.modulus.subtracting(1).difference) == -Fp<BN254>.one)
        #expect(Fp<BLS12381>(BLS12381.modulus) == nil)
        #expect(Fp<BLS12381>(BLS12381.modulus.subtracting(1).difference) == -Fp<BLS12381>.one)
        #expect(Fp<BLS12381>(modulo: BLS12381.modulus) == .zero)
    }

    /// The maps that are written down as products are what they are for: raising to the power of the prime.
    @Test func frobeniusIsThePowerOfThePrime() {
        var numbers = SeededNumbers(seed: 7)
        let first: Fp12<BN254> = numbers.fp12()
        #expect(first.frobenius == first.raised(to: BN254.modulus))
        let second: Fp12<BLS12381> = numbers.fp12()
        #expect(second.frobenius == second.raised(to: BLS12381.modulus))
    }
}
