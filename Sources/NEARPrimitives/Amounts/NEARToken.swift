// SPDX-License-Identifier: MIT

/// An amount of NEAR, counted in yoctoNEAR: 10²⁴ of them are 1 NEAR (nearcore's `Balance`, `near-token`).
///
/// Exact: no floating point, no rounding, no overflow that goes unseen.
public struct NEARToken: Sendable, Hashable {
    // Two halves, not one UInt128: with Swift 6.3.1 a process crashes when a `Task` closure captures a UInt128 beside
    // other values, and amounts are what programs capture. `NEARTokenTests` has the case.
    private let high: UInt64
    private let low: UInt64

    /// The amount in yoctoNEAR.
    public var yoctoNEAR: UInt128 { UInt128(high) << 64 | UInt128(low) }

    /// yoctoNEAR in 1 NEAR.
    public static let yoctoPerNEAR: UInt128 = 1_000_000_000_000_000_000_000_000
    /// Digits after the point that an amount in NEAR can have.
    public static let fractionDigits = 24
    /// Nothing.
    public static let zero = NEARToken(yoctoNEAR: 0)
    /// The smallest amount, which contracts ask for to have a full-access key sign.
    public static let oneYocto = NEARToken(yoctoNEAR: 1)

    /// An amount in yoctoNEAR.
    public init(yoctoNEAR: UInt128) {
        high = UInt64(truncatingIfNeeded: yoctoNEAR >> 64)
        low = UInt64(truncatingIfNeeded: yoctoNEAR)
    }

    /// An amount as a user writes it: `1.5 NEAR`, `250 milliNEAR`, `100 yoctoNEAR`.
    ///
    /// Plain digits are yoctoNEAR, as RPC and wallets send them. Units are read in any case, with or without white
    /// space before them.
    ///
    /// - Throws: `AmountError`; `.tooManyFractionDigits` where the amount isn't a whole number of yoctoNEAR.
    public init(_ text: String) throws(AmountError) {
        let (number, unit) = DecimalAmount.split(text)
        let digits: Int
        switch unit.lowercased() {
        case "", "yoctonear", "yocto", "yn": digits = 0
        case "millinear", "mnear", "mn": digits = 21
        case "near", "n": digits = Self.fractionDigits
        default: throw number.isEmpty ? .empty : .unknownUnit(String(unit.prefix(32)))
        }
        self.init(yoctoNEAR: try DecimalAmount.parse(number, fractionDigits: digits, in: text))
    }

    /// A whole number of NEAR.
    ///
    /// - Throws: `AmountError.overflow` above 340,282,366,920,938 NEAR.
    public static func near(_ whole: UInt64) throws(AmountError) -> NEARToken {
        let (product, overflows) = yoctoPerNEAR.multipliedReportingOverflow(by: UInt128(whole))
        guard !overflows else { throw .overflow }
        return NEARToken(yoctoNEAR: product)
    }

    /// The sum.
    ///
    /// - Throws: `AmountError.overflow`.
    public func adding(_ other: NEARToken) throws(AmountError) -> NEARToken {
        let (sum, overflows) = yoctoNEAR.addingReportingOverflow(other.yoctoNEAR)
        guard !overflows else { throw .overflow }
        return NEARToken(yoctoNEAR: sum)
    }

    /// The difference.
    ///
    /// - Throws: `AmountError.underflow` where `other` is the greater.
    public func subtracting(_ other: NEARToken) throws(AmountError) -> NEARToken {
        guard other <= self else { throw .underflow }
        return NEARToken(yoctoNEAR: yoctoNEAR - other.yoctoNEAR)
    }

    /// The product with a count.
    ///
    /// - Throws: `AmountError.overflow`.
    public func multiplied(by count: UInt64) throws(AmountError) -> NEARToken {
        let (product, overflows) = yoctoNEAR.multipliedReportingOverflow(by: UInt128(count))
        guard !overflows else { throw .overflow }
        return NEARToken(yoctoNEAR: product)
    }

    /// The amount in NEAR in plain digits: `1.5`, `0.000000000000000000000001`.
    ///
    /// With fewer than 24 digits after the point the rest is cut off, never rounded up, so that nobody is shown more
    /// than there is.
    public func formatted(maximumFractionDigits: Int = NEARToken.fractionDigits) -> String {
        DecimalAmount.format(yoctoNEAR, fractionDigits: Self.fractionDigits, maximum: maximumFractionDigits)
    }
}

extension NEARToken: Comparable, CustomStringConvertible {
    /// Returns whether `lhs` is less.
    public static func < (lhs: NEARToken, rhs: NEARToken) -> Bool {
        lhs.yoctoNEAR < rhs.yoctoNEAR
    }

    /// The exact amount with its unit: `1.5 NEAR`; below a millionth of 1 NEAR, `100 yoctoNEAR`.
    public var description: String {
        yoctoNEAR > 0 && yoctoNEAR < Self.yoctoPerNEAR / 1_000_000 ? "\(yoctoNEAR) yoctoNEAR" : "\(formatted()) NEAR"
    }
}

extension NEARToken: Codable {
    /// Reads yoctoNEAR as a string of digits, which is how RPC and wallets send amounts.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = UInt128(text), text.utf8.first != UInt8(ascii: "+") else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "an amount in yoctoNEAR expected")
        }
        self.init(yoctoNEAR: value)
    }

    /// Writes yoctoNEAR as a string of digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(yoctoNEAR))
    }
}

extension NEARToken: BorshEncodable, BorshDecodable {
    /// Appends a `u128`.
    public func encode(to encoder: inout BorshEncoder) {
        encoder.encode(yoctoNEAR)
    }

    /// Reads a `u128`.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        self.init(yoctoNEAR: try decoder.decodeUInt128())
    }
}
