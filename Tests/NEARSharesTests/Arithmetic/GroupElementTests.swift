// SPDX-License-Identifier: MIT

import Testing

@testable import NEARShares

@Suite struct GroupElementTests {
    static let base = "5866666666666666666666666666666666666666666666666666666666666666"

    /// Encodings that are no element: what each is.
    static let refused: [String: String] = [
        "the identity": "0100000000000000000000000000000000000000000000000000000000000000",
        "the identity with a sign": "0100000000000000000000000000000000000000000000000000000000000080",
        "order 2": "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "order 4": "0000000000000000000000000000000000000000000000000000000000000000",
        "order 4, the other": "0000000000000000000000000000000000000000000000000000000000000080",
        "order 8": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "order 8, the other": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "B and a point of order 8": "98519eadf35b995233b51b5cd23e9cc5a28b639b5a4af0ec903cb960d81b7819",
        "y = p, not reduced": "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "y = p + 1, not reduced": "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "not on the curve": "0200000000000000000000000000000000000000000000000000000000000000",
        "all ones": "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    ]

    @Test(arguments: refused.keys.sorted()) func whatIsNoElementIsRefused(_ name: String) throws {
        let bytes = try hex(#require(Self.refused[name]))
        #expect(GroupElement(bytes) == nil)
    }

    @Test func otherLengthsAreNoElement() throws {
        let bytes = try hex(Self.base)
        #expect(GroupElement(bytes) != nil)
        #expect(GroupElement(bytes.dropLast()) == nil)
        #expect(GroupElement(bytes + [0]) == nil)
        #expect(GroupElement([UInt8]()) == nil)
    }

    @Test func sumsAndMultiplesAgree() throws {
        let base = try #require(try GroupElement(hex(Self.base)))
        #expect(GroupElement(baseTimes: Scalar(1)) == base)
        var sum = base
        for factor in UInt8(2)...20 {
            let next = sum + base
            sum = try #require(next)
            #expect(sum == base.times(Scalar(factor)))
            #expect(sum == GroupElement(baseTimes: Scalar(factor)))
        }
    }

    /// libsodium gives -1 for a factor of zero, and the identity without an error for a point and its opposite.
    @Test func theIdentityIsNeverAResult() throws {
        let base = try #require(try GroupElement(hex(Self.base)))
        #expect(base.times(Scalar(0)) == nil)
        #expect(GroupElement(baseTimes: Scalar(0)) == nil)
        let opposite = try #require(base.times(-Scalar(1)))
        #expect(base + opposite == nil)
        #expect(opposite + base == nil)
        #expect(base + base != nil)
    }
}
