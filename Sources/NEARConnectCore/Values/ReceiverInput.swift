// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// A receiver as the user has typed it, checked without a network.
package struct ReceiverInput: Equatable {
    /// The account; `nil` while nothing is written or it is none.
    package private(set) var account: AccountId?
    /// The account that the text would be in lower case, where it is none as it is.
    package private(set) var offer: AccountId?
    /// The problem with the text; `nil` while it is empty or correct.
    package private(set) var problem: String?

    /// Checks a text.
    package init(_ text: String) {
        let text = TypedText.trimmed(text)
        guard !text.isEmpty else { return }
        do {
            account = try AccountId(text)
        } catch {
            problem = Self.sentence(error.description)
            // Accounts have no capital letters, and phones' keyboards like to write one.
            if let lower = Self.lowerCase(text) {
                offer = lower
                problem = localized("Account ids have small letters only.")
            }
        }
    }

    private static func lowerCase(_ text: String) -> AccountId? {
        guard text.utf8.allSatisfy({ $0 < 0x80 }), text.utf8.contains(where: { (0x41...0x5A).contains($0) }) else {
            return nil
        }
        do {
            return try AccountId(text.lowercased())
        } catch {
            return nil  // Something else is wrong with it, too.
        }
    }

    /// Returns a reason as a sentence; one that ends like a sentence gets no second full stop.
    package static func sentence(_ text: String) -> String {
        let isEnded = text.last.map { ".!?…".contains($0) } ?? false
        return text.prefix(1).uppercased() + text.dropFirst() + (isEnded ? "" : ".")
    }
}
