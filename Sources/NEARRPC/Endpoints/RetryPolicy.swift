// SPDX-License-Identifier: MIT

/// The number of attempts that the client makes, and the waits between them.
///
/// Reads are repeated after any failure that another endpoint or a later moment may cure. What submits a transaction is
/// repeated only when nothing reached the endpoint; the same signed bytes also go to another endpoint after a refusal,
/// and again after a 429, since they can be executed once only.
public struct RetryPolicy: Sendable, Hashable {
    /// The most requests that one call makes, over all endpoints; at least 1.
    public var maximumAttempts: Int
    /// The wait before an endpoint is asked a second time.
    ///
    /// It doubles with each round over the endpoints.
    public var initialBackoff: Duration
    /// The longest wait between two rounds.
    public var maximumBackoff: Duration
    /// The time for which an endpoint that failed stands behind those that didn't.
    public var cooldown: Duration
    /// The longest time for which an endpoint isn't asked, whatever its `Retry-After` says.
    ///
    /// A wrong one mustn't shut an endpoint out for years.
    public var maximumRest: Duration

    /// A policy with all its parts.
    public init(
        maximumAttempts: Int = 4, initialBackoff: Duration = .milliseconds(250), maximumBackoff: Duration = .seconds(4),
        cooldown: Duration = .seconds(30), maximumRest: Duration = .seconds(600)
    ) {
        self.maximumAttempts = max(1, maximumAttempts)
        self.initialBackoff = initialBackoff
        self.maximumBackoff = maximumBackoff
        self.cooldown = cooldown
        self.maximumRest = maximumRest
    }

    /// A policy that asks once and never again.
    public static let none = RetryPolicy(maximumAttempts: 1)

    /// The wait before a round: exponential, with full jitter over its upper half.
    ///
    /// Clients that failed together don't come back together.
    ///
    /// - Parameters:
    ///   - round: 1 for the first repetition.
    ///   - random: A number from 0 to 1.
    func backoff(round: Int, random: Double) -> Duration {
        let doublings = min(max(round - 1, 0), 20)
        let full = min(maximumBackoff, initialBackoff * (1 << doublings))
        return full * (0.5 + 0.5 * min(max(random, 0), 1))
    }
}
