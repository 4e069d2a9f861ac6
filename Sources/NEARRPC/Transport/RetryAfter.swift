// SPDX-License-Identifier: MIT

import FoundationEssentials

/// Reads the `Retry-After` header of RFC 9110 §10.2.3: a number of seconds or an HTTP date.
enum RetryAfter {
    /// The time for which the endpoint wants no requests, or `nil` when the value is neither form.
    ///
    /// A date gone by is zero.
    ///
    /// - Parameters:
    ///   - value: The header's value.
    ///   - now: The wall-clock time that a date is compared with.
    static func duration(_ value: String, now: Date) -> Duration? {
        let text = HeaderValue.trimmed(value.utf8)
        if let seconds = UInt32(text) { return .seconds(Int64(seconds)) }
        guard let date = HTTPDate.seconds(text) else { return nil }
        // The current time is a computer's own and may be any.
        let left = ((Double(date) - now.timeIntervalSince1970) * 1000).rounded(.up)
        return .milliseconds(Int64(min(max(0, left), 1e15)))
    }
}

/// The value of a header's field.
enum HeaderValue {
    /// Returns the value without the optional white space of RFC 9110 §5.6.3 and the line's end around it.
    static func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> String {
        let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0D, 0x0A].contains($0) }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }
}
