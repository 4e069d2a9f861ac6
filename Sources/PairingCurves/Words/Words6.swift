// SPDX-License-Identifier: MIT

/// A number of six words: of 384 bits.
struct Words6: FixedWords {
    private var w0: UInt64
    private var w1: UInt64
    private var w2: UInt64
    private var w3: UInt64
    private var w4: UInt64
    private var w5: UInt64

    init() {
        self.init(w0: 0, w1: 0, w2: 0, w3: 0, w4: 0, w5: 0)
    }

    /// Takes the words, the least significant first.
    init(w0: UInt64, w1: UInt64, w2: UInt64, w3: UInt64, w4: UInt64, w5: UInt64) {
        self.w0 = w0
        self.w1 = w1
        self.w2 = w2
        self.w3 = w3
        self.w4 = w4
        self.w5 = w5
    }

    static var wordCount: Int { 6 }

    subscript(_ index: Int) -> UInt64 {
        get {
            switch index {
            case 0: w0
            case 1: w1
            case 2: w2
            case 3: w3
            case 4: w4
            default: w5
            }
        }
        set {
            switch index {
            case 0: w0 = newValue
            case 1: w1 = newValue
            case 2: w2 = newValue
            case 3: w3 = newValue
            case 4: w4 = newValue
            default: w5 = newValue
            }
        }
    }

    func adding(_ other: Words6) -> Words6 {
        var carry = false
        var sum = Words6()
        sum.w0 = addWord(w0, other.w0, carry: &carry)
        sum.w1 = addWord(w1, other.w1, carry: &carry)
        sum.w2 = addWord(w2, other.w2, carry: &carry)
        sum.w3 = addWord(w3, other.w3, carry: &carry)
        sum.w4 = addWord(w4, other.w4, carry: &carry)
        sum.w5 = addWord(w5, other.w5, carry: &carry)
        return sum
    }

    func subtracting(_ other: Words6) -> (difference: Words6, borrow: Bool) {
        var borrow = false
        var difference = Words6()
        difference.w0 = subtractWord(w0, other.w0, borrow: &borrow)
        difference.w1 = subtractWord(w1, other.w1, borrow: &borrow)
        difference.w2 = subtractWord(w2, other.w2, borrow: &borrow)
        difference.w3 = subtractWord(w3, other.w3, borrow: &borrow)
        difference.w4 = subtractWord(w4, other.w4, borrow: &borrow)
        difference.w5 = subtractWord(w5, other.w5, borrow: &borrow)
        return (difference, borrow)
    }

    static func montgomeryProduct(_ a: Words6, _ b: Words6, modulus: Words6, inverse: UInt64) -> Words6 {
        var product = Words6()
        product.add(a, times: b.w0, modulus: modulus, inverse: inverse)
        product.add(a, times: b.w1, modulus: modulus, inverse: inverse)
        product.add(a, times: b.w2, modulus: modulus, inverse: inverse)
        product.add(a, times: b.w3, modulus: modulus, inverse: inverse)
        product.add(a, times: b.w4, modulus: modulus, inverse: inverse)
        product.add(a, times: b.w5, modulus: modulus, inverse: inverse)
        return product
    }

    /// Adds `a · word`, then as much of the modulus as makes the lowest word nought, and drops that word.
    @inline(__always)
    private mutating func add(_ a: Words6, times word: UInt64, modulus: Words6, inverse: UInt64) {
        var carry: UInt64 = 0
        var reductionCarry: UInt64 = 0
        let lowest = multiplyAdd(w0, a.w0, times: word, carry: &carry)
        let factor = lowest &* inverse
        _ = multiplyAdd(lowest, factor, times: modulus.w0, carry: &reductionCarry)
        w0 = multiplyAdd(
            multiplyAdd(w1, a.w1, times: word, carry: &carry), factor, times: modulus.w1, carry: &reductionCarry)
        w1 = multiplyAdd(
            multiplyAdd(w2, a.w2, times: word, carry: &carry), factor, times: modulus.w2, carry: &reductionCarry)
        w2 = multiplyAdd(
            multiplyAdd(w3, a.w3, times: word, carry: &carry), factor, times: modulus.w3, carry: &reductionCarry)
        w3 = multiplyAdd(
            multiplyAdd(w4, a.w4, times: word, carry: &carry), factor, times: modulus.w4, carry: &reductionCarry)
        w4 = multiplyAdd(
            multiplyAdd(w5, a.w5, times: word, carry: &carry), factor, times: modulus.w5, carry: &reductionCarry)
        w5 = carry &+ reductionCarry
    }
}
