// SPDX-License-Identifier: MIT

/// The state of the connection to the relay.
///
/// It says nothing of sessions: they outlive connections.
public enum RelayState: Sendable, Hashable {
    /// No connection is needed: there is no session and no attempt to make one.
    case idle
    /// A connection is being opened.
    case connecting
    /// A connection is open.
    case connected
    /// The next connection is opened later, since the last one failed.
    case waiting(until: UnixTime, reason: RelayFault)
    /// The relay doesn't let this program in; nothing is tried until the settings change.
    case refused(RelayRefusal)
}
