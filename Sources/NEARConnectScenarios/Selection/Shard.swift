// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// One of several machines that share a suite.
package struct Shard: Sendable, Hashable {
    /// The whole suite.
    package static let all = Shard(number: 1, count: 1)
    private static let limit = 10_000

    /// The number of this machine, from 1.
    package let number: Int
    /// The number of machines.
    package let count: Int

    private init(number: Int, count: Int) {
        self.number = number
        self.count = count
    }

    /// Reads `2/5`: the second of five.
    ///
    /// - Returns: `nil` for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Self.number(parts[0]), let count = Self.number(parts[1]), number <= count
        else { return nil }
        self.init(number: number, count: count)
    }

    private static func number(_ text: Substring) -> Int? {
        guard let number = Int(text), (1...limit).contains(number), "\(number)".hasSameBytes(as: String(text)) else {
            return nil
        }
        return number
    }

    /// Returns whether the scenario at a position of the suite, from 0, is this machine's.
    ///
    /// Neighbours go to different machines, since the combinations of a matrix take the same time.
    package func has(_ position: Int) -> Bool { position % count == number - 1 }
}
