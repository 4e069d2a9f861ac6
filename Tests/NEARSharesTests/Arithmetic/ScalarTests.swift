// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARShares

@Suite struct ScalarTests {
    /// Numbers around L, 2L and powers of two.
    static let edges: [(text: String, isBelow: Bool)] = [
        ("0000000000000000000000000000000000000000000000000000000000000000", true),
        ("ecd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010", true),
        ("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010", false),
        ("eed3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010", false),
        ("daa7ebb934c624b0ac39ef45bdf3bd2900000000000000000000000000000020", false),
        ("0000000000000000000000000000000000000000000000000000000000000010", true),
        ("ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0f", true),
        ("ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1f", false),
        ("ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", false),
        ("0100000000000000000000000000000000000000000000000000000000000080", false),
    ]

    @Test(arguments: edges.indices) func aNumberHasOneForm(_ index: Int) throws {
        let (text, isBelow) = Self.edges[index]
        let bytes = try hex(text)
        #expect((Scalar(bytes) != nil) == isBelow)
        let isSecret = bytes.withUnsafeBufferPointer { $0.baseAddress.flatMap { SecretScalar(copying: $0) } != nil }
        #expect(isSecret == (isBelow && bytes.contains { $0 != 0 }), "zero is no secret")
    }

    @Test func otherLengthsAreNoNumber() {
        for count in [0, 1, 31, 33, 64] {
            #expect(Scalar([UInt8](repeating: 0, count: count)) == nil)
        }
    }

    @Test func sumsProductsAndInversesAreThoseOfSmallNumbers() throws {
        #expect(Scalar(3) + Scalar(4) == Scalar(7))
        #expect(Scalar(9) * Scalar(10) == Scalar(90))
        #expect(-Scalar(1) + Scalar(1) == Scalar(0))
        #expect(-Scalar(0) == Scalar(0))
        #expect(Scalar(0).inverse == nil)
        for value in UInt8(1)...20 {
            #expect(try #require(Scalar(value).inverse) * Scalar(value) == Scalar(1))
        }
    }

    /// For each pair of holders a line whose values are known: 5 + 2x.
    @Test func weightsGiveBackALine() throws {
        func value(_ holder: ShareHolder) -> Scalar { Scalar(5 + 2 * holder.rawValue) }
        for one in ShareHolder.allCases {
            for other in ShareHolder.allCases where other != one {
                let key =
                    Lagrange.weightOfKey(one, beside: other) * value(one)
                    + Lagrange.weightOfKey(other, beside: one) * value(other)
                #expect(key == Scalar(5))
                for place in ShareHolder.allCases {
                    let point =
                        Lagrange.weight(one, beside: other, at: place) * value(one)
                        + Lagrange.weight(other, beside: one, at: place) * value(other)
                    #expect(point == value(place))
                }
            }
        }
    }
}
