// SPDX-License-Identifier: MIT

/// A point in Jacobi's coordinates: `(x/z², y/z³)`, or the point at infinity where z is zero.
struct CurvePoint<Group: CurveGroup>: Sendable {
    typealias Element = Group.Element

    let x: Element
    let y: Element
    let z: Element

    init(x: Element, y: Element, z: Element) {
        self.x = x
        self.y = y
        self.z = z
    }

    init(_ point: AffinePoint<Group>) {
        self.init(x: point.x, y: point.y, z: .one)
    }

    /// A point, or the one at infinity where there is none.
    init(_ point: AffinePoint<Group>?) {
        self = point.map { CurvePoint($0) } ?? .infinity
    }

    static var infinity: CurvePoint { CurvePoint(x: .one, y: .one, z: .zero) }
    var isInfinity: Bool { z.isZero }

    /// The coordinates, or `nil` at infinity.
    var affine: AffinePoint<Group>? {
        guard let inverse = z.inverted else { return nil }
        let square = inverse.squared
        return AffinePoint(x: x * square, y: y * square * inverse)
    }

    static func == (left: CurvePoint, right: CurvePoint) -> Bool {
        if left.isInfinity || right.isInfinity { return left.isInfinity && right.isInfinity }
        let leftSquare = left.z.squared
        let rightSquare = right.z.squared
        return left.x * rightSquare == right.x * leftSquare
            && left.y * rightSquare * right.z == right.y * leftSquare * left.z
    }

    static prefix func - (point: CurvePoint) -> CurvePoint { CurvePoint(x: point.x, y: -point.y, z: point.z) }

    /// Twice the point (the formulas "dbl-2009-l" of the Explicit-Formulas Database).
    var doubled: CurvePoint {
        let a = x.squared
        let b = y.squared
        let c = b.squared
        let d = ((x + b).squared - a - c).doubled
        let e = a.tripled
        let newX = e.squared - d.doubled
        return CurvePoint(x: newX, y: e * (d - newX) - c.doubled.doubled.doubled, z: (y * z).doubled)
    }

    /// The sum ("add-2007-bl"), of any two points.
    static func + (left: CurvePoint, right: CurvePoint) -> CurvePoint {
        if left.isInfinity { return right }
        if right.isInfinity { return left }
        let leftSquare = left.z.squared
        let rightSquare = right.z.squared
        let u1 = left.x * rightSquare
        let s1 = left.y * right.z * rightSquare
        let h = right.x * leftSquare - u1
        let r = (right.y * left.z * leftSquare - s1).doubled
        if h.isZero { return r.isZero ? left.doubled : .infinity }
        let i = h.doubled.squared
        let j = h * i
        let v = u1 * i
        let newX = r.squared - j - v.doubled
        return CurvePoint(
            x: newX, y: r * (v - newX) - (s1 * j).doubled,
            z: ((left.z + right.z).squared - leftSquare - rightSquare) * h)
    }

    static func - (left: CurvePoint, right: CurvePoint) -> CurvePoint { left + -right }

    /// The point times a number, four bits at a time.
    static func * (point: CurvePoint, scalar: some FixedWords) -> CurvePoint {
        var multiples = [CurvePoint.infinity]
        for _ in 1..<16 { multiples.append(multiples[multiples.count - 1] + point) }
        return (0..<type(of: scalar).bitCount / 4).reversed().reduce(.infinity) { result, index in
            let shifted = result.isInfinity ? result : result.doubled.doubled.doubled.doubled
            return shifted + multiples[scalar.nibble(index)]
        }
    }

    /// The point times a number of one word.
    func times(_ number: UInt64) -> CurvePoint {
        (0..<64 - number.leadingZeroBitCount).reversed().reduce(.infinity) { result, bit in
            let doubled = result.isInfinity ? result : result.doubled
            return number >> UInt64(bit) & 1 == 1 ? doubled + self : doubled
        }
    }

    /// True if the point is in the subgroup: the subgroup's order makes it the point at infinity.
    var isInSubgroup: Bool { (self * Group.order).isInfinity }
}
