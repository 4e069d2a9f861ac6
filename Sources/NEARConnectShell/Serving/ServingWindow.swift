// SPDX-License-Identifier: MIT

internal import GTKToolkit
package import NEARConnect
package import NEARConnectCore
internal import SafeText

/// The window of a helper process, hidden unless a wallet wants to be seen or a user is asked.
@MainActor
package final class ServingWindow: Approver {
    /// The sentence for what needs a user where nobody sees the display.
    package nonisolated static var unseen: String {
        localized(
            "The wallet wants to show itself, and there is no display. Start the helper on a desktop; for the keystore wallet, a policy can approve (--approve)."
        )
    }

    private let manager: NEARWalletManager
    private let isSeen: Bool
    private let window: Window
    private let bridge: BridgeWidget
    private let approvals: ApprovalPresenter
    private var observer: StateObserver?
    private var isAsking = false
    private var wasUnseen = false

    /// Makes the window, which isn't shown yet.
    ///
    /// - Parameters:
    ///   - manager: The manager whose wallets it shows.
    ///   - title: The title.
    ///   - isSeen: False where the display is a virtual one: then nobody is asked.
    package init(manager: NEARWalletManager, title: String, isSeen: Bool) {
        self.manager = manager
        self.isSeen = isSeen
        window = Window(title: title, width: 480, height: 640)
        bridge = BridgeWidget(manager: manager)
        approvals = ApprovalPresenter(above: bridge.handle)
        window.setIcon(ShellIdentity.iconName)
        window.setContent(bridge.handle)
        manager.setApprover(self)
        window.onCloseRequest = { [weak self] in
            if self?.manager.cancelPendingOperation() != true { self?.window.isVisible = false }
        }
        observer = StateObserver { [weak self] in self?.refresh() }
    }

    /// Ends the window.
    package func close() {
        observer?.stop()
        window.destroy()
    }

    /// Returns true if a wallet wanted to be seen by nobody since this was asked last.
    func takeUnseen() -> Bool {
        defer { wasUnseen = false }
        return wasUnseen
    }

    package func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
        guard isSeen else { return .refused(reason: Self.unseen) }
        isAsking = true
        refresh()
        let answer = await approvals.approve(request)
        isAsking = false
        refresh()
        return answer
    }

    package func dismiss() { approvals.dismiss() }

    private func refresh() {
        guard manager.showWalletUI || isAsking else {
            window.isVisible = false
            return
        }
        guard isSeen else {
            wasUnseen = true
            // Not now: the observer must not change what it reads.
            Task { [weak manager] in manager?.cancelPendingOperation() }
            return
        }
        window.present()
    }
}
