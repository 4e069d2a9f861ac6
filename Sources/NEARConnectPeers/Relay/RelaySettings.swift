// SPDX-License-Identifier: MIT

internal import WalletConnectSign

/// The limits and times of a relay for tests; the defaults are those that WalletConnect's relays are known to have.
package struct RelaySettings: Sendable, Hashable {
    /// The projects that are let in; where there is none, every name of a project is.
    package var projects: Set<String> = []
    /// The time after which a delivery that wasn't acknowledged is sent again.
    package var redelivery: Duration = .seconds(4)
    /// The most times that a message is sent over one connection; the next subscription begins anew.
    package var deliveries = 4
    /// The silence after which the relay pings.
    package var ping: Duration = .seconds(30)
    /// The largest message, in bytes of its Base64 text.
    package var message = SignLimits.message
    /// The most topics of one call, and messages of one answer.
    package var batch = SignLimits.batch
    /// The most messages of one mailbox.
    package var mailbox = 1_000
    /// The most bytes of all messages together.
    package var memory = 64 << 20
    /// The most topics of one client.
    package var subscriptions = 10_000
    /// The most mailboxes, and the most clients that are remembered.
    package var mailboxes = 50_000
    /// The shortest life of a message, in seconds.
    package var shortestLife: Int64 = 30
    /// The longest life of a message, in seconds.
    package var longestLife: Int64 = 30 * 86_400
    /// The difference of two clocks that a token is forgiven, in seconds.
    package var leeway: Int64 = 120
    /// The most connections.
    package var connections = 1_024

    /// Creates settings with the defaults.
    package init() {}
}
