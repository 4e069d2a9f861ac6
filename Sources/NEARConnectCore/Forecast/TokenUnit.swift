// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// The unit of a fungible token, by the word of its contract (NEP-148).
///
/// Anybody can write a contract that calls its unit by another one's name: it is shown with the contract's own.
package struct TokenUnit: Sendable, Hashable {
    /// The longest answer that is read, in bytes; most of it is a picture.
    static let answerLimit = 256 * 1024
    /// The longest symbol, in bytes.
    private static let symbolLimit = 32

    /// The unit's name, for example `USDC`.
    package let symbol: String
    /// The decimal places behind the point, at most 38.
    package let decimals: Int

    /// Reads what a contract has answered to `ft_metadata`; `nil` for what is no unit.
    package init?(_ answer: [UInt8]) {
        guard answer.count <= Self.answerLimit else { return nil }
        do throws(JSONParsingError) {
            guard let values = try JSONValue.parseMembers(answer, named: ["spec", "symbol", "decimals"]),
                let spec = values[0]?.stringValue, spec.utf8.starts(with: "ft-1.".utf8),
                let symbol = values[1]?.stringValue, (1...Self.symbolLimit).contains(symbol.utf8.count),
                DisplayText.name(symbol).hasSameBytes(as: symbol),
                let decimals = values[2]?.integerValue(as: Int.self), (0...38).contains(decimals)
            else { return nil }
            (self.symbol, self.decimals) = (symbol, decimals)
        } catch {
            return nil  // A contract that answers something else has no unit.
        }
    }

    /// Returns an amount of smallest units in this one, for example `5.25`.
    package func text(_ amount: UInt128) -> String {
        let digits = "\(amount)"
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
        let whole = padded.dropLast(decimals)
        var fraction = padded.suffix(decimals)
        while fraction.last == "0" { fraction.removeLast() }
        return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
    }
}
