// SPDX-License-Identifier: MIT

import Foundation

extension Date {
    /// The time to the minute, in this machine's time zone; sorts as text.
    var localMinute: String {
        formatted(
            .verbatim(
                "\(year: .defaultDigits)-\(month: .twoDigits)-\(day: .twoDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
                timeZone: .current, calendar: Calendar(identifier: .gregorian)))
    }
}
