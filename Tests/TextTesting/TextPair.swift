// SPDX-License-Identifier: MIT

import Foundation

/// Two texts that Unicode, and Swift's `==`, take for equal, and whose bytes differ.
public struct TextPair: Sendable, CustomStringConvertible {
    /// One form.
    public let left: String
    /// The other.
    public let right: String

    /// The pair in the other order.
    public var swapped: TextPair { TextPair(left: right, right: left) }

    /// Both in code points.
    public var description: String {
        func codes(_ text: String) -> String {
            text.unicodeScalars.map { String($0.value, radix: 16, uppercase: true) }.joined(separator: " ")
        }
        return "\(codes(left)) / \(codes(right))"
    }

    private init(left: String, right: String) {
        self.left = left
        self.right = right
    }

    /// One pair of each kind.
    ///
    /// The kinds are: what is ASCII for Unicode, letters in one scalar and in two, Hangul, marks in another order.
    public static let kinds: [TextPair] = [
        ("K", "\u{212A}"), (";", "\u{37E}"), ("`", "\u{1FEF}"), ("\u{C5}", "\u{212B}"), ("\u{3A9}", "\u{2126}"),
        ("\u{E9}", "e\u{301}"), ("\u{212B}", "A\u{30A}"), ("o\u{300}", "o\u{340}"), ("\u{2002}", "\u{2000}"),
        ("\u{AC01}", "\u{1100}\u{1161}\u{11A8}"), ("\u{AC01}", "\u{AC00}\u{11A8}"),
        ("a\u{323}\u{301}", "a\u{301}\u{323}"), ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("\u{8C48}", "\u{F900}"),
        ("\u{915}\u{93C}", "\u{958}"), ("\u{1D157}\u{1D165}", "\u{1D15E}"),
    ].map { TextPair(left: $0.0, right: $0.1) }

    /// ``kinds`` and as many more, each with other text around.
    ///
    /// They have scalars from all that Unicode takes apart, and marks in another order.
    ///
    /// - Parameter seed: The same seed makes the same pairs.
    public static func make(_ count: Int = 100, seed: UInt64 = 20) -> [TextPair] {
        var numbers = Numbers(state: seed)
        let made = (0..<count).map { index -> TextPair in
            let (before, after) = (numbers.word(), numbers.word())
            let (left, right): (String, String)
            if index.isMultiple(of: 4), let base = numbers.word().last {
                // A mark below and a mark above don't meet, whichever comes first.
                let (below, above) = (numbers.mark(0x323...0x326), numbers.mark(0x300...0x304))
                (left, right) = ("\(base)\(below)\(above)", "\(base)\(above)\(below)")
            } else {
                let composed = divisible[Int(numbers.next() % UInt64(divisible.count))]
                (left, right) = (composed, composed.decomposedStringWithCanonicalMapping)
            }
            let pair = TextPair(left: before + left + after, right: before + right + after)
            return numbers.next().isMultiple(of: 2) ? pair : pair.swapped
        }
        return kinds + made
    }

    /// Every scalar that has a canonical decomposition.
    private static let divisible: [String] = (UInt32(0x80)...0x2FA1D).compactMap { code in
        guard let scalar = Unicode.Scalar(code) else { return nil }
        let text = String(scalar)
        return text.utf8.elementsEqual(text.decomposedStringWithCanonicalMapping.utf8) ? nil : text
    }

    /// SplitMix64.
    private struct Numbers {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }

        /// One to four small letters.
        mutating func word() -> String {
            String((0...(next() % 4)).map { _ in Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(next() % 26))) })
        }

        mutating func mark(_ codes: ClosedRange<UInt32>) -> Character {
            let code = codes.lowerBound + UInt32(next() % UInt64(codes.count))
            return Unicode.Scalar(code).map { Character($0) } ?? "\u{300}"
        }
    }
}
