// SPDX-License-Identifier: MIT

/// The part that clients of one socket play.
///
/// A method belongs to one role, and a connection has its listener's. To a client, a method of another role doesn't
/// exist: who asks for a signature can't approve it.
package enum LocalRole: String, Sendable, Hashable, CaseIterable {
    /// Asks for what a user or a policy then decides.
    case asks
    /// Decides in a user's place, in a profile that was made for it.
    case controls
    /// Does a part of this program's own work, in a process that it has started.
    case works
}
