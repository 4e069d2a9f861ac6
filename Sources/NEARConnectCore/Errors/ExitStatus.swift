// SPDX-License-Identifier: MIT

/// The exit statuses of the commands.
///
/// Pipelines depend on them: they don't change.
package enum ExitStatus: Int32, Sendable, CaseIterable {
    /// The command did its work.
    case success = 0
    /// The command failed for a reason without a status of its own.
    case failure = 1
    /// An update is offered and waits to be accepted.
    case waits = 2
    /// Something could not be fetched.
    case unavailable = 3
    /// Something isn't pinned, or doesn't run.
    case refused = 4
    /// There is no such wallet, or nothing to do with it.
    case nothing = 5
}
