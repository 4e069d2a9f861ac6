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
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "r"), let first = digits.first,
            first != UInt8(ascii: "0") || digits.count == 1
        else { return nil }
        var number: UInt64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            let (tenfold, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = tenfold.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
            guard !isTooLarge, !overflows else { return nil }
            number = sum
        }
        self.number = number
        self.text = text
    }

    // The text follows from the number.
    package static func == (left: RequestID, right: RequestID) -> Bool { left.number == right.number }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(number)
    }

    package static func < (left: RequestID, right: RequestID) -> Bool { left.number < right.number }

    package var description: String { text }
}
