// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// A text that names a request, so that a job which is run again doesn't send twice.
///
/// It counts for one profile, one network and one account that signs.
package struct IdempotencyKey: Sendable, Hashable {
    /// The most bytes of UTF-8.
    private static let limit = 200

    /// The name of the key's field in the journal.
    static let fieldName: ExactText = "idempotencyKey"

    /// The text as it was given.
    package let text: ExactText

    /// - Throws: ``InvalidError`` for an empty or long text, or one with control characters.
    package init(_ text: String) throws(InvalidError) {
        let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard !text.isEmpty, text.utf8.count <= Self.limit, isPlain else { throw InvalidError() }
        self.text = ExactText(text)
    }

    /// The text is no idempotency key.
    package struct InvalidError: Error, CustomStringConvertible {
        package var description: String {
            localized("an idempotency key has 1 to %1$s bytes, and no control characters", "\(limit)")
        }
    }
}
