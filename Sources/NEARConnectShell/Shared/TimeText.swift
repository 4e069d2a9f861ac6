// SPDX-License-Identifier: MIT

internal import FoundationEssentials

/// Times in the one form that is the same in every language.
enum TimeText {
    /// Returns a time to the minute, such as `2026-11-26 08:52`.
    static func minute(_ date: Date, _ timeZone: TimeZone = .current) -> String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: timeZone).year().month().day()
        return String(date.formatted(style.time(includingFractionalSeconds: false)).prefix(16))
    }

    /// Returns a day, such as `2026-11-26`.
    static func day(_ date: Date, _ timeZone: TimeZone = .current) -> String {
        String(minute(date, timeZone).prefix(10))
    }
}
