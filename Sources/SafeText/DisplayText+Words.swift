// SPDX-License-Identifier: MIT

internal import FoundationEssentials

extension DisplayText {
    /// A duration in minutes and seconds: "2 min 5 s", "0.25 s".
    package static func words(_ duration: Duration) -> String {
        let milliseconds = max(0, duration / .milliseconds(1))
        guard milliseconds >= 1000 else { return "\((milliseconds / 10).rounded() / 100) s" }
        let seconds = Int(min((milliseconds / 1000).rounded(), 1e9))
        let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
        switch (minutes, rest) {
        case (0, _): return "\(rest) s"
        case (_, 0): return "\(minutes) min"
        default: return "\(minutes) min \(rest) s"
        }
    }

    /// An error's own sentence, where it has one.
    package static func words(_ error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }
}
