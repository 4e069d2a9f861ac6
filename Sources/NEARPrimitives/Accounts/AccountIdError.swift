// SPDX-License-Identifier: MIT

/// The rule that a text breaks, and the place, so that it is no account id.
///
/// The rules are those of nearcore's `near-account-id`: 2 to 64 characters of `a-z`, `0-9` and the separators `-`, `_`
/// and `.`; a separator stands between two characters that are none.
public struct AccountIdError: Error, Sendable, Hashable {
    /// The rule that is broken.
    public enum Rule: Sendable, Hashable {
        /// Fewer than 2 bytes.
        case tooShort(byteCount: Int)
        /// More than 64 bytes.
        case tooLong(byteCount: Int)
        /// A character that account ids can't have: a capital letter, white space, `@`, anything beyond ASCII.
        case invalidCharacter(Unicode.Scalar)
        /// The text starts with a separator.
        case leadingSeparator(Unicode.Scalar)
        /// The text ends with a separator.
        case trailingSeparator(Unicode.Scalar)
        /// Two separators follow one another; the second is named.
        case repeatedSeparator(Unicode.Scalar)
    }

    /// The rule that is broken.
    public let rule: Rule
    /// The number of characters (Unicode scalars) before the one that breaks the rule.
    ///
    /// For a text of the wrong length, the first place that is missing or too many.
    public let position: Int
}

extension AccountIdError: CustomStringConvertible {
    /// The error, in one line for the user.
    public var description: String {
        let reason =
            switch rule {
            case .tooShort(let count):
                "an account id has at least \(AccountId.minimumByteCount) characters, not \(count)"
            case .tooLong(let count): "an account id has at most \(AccountId.maximumByteCount) characters, not \(count)"
            case .invalidCharacter(let scalar):
                "\(scalar.debugDescription) can't be in an account id: only a-z, 0-9, '-', '_' and '.' can"
            case .leadingSeparator(let scalar): "an account id can't start with \(scalar.debugDescription)"
            case .trailingSeparator(let scalar): "an account id can't end with \(scalar.debugDescription)"
            case .repeatedSeparator(let scalar):
                "\(scalar.debugDescription) follows another separator: one of '-', '_', '.' must stand alone"
            }
        return "\(reason) (position \(position))"
    }
}
