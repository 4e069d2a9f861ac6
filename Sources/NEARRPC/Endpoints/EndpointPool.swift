// SPDX-License-Identifier: MIT

import Synchronization

/// The endpoints of one network and what is known of their health.
final class EndpointPool: Sendable {
    /// An endpoint chosen for the next attempt.
    struct Choice: Sendable {
        let index: Int
        let endpoint: RPCEndpoint
        /// The time for which the endpoint still wants no requests; zero when it may be asked now.
        let rest: Duration
    }

    private struct Health {
        /// Until then the endpoint stands behind healthy ones.
        var demotedUntil: Duration = .zero
        /// Until then the endpoint asked not to be asked (429).
        var restingUntil: Duration = .zero
    }

    private let endpoints: [RPCEndpoint]
    private let health: Mutex<[Health]>

    init(_ endpoints: [RPCEndpoint]) {
        self.endpoints = endpoints
        health = Mutex(Array(repeating: Health(), count: endpoints.count))
    }

    /// The best endpoint that isn't in `tried`; `nil` when all were tried.
    ///
    /// One that isn't resting comes before one that is, a healthy one before one that failed lately; otherwise the
    /// order is the user's.
    func next(excluding tried: Set<Int>, now: Duration) -> Choice? {
        health.withLock { health in
            let order = endpoints.indices.filter { !tried.contains($0) }.map { index in
                let rest = max(.zero, health[index].restingUntil - now)
                return (rest: rest, demoted: health[index].demotedUntil > now ? 1 : 0, index: index)
            }
            guard let best = order.min(by: { $0 < $1 }) else { return nil }
            return Choice(index: best.index, endpoint: endpoints[best.index], rest: best.rest)
        }
    }

    /// Notes that an endpoint answered.
    func succeeded(_ index: Int) {
        health.withLock { $0[index] = Health() }
    }

    /// Notes that an endpoint failed.
    func failed(_ index: Int, until demotedUntil: Duration) {
        health.withLock { $0[index].demotedUntil = demotedUntil }
    }

    /// Notes that an endpoint asked to be left alone.
    func rests(_ index: Int, until restingUntil: Duration) {
        health.withLock { $0[index].restingUntil = max($0[index].restingUntil, restingUntil) }
    }
}
