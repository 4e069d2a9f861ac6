// SPDX-License-Identifier: MIT

/// A point as bytes, in the form of the library blst, which is ZCash's.
///
/// The bytes are x and y, each number 48 bytes, the most significant first. The topmost three bits are flags:
/// compressed (only x is there), infinity, and, of a compressed point, whether y is the greater of the two.
enum WrittenPoint<Group: BLS12381Group> {
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

    /// True if the point is in the subgroup.
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
    /// Returns whether there is nothing but the flags.
    fileprivate func isInfinity(_ flags: UInt8) -> Bool { first == flags && dropFirst().allSatisfy { $0 == 0 } }
}
