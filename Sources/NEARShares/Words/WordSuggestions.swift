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
        for candidate in BIP39EnglishWords.list {
            let other = Array(candidate.utf8)
            guard abs(other.count - letters.count) <= 2 || other.prefix(4) == letters.prefix(4) else { continue }
            let distance = Self.distance(letters, other)
            if distance == 1 || letters.count >= 4 && other.prefix(4) == letters.prefix(4) {
                near[0].append(candidate)
            } else if distance == 2 {
                near[1].append(candidate)
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
