// SPDX-License-Identifier: MIT

/// Reads the preferred form of an HTTP date (RFC 9110 §5.6.7), for example `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// The two obsolete forms are refused: no RPC provider sends them.
enum HTTPDate {
    private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Returns the seconds from 1970 to the date, or `nil` for what isn't one.
    ///
    /// The day's name isn't compared with the date.
    static func seconds(_ text: String) -> Int64? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].hasSuffix(","), days.contains(String(parts[0].dropLast())),
            let day = number(parts[1], digits: 2), let month = months.firstIndex(of: String(parts[2])),
            let year = number(parts[3], digits: 4), parts[5] == "GMT"
        else { return nil }
        let time = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        guard time.count == 3, let hour = number(time[0], digits: 2), let minute = number(time[1], digits: 2),
            let second = number(time[2], digits: 2), hour < 24, minute < 60, second <= 60,
            year > 0, day > 0, day <= length(ofMonth: month + 1, year: year)
        else { return nil }
        // 60 is a leap second, which Unix time doesn't count.
        return daysSince1970(year, month: month + 1, day: day) * 86_400 + hour * 3600 + minute * 60 + min(second, 59)
    }

    /// Returns the number of exactly so many ASCII digits.
    private static func number(_ text: Substring, digits: Int) -> Int64? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        return Int64(text)
    }

    private static func length(ofMonth month: Int, year: Int64) -> Int64 {
        switch month {
        case 2: year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Counts the days of the Gregorian calendar.
    private static func daysSince1970(_ year: Int64, month: Int, day: Int64) -> Int64 {
        let past = year - 1
        let leapDays = past / 4 - past / 100 + past / 400
        let ofYear = (1..<month).reduce(day - 1) { $0 + length(ofMonth: $1, year: year) }
        return past * 365 + leapDays + ofYear - 719_162
    }
}
