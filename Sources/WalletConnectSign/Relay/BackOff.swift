// SPDX-License-Identifier: MIT

/// The pauses between connections: they double from 1 to 60 seconds, each longer or shorter by up to a fifth.
///
/// The chance in them keeps many programs from coming back in the same moment.
struct BackOff: Sendable {
    private var pause = SignLimits.firstPause

    /// Returns the pause before the next try.
    ///
    /// - Parameters:
    ///   - isLimited: True if the relay asked for fewer calls; the pause has then at least 10 seconds.
    ///   - random: The source of chance.
    mutating func next(isLimited: Bool, random: inout some RandomNumberGenerator) -> Duration {
        if isLimited { pause = max(pause, SignLimits.limitedPause) }
        defer { pause = min(pause * 2, SignLimits.longestPause) }
        return pause * Double.random(in: 0.8...1.2, using: &random)
    }

    /// Makes pauses short again.
    mutating func reset() {
        pause = SignLimits.firstPause
    }
}
