// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// The user's input in the form that sends NEAR, checked.
struct SendInput: Equatable {
    /// The problem with the receiver; `nil` while it is empty or correct.
    private(set) var receiverProblem: String?
    /// The problem with the amount; `nil` while it is empty or correct.
    private(set) var amountProblem: String?
    /// The receiver, if it is an account id.
    private(set) var receiver: AccountId?
    /// The amount, if it can be sent.
    private(set) var amount: NEARToken?

    /// Checks the two entries.
    ///
    /// - Parameters:
    ///   - receiver: The text of the first entry.
    ///   - amount: The text of the second entry, in NEAR.
    ///   - available: The account's balance, if it is known.
    init(receiver receiverText: String, amount amountText: String, available: NEARToken?) {
        let receiverText = Self.trimmed(receiverText)
        let amountText = Self.trimmed(amountText)
        if !receiverText.isEmpty {
            do {
                receiver = try AccountId(receiverText)
            } catch {
                receiverProblem = Self.sentence(error.description)
            }
        }
        guard !amountText.isEmpty else { return }
        do {
            let isPlain = amountText.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
            let value = try NEARToken(isPlain ? "\(amountText) NEAR" : amountText)
            if value == .zero {
                amountProblem = localized("The amount is zero; enter how much NEAR you want to send.")
            } else if let available, value > available {
                amountProblem = localized(
                    "Your account has only %1$s NEAR.", available.formatted(maximumFractionDigits: 5))
            } else {
                amount = value
            }
        } catch {
            amountProblem = Self.sentence(error.description)
        }
    }

    /// True if both values can be sent.
    var isComplete: Bool { receiver != nil && amount != nil }

    private static func trimmed(_ text: String) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    private static func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst() + "."
    }
}
