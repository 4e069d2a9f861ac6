// SPDX-License-Identifier: MIT

public import NEARConnectCore

extension NEARWalletManager {
    /// Has `approver` decide what the keystore wallet signs, instead of ``BridgeWidget``'s own dialog.
    ///
    /// It is asked under ``ApprovalPolicy/ask`` only. It may be set before or after a bridge widget is made: a widget
    /// never takes the place of an approver that isn't a widget's.
    ///
    /// - Parameter approver: Held weakly, so the program keeps it. Once it is gone, or `nil` is set, the bridge widget
    ///   asks again; without one everything is refused.
    public func setApprover(_ approver: (any Approver)?) {
        services.approver = approver ?? services.widgetApprover
    }

    /// Asks in the bridge widget's own dialog, for an approver that leaves a request to it.
    ///
    /// - Returns: A refusal where there is no widget.
    package func askInWindow(_ request: ApprovalRequest) async -> ApprovalAnswer {
        await services.askInWindow(request)
    }

    /// Closes the bridge widget's dialog; what it asked is then cancelled.
    package func dismissWindowApproval() {
        services.widgetApprover?.dismiss()
    }
}
