// SPDX-License-Identifier: MIT

/// NEAR's host functions on BLS12-381, as nearcore has them (NEP-488), at protocol version 83.
///
/// Where an element isn't valid there is no result, which contracts see as the code 1. What an input has beyond whole
/// elements is ignored: whoever calls refuses such an input first.
package enum BLS12381Functions {
    /// Bytes of an element of each function.
    package enum ElementSize {
        /// A sign and a point.
        package static let p1Sum = 97
        package static let p2Sum = 193
        /// A point and a number to multiply it with, of 32 bytes, the least significant first.
        package static let g1Multiexp = 128
        package static let g2Multiexp = 224
        package static let mapFpToG1 = 48
        package static let mapFp2ToG2 = 96
        /// A point of each of the groups.
        package static let pairing = 288
        package static let p1Decompress = 48
        package static let p2Decompress = 96
    }

    /// The sum of points on the curve, those whose sign is 1 taken negative.
    package static func p1Sum(_ input: [UInt8]) -> [UInt8]? { sum(input, BLS12381.G1.self) }
    /// The sum of points on the twist, those whose sign is 1 taken negative.
    package static func p2Sum(_ input: [UInt8]) -> [UInt8]? { sum(input, BLS12381.G2.self) }

    /// The sum of points of G1, each times its number.
    package static func g1Multiexp(_ input: [UInt8]) -> [UInt8]? { multiexp(input, BLS12381.G1.self) }
    /// The sum of points of G2, each times its number.
    package static func g2Multiexp(_ input: [UInt8]) -> [UInt8]? { multiexp(input, BLS12381.G2.self) }

    /// Points of G1 that elements of the prime field go to (RFC 9380).
    package static func mapFpToG1(_ input: [UInt8]) -> [UInt8]? {
        concatenate(input, size: ElementSize.mapFpToG1) { element in
            Fp<BLS12381>(bigEndian: element).map { AffinePoint.bytes(of: BLS12381.map($0)) }
        }
    }

    /// Points of G2 that elements of the field of degree two go to (RFC 9380).
    package static func mapFp2ToG2(_ input: [UInt8]) -> [UInt8]? {
        concatenate(input, size: ElementSize.mapFp2ToG2) { element in
            Fp2<BLS12381>(bigEndian: element).map { AffinePoint.bytes(of: BLS12381.map($0)) }
        }
    }

    /// Compressed points on the curve, as x and y.
    package static func p1Decompress(_ input: [UInt8]) -> [UInt8]? { decompress(input, BLS12381.G1.self) }
    /// Compressed points on the twist, as x and y.
    package static func p2Decompress(_ input: [UInt8]) -> [UInt8]? { decompress(input, BLS12381.G2.self) }

    /// Returns whether the pairings of pairs of points, multiplied, are one; `nil` where a point isn't in its group.
    package static func pairingCheck(_ input: [UInt8]) -> Bool? {
        var pairs: [(AffinePoint<BLS12381.G1>, AffinePoint<BLS12381.G2>)] = []
        for element in input.elements(of: ElementSize.pairing) {
            guard let first = WrittenPoint<BLS12381.G1>(element.prefix(96)), first.isInSubgroup,
                let second = WrittenPoint<BLS12381.G2>(element.dropFirst(96)), second.isInSubgroup
            else { return nil }
            if let first = first.affine, let second = second.affine { pairs.append((first, second)) }
        }
        return BLS12381.pairingsAreOne(pairs)
    }

    private static func sum<Group: BLS12381Group>(_ input: [UInt8], _ group: Group.Type) -> [UInt8]? {
        var sum = CurvePoint<Group>.infinity
        for element in input.elements(of: 1 + 2 * Group.Element.byteCount) {
            guard let point = WrittenPoint<Group>(element.dropFirst())?.point else { return nil }
            switch element.first {
            case 0: sum = sum + point
            case 1: sum = sum - point
            default: return nil
            }
        }
        return AffinePoint.bytes(of: sum.affine)
    }

    private static func multiexp<Group: BLS12381Group>(_ input: [UInt8], _ group: Group.Type) -> [UInt8]? {
        var sum = CurvePoint<Group>.infinity
        for element in input.elements(of: 2 * Group.Element.byteCount + 32) {
            guard let point = WrittenPoint<Group>(element.dropLast(32)), point.isInSubgroup else { return nil }
            sum = sum + point.point * Words4(littleEndian: element.suffix(32))
        }
        return AffinePoint.bytes(of: sum.affine)
    }

    private static func decompress<Group: BLS12381Group>(_ input: [UInt8], _ group: Group.Type) -> [UInt8]? {
        concatenate(input, size: Group.Element.byteCount) { element in
            WrittenPoint<Group>(compressed: element).map { AffinePoint.bytes(of: $0.affine) }
        }
    }

    /// The transforms of all elements, one after the other; `nil` where one element has none.
    private static func concatenate(
        _ input: [UInt8], size: Int, _ transform: (ArraySlice<UInt8>) -> [UInt8]?
    ) -> [UInt8]? {
        var result: [UInt8] = []
        for element in input.elements(of: size) {
            guard let bytes = transform(element) else { return nil }
            result += bytes
        }
        return result
    }
}
