// SPDX-License-Identifier: MIT

/// A point in time as nearcore writes it: RFC 3339, in UTC, with nanoseconds.
struct Timestamp: Sendable, Hashable {
    /// Nanoseconds since 1970.
    let nanoseconds: UInt64

    /// For example `2026-01-01T00:00:01.000000000Z`.
    var text: String {
        let seconds = nanoseconds / 1_000_000_000
        let (year, month, day) = Self.date(ofDay: Int(seconds / 86_400))
        let time = seconds % 86_400
        return Self.pad(year, 4) + "-" + Self.pad(month, 2) + "-" + Self.pad(day, 2) + "T"
            + Self.pad(Int(time / 3_600), 2) + ":" + Self.pad(Int(time / 60 % 60), 2) + ":"
            + Self.pad(Int(time % 60), 2) + "." + Self.pad(Int(nanoseconds % 1_000_000_000), 9) + "Z"
    }

    /// The date of a day counted from 1 January 1970.
    ///
    /// Counts in years from March to February, so that the leap day comes last, in cycles of 400 years.
    private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let cycle = shifted / 146_097
        let dayOfCycle = shifted % 146_097
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private static func pad(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
