// SPDX-License-Identifier: MIT

/// The reason why words are no seed phrase, or why a path leads to no key.
///
/// Holds no word of the phrase: it's a secret even when it's wrong.
public enum SeedPhraseError: Error, Sendable, Hashable {
    /// A phrase has 12, 15, 18, 21 or 24 words.
    case wordCount(Int)
    /// The word at this place, counted from 1, is not in BIP-39's English list.
    case unknownWord(position: Int)
    /// All words are in the list, but not together: one is wrong or at the wrong place.
    case checksum
    /// Entropy of another length than 16, 20, 24, 28 or 32 bytes.
    case entropyLength(byteCount: Int)
    /// The path isn't of the form `m/44'/397'/0'`.
    ///
    /// `component` counts from 1, without the `m`.
    case invalidPath(component: Int)
    /// Ed25519 keys have no derivation without hardening: every part of the path ends with `'`.
    case notHardened(component: Int)
    /// The path leads to no key.
    ///
    /// Happens with no seed in practice.
    case key(KeyError)
}

extension SeedPhraseError: CustomStringConvertible {
    /// The error, in one line for the user.
    public var description: String {
        switch self {
        case .wordCount(let count): "a seed phrase has 12, 15, 18, 21 or 24 words, not \(count)"
        case .unknownWord(let position): "word \(position) is not in BIP-39's English list"
        case .checksum: "the words don't belong together: one is wrong or at the wrong place"
        case .entropyLength(let count): "\(count) bytes of entropy make no seed phrase"
        case .invalidPath(let component): "part \(component) of the derivation path is no number"
        case .notHardened(let component): "part \(component) of the derivation path must end with '"
        case .key(let error): error.description
        }
    }
}
