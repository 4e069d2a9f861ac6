// SPDX-License-Identifier: MIT

/// Decides whether a page may ask the user one more question.
///
/// A page that asks again and again would block everything else in the window.
struct DialogFloodGuard {
    enum Verdict: Equatable {
        /// Ask.
        case ask
        /// Ask, and offer to allow no more questions of this page.
        case askAndOfferBlock
        /// Refuse without asking.
        case refuse
    }

    /// The number of dialogs within ``window`` that come without the offer.
    static let limit = 3
    /// The number of dialogs within ``window`` after which a page may ask no more.
    ///
    /// No user answers as many.
    static let cutOff = 12
    /// The time over which dialogs are counted.
    static let window = Duration.seconds(10)

    private var recent: [String: [ContinuousClock.Instant]] = [:]
    private var blocked: Set<String> = []

    /// Decides on a dialog of `origin`, and counts it.
    mutating func judge(_ origin: String, at now: ContinuousClock.Instant) -> Verdict {
        guard !blocked.contains(origin) else { return .refuse }
        var times = recent[origin, default: []].filter { $0 + Self.window > now }
        times.append(now)
        recent[origin] = times
        if times.count > Self.cutOff {
            block(origin)
            return .refuse
        }
        return times.count > Self.limit ? .askAndOfferBlock : .ask
    }

    /// Refuses every later dialog of `origin`.
    mutating func block(_ origin: String) {
        blocked.insert(origin)
        recent[origin] = nil
    }
}
