// SPDX-License-Identifier: MIT

internal import GLibRuntime
package import GTKToolkit
package import NEARConnectCore
internal import NEARPrimitives

/// Asks the user, in a native dialog, about what the keystore wallet is about to sign.
@MainActor
package final class ApprovalPresenter: Approver {
    private let parent: WidgetHandle
    private let turns: ApprovalTurn
    private var open: ApprovalDialog?
    private var place: ApprovalTurn.Place?

    /// - Parameter parent: The dialog stands above its window.
    package convenience init(above parent: WidgetHandle) { self.init(parent: parent) }

    /// - Parameters:
    ///   - parent: The dialog stands above its window.
    ///   - turns: The dialogs among which one is open at a time.
    init(parent: WidgetHandle, turns: ApprovalTurn = .shared) {
        self.parent = parent
        self.turns = turns
    }

    isolated deinit {
        dismiss()
    }

    /// The dialog that waits for an answer.
    var current: ApprovalDialog? { open }

    package func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
        // One operation at a time asks here; an older dialog belongs to one that is over.
        dismiss()
        let place = ApprovalTurn.Place()
        self.place = place
        guard await turns.wait(place) else { return .cancelled }
        defer { turns.leave(place) }
        return await withCheckedContinuation { continuation in
            let dialog = ApprovalDialog(request, parent: parent)
            open = dialog
            turns.show(dialog.dialog, for: place)
            dialog.onAnswer = { [weak self, weak dialog] answer in
                if let self, self.open === dialog { self.open = nil }
                continuation.resume(returning: answer)
            }
            dialog.present()
        }
    }

    package func dismiss() {
        open?.cancel()
        place.take().map(turns.leave)
    }
}
