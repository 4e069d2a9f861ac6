// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import NEARPrimitives

/// Asks the user, in a native dialog, about what the keystore wallet is about to sign.
@MainActor
final class ApprovalPresenter: Approver {
    private let parent: WidgetHandle
    private var open: ApprovalDialog?

    /// - Parameter parent: The dialog stands above its window.
    init(parent: WidgetHandle) {
        self.parent = parent
    }

    isolated deinit {
        open?.cancel()
    }

    /// The dialog that waits for an answer.
    var current: ApprovalDialog? { open }

    func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
        // The manager runs one interactive operation at a time; an older dialog belongs to one that is over.
        dismiss()
        return await withCheckedContinuation { continuation in
            let dialog = ApprovalDialog(request, parent: parent)
            open = dialog
            dialog.onAnswer = { [weak self, weak dialog] answer in
                if let self, self.open === dialog { self.open = nil }
                continuation.resume(returning: answer)
            }
            dialog.present()
        }
    }

    func dismiss() {
        open?.cancel()
    }
}
