// SPDX-License-Identifier: MIT

internal import Glibc

/// The way in which a language writes numbers.
package struct NumberStyle: Sendable, Equatable {
    /// The sign before the fraction.
    package let decimal: String
    /// The sign between groups of three digits; empty where there is none.
    package let group: String

    /// Digits without groups, with a point.
    package static let plain = NumberStyle(decimal: ".", group: "")

    /// The process's own, by `LC_NUMERIC`; ``plain`` where that says nothing.
    package static var current: NumberStyle {
        guard let words = localeconv() else { return .plain }
        let decimal = words.pointee.decimal_point.map { String(cString: $0) } ?? "."
        let group = words.pointee.thousands_sep.map { String(cString: $0) } ?? ""
        return NumberStyle(decimal: decimal.isEmpty ? "." : decimal, group: group)
    }

    package init(decimal: String, group: String) {
        self.decimal = decimal
        self.group = group
    }

    /// Returns a number of plain digits, with or without a fraction behind a point, in this style.
    package func text(_ digits: String) -> String {
        let parts = digits.split(separator: ".", maxSplits: 1)
        guard let whole = parts.first else { return digits }
        let grouped = group.isEmpty || whole.count < 5 ? String(whole) : Self.grouped(whole, by: group)
        return parts.count == 1 ? grouped : grouped + decimal + parts[1]
    }

    /// Returns an amount in this style, cut off behind some digits, with its unit.
    package func near(_ amount: NEARToken, digits: Int = NEARToken.fractionDigits) -> String {
        "\(text(amount.formatted(maximumFractionDigits: digits)))\u{00A0}NEAR"
    }

    /// Returns an amount in this style, rounded up behind some digits, with its unit: no less than it is.
    package func near(atMost amount: NEARToken, digits: Int) -> String {
        var step: UInt128 = 1
        for _ in digits..<max(digits, NEARToken.fractionDigits) { step *= 10 }
        let over = amount.yoctoNEAR % step
        let (up, overflow) = amount.yoctoNEAR.addingReportingOverflow(over == 0 ? 0 : step - over)
        return near(overflow ? amount : NEARToken(yoctoNEAR: up), digits: digits)
    }

    /// Returns an exact amount in this style, with the unit that `NEARToken.description` chooses.
    ///
    /// Where users read an amount before they approve it, it is written as everywhere else in their window.
    package func words(_ amount: NEARToken) -> String { styled(amount.description) }

    /// Returns an amount of gas in this style, with the unit that `Gas.description` chooses.
    package func words(_ gas: Gas) -> String { styled(gas.description) }

    /// Returns a number and its unit in this style.
    private func styled(_ words: String) -> String {
        let parts = words.split(separator: " ", maxSplits: 1)
        guard let number = parts.first, parts.count == 2 else { return words }
        return "\(text(String(number))) \(parts[1])"
    }

    private static func grouped(_ whole: Substring, by sign: String) -> String {
        var result = ""
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.count - index).isMultiple(of: 3) { result += sign }
            result.append(digit)
        }
        return result
    }
}
