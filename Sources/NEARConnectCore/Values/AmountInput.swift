// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// An amount of NEAR as the user has typed it, with a point or a comma before the fraction.
package struct AmountInput: Equatable {
    /// The amount; `nil` while nothing is written, it is none, or it can't be sent.
    package private(set) var amount: NEARToken?
    /// The problem with the text; `nil` while it is empty or correct.
    package private(set) var problem: String?

    /// Checks a text.
    ///
    /// A sign that may stand for thousands or for a fraction is never guessed.
    ///
    /// - Parameters:
    ///   - text: The text: `1.5`, `1,5`, `250 milliNEAR`.
    ///   - available: The most that can be sent, if it is known.
    ///   - style: The user's way to write numbers.
    package init(_ text: String, available: NEARToken?, style: NumberStyle) {
        let text = TypedText.trimmed(text)
        guard !text.isEmpty else { return }
        if let two = Self.readings(of: text, style) {
            problem = localized("%1$s can be read in two ways. Write %2$s or %3$s.", text, two.whole, two.fraction)
            return
        }
        let pointed = Self.withPoint(text)
        do {
            let isPlain = pointed.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
            let value = try NEARToken(isPlain ? "\(pointed) NEAR" : pointed)
            if value == .zero {
                problem = localized("The amount is zero; enter how much NEAR you want to send.")
            } else if let available, value > available {
                problem = localized("Your account has only %1$s to send.", style.near(available, digits: 5))
            } else {
                amount = value
            }
        } catch {
            problem = ReceiverInput.sentence(error.description)
        }
    }

    /// Returns a comma before a fraction as a point.
    private static func withPoint(_ text: String) -> String {
        let commas = text.utf8.count { $0 == UInt8(ascii: ",") }
        return commas == 1 && !text.utf8.contains(UInt8(ascii: ".")) ? text.replacing(",", with: ".") : text
    }

    /// Returns the two amounts that a text may mean, where the user's language groups thousands by its only sign.
    private static func readings(of text: String, _ style: NumberStyle) -> (whole: String, fraction: String)? {
        let number = text.prefix { "0123456789.,".contains($0) }
        let unit = text[number.endIndex...]
        for sign in [",", "."] where style.group == sign {
            let parts = number.split(separator: Character(sign), omittingEmptySubsequences: false)
            guard parts.count == 2, (1...3).contains(parts[0].utf8.count), parts[0].first != "0",
                parts.allSatisfy({ part in part.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
                parts[1].utf8.count == 3
            else { continue }
            return ("\(parts[0])\(parts[1])\(unit)", "\(parts[0])\(style.decimal)\(parts[1])\(unit)")
        }
        return nil
    }
}
