// SPDX-License-Identifier: MIT

/// Decides whether a page may ask a person one more thing. A page that asks again and again would keep him from everything
/// else in the window.
struct DialogFloodGuard {
    enum Verdict: Equatable {
        /// Ask.
        case ask
        /// Ask, and offer to have no more questions of this page.
        case askAndOfferBlock
        /// Refuse without asking.
        case refuse
    }

    /// How many dialogs within ``window`` are answered without the offer.
    static let limit = 3
    /// How many dialogs within ``window`` get a page cut off without the person having to say so. No person answers as many.
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
