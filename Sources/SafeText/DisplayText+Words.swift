// SPDX-License-Identifier: MIT

internal import FoundationEssentials

extension DisplayText {
    /// Returns a duration in words, as exact as a reader wants it.
    ///
    /// For example "0.25 s", "2 min 5 s", "1 h", "7 days"; hours and days only where they are whole.
    package static func words(_ duration: Duration) -> String {
        let milliseconds = max(0, duration / .milliseconds(1))
        guard milliseconds >= 1000 else {
            return localized("%1$s s", "\((milliseconds / 10).rounded() / 100)")
        }
        let seconds = Int(min((milliseconds / 1000).rounded(), 1e9))
        let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
        switch (minutes, rest) {
        case (0, _): return localized("%1$s s", "\(rest)")
        case (_, 0) where minutes.isMultiple(of: 1440):
            return localizedPlural("%1$s day", "%1$s days", count: minutes / 1440, "\(minutes / 1440)")
        case (_, 0) where minutes.isMultiple(of: 60): return localized("%1$s h", "\(minutes / 60)")
        case (_, 0): return localized("%1$s min", "\(minutes)")
        default: return localized("%1$s min %2$s s", "\(minutes)", "\(rest)")
        }
    }

    /// Returns an error's own sentence, if it has one.
    package static func words(_ error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }
}
