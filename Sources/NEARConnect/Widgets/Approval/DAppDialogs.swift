// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnectCore

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
