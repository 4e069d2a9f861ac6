// SPDX-License-Identifier: MIT

public import Foundation
public import NEARConnect
internal import NEARPrimitives

/// Amounts as people read them, which needs Foundation's tables of languages.
extension NEARWalletManager {
    /// Writes an amount in NEAR as the user's language does, with at most five digits after the point.
    ///
    /// See ``formatNEAR(yoctoNEAR:locale:)``.
    ///
    /// - Parameter yoctoNEAR: The amount in yoctoNEAR as decimal digits. What is no amount gives `"0"`.
    public nonisolated static func formatNEAR(yoctoNEAR: String) -> String {
        formatNEAR(yoctoNEAR: yoctoNEAR, locale: .current)
    }

    /// Writes an amount in NEAR as a language does, with at most five digits after the point.
    ///
    /// `"1234500000000000000000000000"` gives `"1,234.5"` in English and `"1.234,5"` in German. It is exact but for the
    /// digits after the fifth, which are cut off: nobody is shown more than there is.
    ///
    /// - Parameters:
    ///   - yoctoNEAR: The amount in yoctoNEAR as decimal digits. What is no amount gives `"0"`; `NEARToken` throws an
    ///     error instead, and its `formatted(maximumFractionDigits:)` writes the same in every language.
    ///   - locale: The language.
    public nonisolated static func formatNEAR(yoctoNEAR: String, locale: Locale) -> String {
        do {
            let text = try NEARToken("\(yoctoNEAR) yoctoNEAR").formatted(maximumFractionDigits: 5)
            // At most 15 digits before the point and 5 after it: a Decimal holds 38.
            guard let amount = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else { return "0" }
            return amount.formatted(.number.precision(.fractionLength(0...5)).locale(locale))
        } catch {
            return "0"
        }
    }
}
