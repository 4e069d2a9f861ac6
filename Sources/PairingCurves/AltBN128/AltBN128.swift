// SPDX-License-Identifier: MIT

/// NEAR's host functions on alt_bn128, as nearcore has them (NEP-98).
///
/// Numbers are 32 bytes, the least significant first, and have to be below their modulus. A point is its x and y; the
/// point at infinity is all zeros. Points of the twist have to be in the subgroup, and their coordinates' real parts
/// come first.
package enum AltBN128 {
    /// The reason why an input was refused, in nearcore's words.
    package struct InputError: Error, Hashable {
        package let message: String

        init(_ problem: String, _ bytes: ArraySlice<UInt8>) {
            let list = bytes.map { String($0, radix: 16, uppercase: true) }.joined(separator: ", ")
            message = "\(problem): [\(list)]"
        }
    }

    private static let scalarSize = 32
    private static let pointSize = 64

    /// Bytes of a point and a number to multiply it with.
    package static let multiexpElementSize = pointSize + scalarSize
    /// Bytes of a sign and a point.
    package static let sumElementSize = 1 + pointSize
    /// Bytes of a point and a point of the twist.
    package static let pairingElementSize = 3 * pointSize

    /// The sum of points, each times its number.
    ///
    /// - Parameter input: Elements of `multiexpElementSize`; what is left over is ignored.
    package static func g1Multiexp(_ input: [UInt8]) throws(InputError) -> [UInt8] {
        var sum = CurvePoint<BN254.G1>.infinity
        for element in input.elements(of: multiexpElementSize) {
            let point = try g1(element.prefix(pointSize))
            sum = sum + point * (try scalar(element.suffix(scalarSize)))
        }
        return encode(sum)
    }

    /// The sum of points, those whose sign is 1 taken negative.
    ///
    /// - Parameter input: Elements of `sumElementSize`; what is left over is ignored.
    package static func g1Sum(_ input: [UInt8]) throws(InputError) -> [UInt8] {
        var sum = CurvePoint<BN254.G1>.infinity
        for element in input.elements(of: sumElementSize) {
            let sign = element.prefix(1)
            guard sign == [0] || sign == [1] else { throw InputError("invalid bool", sign) }
            let point = try g1(element.dropFirst())
            sum = sign == [1] ? sum - point : sum + point
        }
        return encode(sum)
    }

    /// Returns whether the pairings of pairs of points, multiplied, are one.
    ///
    /// - Parameter input: Elements of `pairingElementSize`; what is left over is ignored.
    package static func pairingCheck(_ input: [UInt8]) throws(InputError) -> Bool {
        var pairs: [(AffinePoint<BN254.G1>, AffinePoint<BN254.G2>)] = []
        for element in input.elements(of: pairingElementSize) {
            let first = try affineG1(element.prefix(pointSize))
            let second = try affineG2(element.dropFirst(pointSize))
            if let first, let second { pairs.append((first, second)) }
        }
        return BN254.pairingsAreOne(pairs)
    }

    private static func g1(_ bytes: ArraySlice<UInt8>) throws(InputError) -> CurvePoint<BN254.G1> {
        CurvePoint(try affineG1(bytes))
    }

    private static func affineG1(_ bytes: ArraySlice<UInt8>) throws(InputError) -> AffinePoint<BN254.G1>? {
        let point = AffinePoint<BN254.G1>(
            x: try fq(bytes.prefix(scalarSize)), y: try fq(bytes.dropFirst(scalarSize)))
        if point.x.isZero && point.y.isZero { return nil }
        guard point.isOnCurve else { throw InputError("invalid g1", bytes) }
        return point
    }

    private static func affineG2(_ bytes: ArraySlice<UInt8>) throws(InputError) -> AffinePoint<BN254.G2>? {
        let point = AffinePoint<BN254.G2>(
            x: try fq2(bytes.prefix(pointSize)), y: try fq2(bytes.dropFirst(pointSize)))
        if point.x.isZero && point.y.isZero { return nil }
        guard point.isOnCurve, CurvePoint(point).isInSubgroup else { throw InputError("invalid g2", bytes) }
        return point
    }

    private static func fq2(_ bytes: ArraySlice<UInt8>) throws(InputError) -> Fp2<BN254> {
        Fp2(try fq(bytes.prefix(scalarSize)), try fq(bytes.dropFirst(scalarSize)))
    }

    private static func fq(_ bytes: ArraySlice<UInt8>) throws(InputError) -> Fp<BN254> {
        guard let element = Fp<BN254>(Words4(littleEndian: bytes)) else { throw InputError("invalid fq", bytes) }
        return element
    }

    private static func scalar(_ bytes: ArraySlice<UInt8>) throws(InputError) -> Words4 {
        let number = Words4(littleEndian: bytes)
        guard number < BN254.groupOrder else { throw InputError("invalid fr", bytes) }
        return number
    }

    private static func encode(_ point: CurvePoint<BN254.G1>) -> [UInt8] {
        guard let point = point.affine else { return [UInt8](repeating: 0, count: pointSize) }
        return point.x.number.littleEndianBytes + point.y.number.littleEndianBytes
    }
}

extension [UInt8] {
    /// The bytes in pieces of one size, without what is left over.
    func elements(of size: Int) -> some Sequence<ArraySlice<UInt8>> {
        (0..<count / size).lazy.map { self[$0 * size..<($0 + 1) * size] }
    }
}
