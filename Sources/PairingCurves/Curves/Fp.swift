// SPDX-License-Identifier: MIT

/// An element of a curve's prime field, kept as Montgomery has it: multiplied with 2^(64 · words) modulo the prime.
struct Fp<Curve: PairingCurve>: FieldElement {
    /// The number in Montgomery's form, below the modulus.
    private let words: Curve.Words

    private init(words: Curve.Words) {
        self.words = words
    }

    /// Takes a number, or gives `nil` where it isn't below the modulus.
    init?(_ number: Curve.Words) {
        guard number < Curve.modulus else { return nil }
        words = Self.product(number, Curve.montgomery.radixSquared)
    }

    /// Takes any number, modulo the prime.
    init(modulo number: Curve.Words) {
        words = Self.product(number, Curve.montgomery.radixSquared)
    }

    /// The number itself, below the modulus.
    var number: Curve.Words { Self.product(words, Curve.Words(1)) }

    static var zero: Fp { Fp(words: Curve.Words()) }
    static var one: Fp { Fp(words: Curve.montgomery.one) }
    var isZero: Bool { words.isZero }

    static func + (left: Fp, right: Fp) -> Fp { Fp(words: reduce(left.words.adding(right.words))) }

    static func - (left: Fp, right: Fp) -> Fp {
        let (difference, borrow) = left.words.subtracting(right.words)
        return Fp(words: borrow ? difference.adding(Curve.modulus) : difference)
    }

    static func * (left: Fp, right: Fp) -> Fp { Fp(words: product(left.words, right.words)) }

    static prefix func - (element: Fp) -> Fp {
        element.isZero ? element : Fp(words: Curve.modulus.subtracting(element.words).difference)
    }

    var squared: Fp { self * self }

    /// By Fermat: the element to the power of the prime less two.
    var inverted: Fp? {
        isZero ? nil : raised(to: Curve.modulus.subtracting(Curve.Words(2)).difference)
    }

    /// A square root, or `nil` where there is none.
    ///
    /// Both curves' primes are three modulo four.
    var squareRoot: Fp? {
        let root = raised(to: Curve.modulus.adding(Curve.Words(1)).divided(by: 4))
        return root.squared == self ? root : nil
    }

    private static func product(_ left: Curve.Words, _ right: Curve.Words) -> Curve.Words {
        reduce(.montgomeryProduct(left, right, modulus: Curve.modulus, inverse: Curve.montgomeryInverse))
    }

    private static func reduce(_ words: Curve.Words) -> Curve.Words {
        let (difference, borrow) = words.subtracting(Curve.modulus)
        return borrow ? words : difference
    }
}

/// The constants that Montgomery's form needs of a modulus.
struct MontgomeryConstants<Words: FixedWords>: Sendable {
    /// One in Montgomery's form: 2^(64 · words) modulo the prime.
    let one: Words
    /// The factor that brings a number into that form: the square of `one`'s number.
    let radixSquared: Words

    init(modulus: Words) {
        var power = Words(1)
        var one = power
        for bit in 1...2 * Words.bitCount {
            power = power.adding(power)
            let (difference, borrow) = power.subtracting(modulus)
            if !borrow { power = difference }
            if bit == Words.bitCount { one = power }
        }
        self.one = one
        radixSquared = power
    }
}
