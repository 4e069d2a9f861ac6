// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// An amount of a token in its smallest unit.
struct TokenAmount: Sendable, Comparable {
    /// The number of smallest units.
    let units: UInt128

    init(units: UInt128) { self.units = units }

    /// The amount that digits stand for; `nil` for what is no number of 128 bits.
    init?(digits: String) {
        guard (1...39).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let units = UInt128(digits)
        else { return nil }
        self.units = units
    }

    /// The digits that contracts take.
    var digits: String { "\(units)" }

    static func < (one: TokenAmount, other: TokenAmount) -> Bool { one.units < other.units }

    /// Returns the amount in a token's own unit, with its symbol.
    func text(_ unit: TokenUnit, style: NumberStyle) -> String { "\(style.text(unit.text(units))) \(unit.symbol)" }
}

/// An amount of a token as the user has typed it.
struct TokenAmountInput: Equatable {
    /// The amount; `nil` while nothing is written, it is none, or it can't be sent.
    private(set) var amount: TokenAmount?
    /// The problem with the text; `nil` while it is empty or correct.
    private(set) var problem: String?

    /// Checks a text.
    ///
    /// - Parameters:
    ///   - text: The text: `1.5` or `1,5`.
    ///   - unit: The token's unit.
    ///   - available: The most that can be sent, if it is known.
    ///   - style: The user's way to write numbers.
    init(_ text: String, unit: TokenUnit, available: TokenAmount?, style: NumberStyle) {
        let text = TypedText.trimmed(text)
        guard !text.isEmpty else { return }
        // The same signs are refused as in an amount of NEAR.
        let asNEAR = AmountInput(text, available: nil, style: style)
        if asNEAR.amount == nil, !style.group.isEmpty, text.contains(style.group) {
            problem = asNEAR.problem
            return
        }
        let parts = text.replacing(",", with: ".").split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else {
            problem = localized("This is no amount. Write it as %1$s.", style.text("1.5"))
            return
        }
        let fraction = parts.count == 2 ? parts[1] : ""
        let decimals = unit.decimals
        guard fraction.utf8.count <= decimals else {
            problem = localizedPlural(
                "This token has at most %1$s digit after the point.",
                "This token has at most %1$s digits after the point.", count: decimals, "\(decimals)")
            return
        }
        let zeros = String(repeating: "0", count: decimals - fraction.utf8.count)
        let trimmed = ("\(parts[0])\(fraction)\(zeros)").drop { $0 == "0" }
        guard let value = TokenAmount(digits: trimmed.isEmpty ? "0" : String(trimmed)) else {
            problem = localized("This is more than any token has.")
            return
        }
        if value.units == 0 {
            problem = localized("The amount is zero.")
        } else if let available, value > available {
            problem = localized("You have only %1$s.", available.text(unit, style: style))
        } else {
            amount = value
        }
    }
}
