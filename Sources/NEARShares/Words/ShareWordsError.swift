// SPDX-License-Identifier: MIT

internal import SafeText

/// A reason for which words are no share.
///
/// Holds no word that was read; of the words that are suggested it prints none.
public enum ShareWordsError: Error, Hashable, Sendable {
    /// They are a valid seed phrase of so many words, and so no share.
    ///
    /// With 24 words they may be a share of Web3Auth's as well.
    /// Web3Auth (tKey) writes the value of a share as BIP-39 does: from the words alone nobody can tell the two apart.
    case seedPhrase(wordCount: Int)
    /// The word at this place, counted from 1, isn't in BIP-39's English list.
    case unknownWord(position: Int, suggestions: WordSuggestions)
    /// A share has 24 words.
    case wordCount(Int)
    /// All words are in the list, but not together: one is wrong or at the wrong place.
    case checksum
    /// The words belong together and name no holder.
    case holder
    /// The words belong together and their number is out of range.
    case notAScalar
    /// The text is longer than ``ShareWords/longestText``.
    case tooLong
}

extension ShareWordsError: CustomStringConvertible, CustomDebugStringConvertible {
    /// A sentence for users, without any word of theirs.
    public var description: String {
        switch self {
        case .seedPhrase(wordCount: 24):
            localized(
                "These 24 words are no share: they are a seed phrase, or a Web3Auth (tKey) share. Import a seed phrase as one; export a Web3Auth key there, since its share opens nothing without Web3Auth’s metadata."
            )
        case .seedPhrase(let count):
            localized(
                "These %1$s words are a seed phrase and no share: they open a key by themselves. Import them as a seed phrase.",
                "\(count)")
        case .unknownWord(let position, _):
            localized("Word %1$s isn’t in the list of English words. Compare it with your sheet.", "\(position)")
        case .wordCount(let count):
            localizedPlural(
                "A share has 24 words, not %1$s word.", "A share has 24 words, not %1$s words.", count: count,
                "\(count)")
        case .checksum:
            localized(
                "The words don’t belong together: one is wrong or at the wrong place. Compare them with your sheet.")
        case .holder, .notAScalar: localized("These words are no share, although they belong together.")
        case .tooLong: localized("The text is too long for 24 words.")
        }
    }

    /// The sentence, since texts end up in logs.
    public var debugDescription: String { description }

    /// The sentence with the words that may be meant, for the user's own eyes and for no log.
    public var exposedText: String {
        guard case .unknownWord(let position, let suggestions) = self else { return description }
        switch suggestions.words.count {
        case 0: return description
        case 1:
            return localized(
                "Word %1$s isn’t in the list of English words. Did you mean “%2$s”?", "\(position)",
                suggestions.words[0])
        case 2:
            return localized(
                "Word %1$s isn’t in the list of English words. Did you mean “%2$s” or “%3$s”?", "\(position)",
                suggestions.words[0], suggestions.words[1])
        default:
            return localized(
                "Word %1$s isn’t in the list of English words. Did you mean “%2$s”, “%3$s” or “%4$s”?", "\(position)",
                suggestions.words[0], suggestions.words[1], suggestions.words[2])
        }
    }
}

extension ShareWordsError: CustomReflectable {
    /// The sentence and no more.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
