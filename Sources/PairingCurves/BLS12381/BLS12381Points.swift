// SPDX-License-Identifier: MIT

/// How points of BLS12-381 are written, as the library blst does (ZCash's format): x and y, each number 48 bytes, the
/// most significant first. The topmost three bits are flags: compressed (only x is there), infinity, and, of a
/// compressed point, whether y is the greater of the two.
protocol BLS12381Group: CurveGroup where Element: BLS12381Element {
    /// Whether a point on the curve is in the subgroup.
    static func contains(_ point: AffinePoint<Self>) -> Bool
    /// Whether blst calls a point outside of the subgroup as soon as it reads it. Only the points with x = 0 of the
    /// curve over the prime field: at protocol version 83 they are refused wherever a point is read.
    static func isRefusedAtOnce(x: Element) -> Bool
}

/// A coordinate of a point.
protocol BLS12381Element: MappableElement {
    static var byteCount: Int { get }
    /// Reads an element; `nil` where a number isn't below the modulus.
    init?(bigEndian bytes: ArraySlice<UInt8>)
    var bigEndianBytes: [UInt8] { get }
    /// Whether the number is more than half the modulus; of two numbers, the second, unless it is nought.
    var isGreaterHalf: Bool { get }
}

/// A point that was read.
enum ReadPoint<Group: BLS12381Group> {
    case infinity
    case point(AffinePoint<Group>)

    /// Reads a point of x and y; `nil` where it isn't one.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let flags = bytes.first, flags & 0x80 == 0 else { return nil }
        if flags & 0x40 != 0 {
            guard bytes.isInfinity(0x40) else { return nil }
            self = .infinity
            return
        }
        // A sign without compression: then the number isn't below the modulus either.
        guard let x = Group.Element(bigEndian: bytes.prefix(Group.Element.byteCount)),
            let y = Group.Element(bigEndian: bytes.dropFirst(Group.Element.byteCount)),
            !Group.isRefusedAtOnce(x: x)
        else { return nil }
        let point = AffinePoint<Group>(x: x, y: y)
        // As blst does, all zeros are infinity too, without a flag.
        if x.isZero && y.isZero {
            self = .infinity
        } else {
            guard point.isOnCurve else { return nil }
            self = .point(point)
        }
    }

    /// Reads a compressed point; `nil` where it isn't one.
    init?(compressed bytes: ArraySlice<UInt8>) {
        guard let flags = bytes.first, flags & 0x80 != 0 else { return nil }
        if flags & 0x40 != 0 {
            guard bytes.isInfinity(0xC0) else { return nil }
            self = .infinity
            return
        }
        guard let x = Group.Element(bigEndian: [flags & 0x1F] + bytes.dropFirst()),
            !Group.isRefusedAtOnce(x: x), let y = (x.squared * x + Group.b).squareRoot
        else { return nil }
        self = .point(AffinePoint(x: x, y: y.isGreaterHalf == (flags & 0x20 != 0) ? y : -y))
    }

    /// The point to calculate with.
    var point: CurvePoint<Group> {
        switch self {
        case .infinity: .infinity
        case .point(let point): CurvePoint(point)
        }
    }

    var affine: AffinePoint<Group>? {
        switch self {
        case .infinity: nil
        case .point(let point): point
        }
    }

    /// Whether the point is in the subgroup.
    var isInSubgroup: Bool { affine.map { Group.contains($0) } ?? true }
}

extension AffinePoint where Group: BLS12381Group {
    /// A point as x and y; infinity where there is none.
    static func bytes(of point: AffinePoint?) -> [UInt8] {
        point.map { $0.x.bigEndianBytes + $0.y.bigEndianBytes }
            ?? [0x40] + [UInt8](repeating: 0, count: 2 * Group.Element.byteCount - 1)
    }
}

extension ArraySlice<UInt8> {
    /// Whether there is nothing but the flags.
    fileprivate func isInfinity(_ flags: UInt8) -> Bool { first == flags && dropFirst().allSatisfy { $0 == 0 } }
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
