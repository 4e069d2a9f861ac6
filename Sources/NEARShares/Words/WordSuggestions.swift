// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// Up to three words of BIP-39's list that may be meant by one that isn't in it.
///
/// They are as secret as the phrase: they don't print themselves.
public struct WordSuggestions: Hashable, Sendable {
    /// The words, the likeliest first.
    public let words: [String]

    private static let limit = 3
    /// The most letters of a word for which anything is looked for; the list's have at most eight.
    private static let longestWord = 12

    /// A word of the list, prepared for comparisons.
    private struct Candidate {
        let word: String
        let letters: [UInt8]
        let set: UInt32

        init(_ word: String) {
            (self.word, letters) = (word, Array(word.utf8))
            set = WordSuggestions.set(of: letters)
        }
    }

    private static let candidates = BIP39EnglishWords.list.map(Candidate.init)

    /// The letters of a word as a set, a bit each.
    private static func set(of letters: [UInt8]) -> UInt32 {
        letters.reduce(0) { $0 | 1 << UInt32($1 & 0x1F) }
    }

    /// Looks for words that differ in one letter, or that begin with the same four.
    ///
    /// If there are none, it looks for those that differ in two letters.
    init(for word: String) {
        let letters = Array(word.utf8)
        guard letters.count <= Self.longestWord else {
            words = []
            return
        }
        var near: [[String]] = [[], []]
        let (set, start) = (Self.set(of: letters), letters.count >= 4 ? letters.prefix(4) : nil)
        for candidate in Self.candidates {
            if let start, candidate.letters.starts(with: start) {
                near[0].append(candidate.word)
                continue
            }
            // Each difference puts one letter at most into the set, and takes one at most out of it.
            guard (candidate.set ^ set).nonzeroBitCount <= 4, abs(candidate.letters.count - letters.count) <= 2 else {
                continue
            }
            switch Self.distance(letters, candidate.letters) {
            case 1: near[0].append(candidate.word)
            case 2: near[1].append(candidate.word)
            default: break
            }
        }
        words = Array((near[0].isEmpty ? near[1] : near[0]).prefix(Self.limit))
    }

    /// Counts the letters to insert, delete, replace or exchange with their neighbour.
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var rows = [Array(0...other.count)]
        for (row, letter) in one.enumerated() {
            var next = [row + 1]
            for (column, otherLetter) in other.enumerated() {
                let replaced = rows[row][column] + (letter == otherLetter ? 0 : 1)
                var best = min(replaced, next[column] + 1, rows[row][column + 1] + 1)
                if row > 0, column > 0, letter == other[column - 1], one[row - 1] == otherLetter {
                    best = min(best, rows[row - 1][column - 1] + 1)
                }
                next.append(best)
            }
            rows.append(next)
        }
        return rows[one.count][other.count]
    }
}

extension WordSuggestions: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of words and no more.
    public var description: String { "WordSuggestions(\(words.count))" }

    /// The number of words and no more.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
