// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnectCore

extension DAppHost {
    /// Asks the user about sites' questions in native dialogs, as ``DAppBrowserWidget`` does.
    ///
    /// From then on none comes to ``requests``. One dialog of the process is open at a time.
    ///
    /// - Parameter widget: A `GtkWidget *`, the view for example: dialogs stand above its window. One reference is kept.
    public func showDialogs(above widget: UnsafeMutableRawPointer) {
        desk.dismiss()
        desk.dialogs = DAppDialogs(above: WidgetHandle(foreign: widget))
    }
}

/// The dialogs of both kinds of question.
@MainActor
final class DAppDialogs: Approver, SiteQuestionPresenter {
    let approvals: ApprovalPresenter
    private let questions: SiteQuestionDialogs

    init(above parent: WidgetHandle) {
        approvals = ApprovalPresenter(parent: parent)
        questions = SiteQuestionDialogs(parent: parent)
    }

    func approve(_ request: ApprovalRequest) async -> ApprovalAnswer { await approvals.approve(request) }

    func decide(_ question: SiteQuestion) async -> Bool { await questions.decide(question) }

    func dismiss() {
        approvals.dismiss()
        questions.dismiss()
    }
}
