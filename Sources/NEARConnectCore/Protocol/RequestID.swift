// SPDX-License-Identifier: MIT

/// The id of a request on the wire, unique for the life of a manager.
package struct RequestID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let text: String
    private let number: UInt64

    package init(number: UInt64) {
        self.number = number
        text = "r\(number)"
    }

    /// Reads an id that came back from the page; `nil` for a text that the host never wrote.
    init?(_ text: String) {
        guard text.first == "r", let number = UInt64(text.dropFirst()), text == "r\(number)" else { return nil }
        self.init(number: number)
    }

    // The text follows from the number.
    package static func == (left: RequestID, right: RequestID) -> Bool { left.number == right.number }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(number)
    }

    package static func < (left: RequestID, right: RequestID) -> Bool { left.number < right.number }

    package var description: String { text }
}
