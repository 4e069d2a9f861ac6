// SPDX-License-Identifier: MIT

/// An amount of gas, NEAR's unit of work: 10¹² of them are 1 Tgas, about a millisecond (nearcore's `Gas`, `near-gas`).
public struct Gas: Sendable, Hashable {
    /// The amount in gas units.
    public let gas: UInt64

    /// None.
    public static let zero = Gas(gas: 0)

    /// An amount in gas units.
    public init(gas: UInt64) {
        self.gas = gas
    }

    /// An amount as a user writes it: `30 Tgas`, `2.5 Ggas`, `100 gas`.
    ///
    /// Plain digits are gas units. Units are read in any case, with or without white space before them.
    ///
    /// - Throws: `AmountError`.
    public init(_ text: String) throws(AmountError) {
        let (number, unit) = DecimalAmount.split(text)
        let digits: Int
        switch unit.lowercased() {
        case "", "gas": digits = 0
        case "ggas", "gigagas": digits = 9
        case "tgas", "teragas": digits = 12
        default: throw number.isEmpty ? .empty : .unknownUnit(String(unit.prefix(32)))
        }
        guard let gas = UInt64(exactly: try DecimalAmount.parse(number, fractionDigits: digits, in: text)) else {
            throw .overflow
        }
        self.gas = gas
    }

    /// A whole number of Tgas.
    ///
    /// More than 18,446,744 Tgas don't fit, and no chain allows a thousandth of that: a larger literal is a
    /// programmer's error and traps.
    public static func tera(_ count: UInt64) -> Gas {
        Gas(gas: count * 1_000_000_000_000)
    }

    /// The sum.
    ///
    /// - Throws: `AmountError.overflow`.
    public func adding(_ other: Gas) throws(AmountError) -> Gas {
        let (sum, overflows) = gas.addingReportingOverflow(other.gas)
        guard !overflows else { throw .overflow }
        return Gas(gas: sum)
    }

    /// The difference.
    ///
    /// - Throws: `AmountError.underflow` where `other` is the greater.
    public func subtracting(_ other: Gas) throws(AmountError) -> Gas {
        guard other.gas <= gas else { throw .underflow }
        return Gas(gas: gas - other.gas)
    }

    /// The amount in Tgas in plain digits, cut off after `maximumFractionDigits` of at most 12.
    public func formatted(maximumFractionDigits: Int = 12) -> String {
        DecimalAmount.format(UInt128(gas), fractionDigits: 12, maximum: maximumFractionDigits)
    }
}

extension Gas: Comparable, CustomStringConvertible {
    /// Returns whether `lhs` is less.
    public static func < (lhs: Gas, rhs: Gas) -> Bool {
        lhs.gas < rhs.gas
    }

    /// The exact amount with its unit: `30 Tgas`; below a thousandth of that, `100 gas`.
    public var description: String {
        gas > 0 && gas < 1_000_000_000 ? "\(gas) gas" : "\(formatted()) Tgas"
    }
}

extension Gas: Codable {
    /// Reads a number, as RPC sends gas, or a string of digits, as wallets take it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            gas = try container.decode(UInt64.self)
        } catch DecodingError.typeMismatch {
            let text = try container.decode(String.self)
            guard let value = UInt64(text), text.utf8.first != UInt8(ascii: "+") else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "an amount of gas expected")
            }
            gas = value
        }
    }

    /// Writes a number, as RPC takes it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(gas)
    }
}

extension Gas: BorshEncodable, BorshDecodable {
    /// Appends a `u64`.
    public func encode(to encoder: inout BorshEncoder) {
        encoder.encode(gas)
    }

    /// Reads a `u64`.
    public init(from decoder: inout BorshDecoder) throws(BorshError) {
        gas = try decoder.decodeUInt64()
    }
}
