// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// A transaction of an Ethereum-like chain, as a wallet is asked for it.
///
/// Amounts are in wei.
public struct EVMTransaction: Sendable, Hashable {
    /// The account that signs, `0x` and 40 hexadecimal digits.
    public let from: String
    /// The account or contract that is called.
    public let to: String
    /// The amount that is sent.
    public let value: UInt128
    /// The price of a unit of gas.
    public let gasPrice: UInt128
    /// The most gas; `nil` lets the wallet find out.
    public let gas: UInt128?
    /// The input of the call.
    public let data: [UInt8]

    /// Describes a transaction.
    ///
    /// - Returns: `nil` where an account isn't `0x` and 40 hexadecimal digits, or the price of gas is zero.
    public init?(
        from: String, to: String, value: UInt128, gasPrice: UInt128, gas: UInt128? = nil, data: [UInt8] = []
    ) {
        guard [from, to].allSatisfy(Self.isAccount), gasPrice > 0 else { return nil }
        (self.from, self.to, self.value) = (from, to, value)
        (self.gasPrice, self.gas, self.data) = (gasPrice, gas, data)
    }

    /// Returns the most that the transaction may cost its sender.
    ///
    /// Compare it with the balance (`eth_getBalance`) before the wallet is asked: wallets answer a lack of coins with
    /// words that don't say so, or not at all.
    ///
    /// - Parameter usualGas: The gas that counts where ``gas`` is left to the wallet: 21,000 for a plain transfer.
    /// - Returns: `nil` beyond 128 bits.
    public func cost(usualGas: UInt128 = 21_000) -> UInt128? {
        let (fee, feeOverflows) = gasPrice.multipliedReportingOverflow(by: gas ?? usualGas)
        let (sum, sumOverflows) = value.addingReportingOverflow(fee)
        return feeOverflows || sumOverflows ? nil : sum
    }

    /// True for `0x` and 40 hexadecimal digits, in either case.
    static func isAccount(_ text: String) -> Bool {
        text.hasPrefix("0x") && text.utf8.count == 42 && text.utf8.dropFirst(2).allSatisfy { Hexadecimal.isDigit($0) }
    }

    var json: JSONValue {
        var fields: JSONValue.Members = [
            "from": .string(from), "to": .string(to), "value": .string(EVMQuantity.text(value)),
            "gasPrice": .string(EVMQuantity.text(gasPrice)), "data": .string("0x\(Hexadecimal.encode(data))"),
        ]
        if let gas { fields["gas"] = .string(EVMQuantity.text(gas)) }
        return .object(fields)
    }
}

extension Hexadecimal {
    static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }
}
