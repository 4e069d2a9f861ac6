// SPDX-License-Identifier: MIT

/// Weights of two points of a line, by which its value at a third place is their sum (Lagrange's interpolation).
enum Lagrange {
    /// The inverses of 1 to 6, the distances between two holders.
    private static let inverses: [Scalar] = (1...6).map { distance in
        guard let inverse = Scalar(UInt8(distance)).inverse else { preconditionFailure("no inverse of a small number") }
        return inverse
    }

    /// Returns the weight of `holder`'s point for the value where the key lies, at zero.
    ///
    /// It is multiplied by a challenge before it meets a share: a share times its weight alone is half a key.
    static func weightOfKey(_ holder: ShareHolder, beside other: ShareHolder) -> Scalar {
        quotient(Int(other.rawValue), Int(other.rawValue) - Int(holder.rawValue))
    }

    /// Returns the weight of `holder`'s point for another holder's.
    static func weight(_ holder: ShareHolder, beside other: ShareHolder, at place: ShareHolder) -> Scalar {
        quotient(
            Int(place.rawValue) - Int(other.rawValue), Int(holder.rawValue) - Int(other.rawValue))
    }

    /// Returns the quotient of two small numbers, the second of which isn't zero.
    private static func quotient(_ dividend: Int, _ divisor: Int) -> Scalar {
        let magnitude = Scalar(UInt8(dividend.magnitude)) * inverses[Int(divisor.magnitude) - 1]
        return (dividend < 0) == (divisor < 0) ? magnitude : -magnitude
    }
}
