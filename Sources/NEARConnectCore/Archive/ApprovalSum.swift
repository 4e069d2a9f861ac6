// SPDX-License-Identifier: MIT

public import NEARPrimitives
internal import SafeText

/// The most that a policy's rule approves within a time.
///
/// What counts is what the rule has approved, also if it was never sent, in all processes that use the profile.
public struct ApprovalSum: Sendable, Hashable {
    /// The longest window: a year and a day.
    public static let longestWindow = Duration.seconds(366 * 86_400)

    /// The time, which ends now.
    public let window: Duration
    /// The most NEAR that is given away; `nil` for no limit.
    public let deposit: NEARToken?
    /// The most gas that calls attach; `nil` for no limit.
    public let gas: Gas?

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - window: The time, from one second to ``longestWindow``.
    ///   - deposit: The most NEAR that is given away; `nil` for no limit.
    ///   - gas: The most gas that calls attach; `nil` for no limit.
    /// - Throws: ``NEARError/invalidArgument(name:reason:)`` for another window, and where nothing is limited.
    public init(window: Duration, deposit: NEARToken? = nil, gas: Gas? = nil) throws(NEARError) {
        guard window >= .seconds(1), window <= Self.longestWindow else {
            throw .invalidArgument(
                name: "window", reason: localized("a sum is over one second to 366 days, not %1$s", "\(window)"))
        }
        guard deposit != nil || gas != nil else {
            throw .invalidArgument(name: "deposit", reason: localized("a sum limits NEAR, gas or both"))
        }
        self.window = window
        self.deposit = deposit
        self.gas = gas
    }

    /// The window in milliseconds.
    var milliseconds: Int64 { Int64(window / .milliseconds(1)) }
}
