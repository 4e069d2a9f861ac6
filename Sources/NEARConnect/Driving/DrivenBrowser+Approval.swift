// SPDX-License-Identifier: MIT

package import NEARConnectCore
internal import SafeText

/// Asks the user of a browser that nothing drives, above the window that was opened last.
extension DrivenBrowser: Approver, SiteQuestionPresenter {
    package func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
        guard let dialogs = windows.last?.dialogs else {
            return .refused(reason: localized("nobody is there to approve it"))
        }
        return await dialogs.approve(request)
    }

    package func decide(_ question: SiteQuestion) async -> Bool {
        await windows.last?.dialogs.decide(question) ?? false
    }

    package func dismiss() {
        for window in windows { window.dialogs.dismiss() }
    }
}
