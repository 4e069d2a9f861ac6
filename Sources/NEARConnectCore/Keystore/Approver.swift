// SPDX-License-Identifier: MIT

/// Shows approval requests to a user.
///
/// The library's window does it with a native dialog; a GTK program can bring its own.
@MainActor
public protocol Approver: AnyObject {
    /// Shows `request` and waits for the user's answer.
    func approve(_ request: ApprovalRequest) async -> ApprovalAnswer

    /// Closes a dialog that is still open; its `approve` returns ``ApprovalAnswer/cancelled``.
    func dismiss()
}
