// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// What a person has written into the form that sends NEAR, checked.
struct SendInput: Equatable {
    /// What is wrong with the receiver; `nil` while it is empty or when it is right.
    private(set) var receiverProblem: String?
    /// What is wrong with the amount; `nil` while it is empty or when it is right.
    private(set) var amountProblem: String?
    /// The receiver, when it is an account id.
    private(set) var receiver: AccountId?
    /// The amount, when it is one that can be sent.
    private(set) var amount: NEARToken?

    /// - Parameters:
    ///   - receiver: What stands in the first entry.
    ///   - amount: What stands in the second, in NEAR.
    ///   - available: What the account holds, when that is known.
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
                amountProblem = "The amount is zero."
            } else if let available, value > available {
                amountProblem = "The account holds only \(available.formatted(maximumFractionDigits: 5)) NEAR."
            } else {
                amount = value
            }
        } catch {
            amountProblem = Self.sentence(error.description)
        }
    }

    /// Whether both can be sent.
    var isComplete: Bool { receiver != nil && amount != nil }

    private static func trimmed(_ text: String) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    private static func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst() + "."
    }
}
