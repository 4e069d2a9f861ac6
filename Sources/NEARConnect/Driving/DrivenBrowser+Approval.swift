// SPDX-License-Identifier: MIT

package import NEARConnectCore
internal import SafeText

/// Asks the user of a browser that nothing drives, above the window that was opened last.
extension DrivenBrowser: Approver {
    package func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
        guard let approver = windows.last?.approver else {
            return .refused(reason: localized("nobody is there to approve it"))
        }
        return await approver.approve(request)
    }

    package func dismiss() {
        for window in windows { window.approver.dismiss() }
    }
}
