// SPDX-License-Identifier: MIT

/// One of BLS12-381's two groups, with the operations for reading and writing its points.
protocol BLS12381Group: CurveGroup where Element: BLS12381Element {
    /// Returns whether a point on the curve is in the subgroup.
    static func contains(_ point: AffinePoint<Self>) -> Bool
    /// Returns whether blst calls a point outside of the subgroup as soon as it reads it.
    ///
    /// Only the points with x = 0 of the curve over the prime field: at protocol version 83 they are refused wherever a
    /// point is read.
    static func isRefusedAtOnce(x: Element) -> Bool
}

/// A coordinate of a point.
protocol BLS12381Element: MappableElement {
    static var byteCount: Int { get }
    /// Reads an element; `nil` where a number isn't below the modulus.
    init?(bigEndian bytes: ArraySlice<UInt8>)
    var bigEndianBytes: [UInt8] { get }
    /// True if the number is more than half the modulus; of two numbers, the second, unless it is nought.
    var isGreaterHalf: Bool { get }
}

extension BLS12381.G1: BLS12381Group {
    static func contains(_ point: AffinePoint<Self>) -> Bool { CurvePoint(point).isInSubgroup }
    static func isRefusedAtOnce(x: Fp<BLS12381>) -> Bool { x.isZero }
}

extension BLS12381.G2: BLS12381Group {
    static func contains(_ point: AffinePoint<Self>) -> Bool { BLS12381.isInG2(CurvePoint(point)) }
    static func isRefusedAtOnce(x: Fp2<BLS12381>) -> Bool { false }
}

extension Fp<BLS12381>: BLS12381Element {
    static var byteCount: Int { 48 }

    init?(bigEndian bytes: ArraySlice<UInt8>) {
        self.init(Words6(littleEndian: bytes.reversed()))
    }

    var bigEndianBytes: [UInt8] { number.littleEndianBytes.reversed() }
    var isGreaterHalf: Bool { BLS12381.modulus.divided(by: 2) < number }
}

extension Fp2<BLS12381>: BLS12381Element {
    static var byteCount: Int { 96 }

    init?(bigEndian bytes: ArraySlice<UInt8>) {
        guard let c1 = Fp<BLS12381>(bigEndian: bytes.prefix(48)), let c0 = Fp<BLS12381>(bigEndian: bytes.dropFirst(48))
        else { return nil }
        self.init(c0, c1)
    }

    var bigEndianBytes: [UInt8] { c1.bigEndianBytes + c0.bigEndianBytes }
    var isGreaterHalf: Bool { c1.isZero ? c0.isGreaterHalf : c1.isGreaterHalf }
}
