// SPDX-License-Identifier: MIT

internal import FoundationEssentials

extension DisplayText {
    /// Returns a duration in minutes and seconds: "2 min 5 s", "0.25 s".
    package static func words(_ duration: Duration) -> String {
        let milliseconds = max(0, duration / .milliseconds(1))
        guard milliseconds >= 1000 else {
            return localized("%1$s s", "\((milliseconds / 10).rounded() / 100)")
        }
        let seconds = Int(min((milliseconds / 1000).rounded(), 1e9))
        let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
        switch (minutes, rest) {
        case (0, _): return localized("%1$s s", "\(rest)")
        case (_, 0): return localized("%1$s min", "\(minutes)")
        default: return localized("%1$s min %2$s s", "\(minutes)", "\(rest)")
        }
    }

    /// Returns an error's own sentence, if it has one.
    package static func words(_ error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }
}
