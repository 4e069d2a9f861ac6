// SPDX-License-Identifier: MIT

/// Puts approval requests before a person. The window of the library does it with a native dialog; a GTK program can bring its own.
@MainActor
public protocol Approver: AnyObject {
    /// Shows `request` and waits for the person's answer.
    func approve(_ request: ApprovalRequest) async -> ApprovalAnswer

    /// Takes a dialog that is still open away; its `approve` returns ``ApprovalAnswer/cancelled``.
    func dismiss()
}
