// SPDX-License-Identifier: MIT

/// A number of four words: of 256 bits.
struct Words4: FixedWords {
    private var w0: UInt64
    private var w1: UInt64
    private var w2: UInt64
    private var w3: UInt64

    init() {
        self.init(0, 0, 0, 0)
    }

    /// Takes the words, the least significant first.
    init(_ w0: UInt64, _ w1: UInt64, _ w2: UInt64, _ w3: UInt64) {
        self.w0 = w0
        self.w1 = w1
        self.w2 = w2
        self.w3 = w3
    }

    static var wordCount: Int { 4 }

    subscript(_ index: Int) -> UInt64 {
        get {
            switch index {
            case 0: w0
            case 1: w1
            case 2: w2
            default: w3
            }
        }
        set {
            switch index {
            case 0: w0 = newValue
            case 1: w1 = newValue
            case 2: w2 = newValue
            default: w3 = newValue
            }
        }
    }

    func adding(_ other: Words4) -> Words4 {
        var carry = false
        var sum = Words4()
        sum.w0 = addWord(w0, other.w0, &carry)
        sum.w1 = addWord(w1, other.w1, &carry)
        sum.w2 = addWord(w2, other.w2, &carry)
        sum.w3 = addWord(w3, other.w3, &carry)
        return sum
    }

    func subtracting(_ other: Words4) -> (difference: Words4, borrow: Bool) {
        var borrow = false
        var difference = Words4()
        difference.w0 = subtractWord(w0, other.w0, &borrow)
        difference.w1 = subtractWord(w1, other.w1, &borrow)
        difference.w2 = subtractWord(w2, other.w2, &borrow)
        difference.w3 = subtractWord(w3, other.w3, &borrow)
        return (difference, borrow)
    }

    static func montgomeryProduct(_ a: Words4, _ b: Words4, modulus: Words4, inverse: UInt64) -> Words4 {
        var product = Words4()
        product.add(a, times: b.w0, modulus, inverse)
        product.add(a, times: b.w1, modulus, inverse)
        product.add(a, times: b.w2, modulus, inverse)
        product.add(a, times: b.w3, modulus, inverse)
        return product
    }

    /// Adds `a · word`, then as much of the modulus as makes the lowest word nought, and drops that word.
    @inline(__always)
    private mutating func add(_ a: Words4, times word: UInt64, _ modulus: Words4, _ inverse: UInt64) {
        var carry: UInt64 = 0
        var reductionCarry: UInt64 = 0
        let lowest = multiplyAdd(w0, a.w0, word, &carry)
        let factor = lowest &* inverse
        _ = multiplyAdd(lowest, factor, modulus.w0, &reductionCarry)
        w0 = multiplyAdd(multiplyAdd(w1, a.w1, word, &carry), factor, modulus.w1, &reductionCarry)
        w1 = multiplyAdd(multiplyAdd(w2, a.w2, word, &carry), factor, modulus.w2, &reductionCarry)
        w2 = multiplyAdd(multiplyAdd(w3, a.w3, word, &carry), factor, modulus.w3, &reductionCarry)
        w3 = carry &+ reductionCarry
    }
}
