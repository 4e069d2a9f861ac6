// SPDX-License-Identifier: MIT

import Foundation

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
        let text = value.trimmingCharacters(in: .whitespaces)
        if let seconds = UInt32(text) { return .seconds(Int64(seconds)) }
        guard let date = date(text) else { return nil }
        // A year may have any number of digits.
        return .milliseconds(Int64(min(max(0, (date.timeIntervalSince(now) * 1000).rounded(.up)), 1e15)))
    }

    /// The preferred form of an HTTP date, for example `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// The two obsolete forms are refused: no RPC provider sends them.
    private static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text)
    }
}
