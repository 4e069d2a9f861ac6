// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore
internal import NEARRPC
internal import SafeText

/// The windows of wallets, and what their closing means for the operation that they belong to.
extension NEARWalletManager {
    /// Brings the wallet before the person: its popup, or else the page that shows its frame.
    ///
    /// - Returns: Whether there is anything to see.
    @discardableResult
    public func presentWallet() -> Bool {
        if coordinator?.popupSet.bringForward() == true { return true }
        return showWalletUI
    }

    /// Says which wallet the open operation waits for, as soon as the person has chosen one.
    func walletAsked(_ walletId: String, for id: RequestID) {
        guard table.interactive?.id == id else { return }
        noteActing(walletId, in: id)
        lookForUpdate(of: walletId)
    }

    /// Says in each window of a wallet, and in ``waitingText``, what is waited for.
    func showWaiting() {
        let text: String? =
            if !isBusy {
                nil
            } else if table.isChecking {
                "Checking the wallet's answer with the chain…"
            } else {
                "Waiting for \(actingWallet.map { DisplayText.line($0.name) } ?? "the wallet")…"
            }
        if waitingText != text { waitingText = text }
        coordinator?.popupSet.show(waiting: text)
    }

    /// A popup is shown, or shown no more. One that stands over the bridge needs the bridge to be seen.
    func popupsChanged() {
        if coordinator?.popups.isEmpty == false { closedByPerson = nil }
        guard configuration.popups == .overBridge, let coordinator else { return }
        showWalletUI = coordinator.popupSet.standsOverBridge || pageShowsWallet
    }

    /// The page shows a wallet's frame or the wallet list, or takes it away.
    func pageShows(wallet isVisible: Bool) {
        pageShowsWallet = isVisible
        showWalletUI = isVisible || coordinator?.popupSet.standsOverBridge == true
    }

    /// The last window of the open operation was closed. Unless the page shows the wallet in another way, the operation ends after a grace
    /// time: what the wallet has signed already still lands, and a wallet that opens its next window goes on.
    func lastPopupClosed(by closer: PopupWindow.Closer) {
        guard let open = table.interactive, !pageShowsWallet else { return }
        closedByPerson = closer == .person ? open.id : nil
        let deadlines = configuration.deadlines
        let (grace, ending): (Duration, NEARError)
        switch closer {
        case .person: (grace, ending) = (deadlines.windowClosed, .userCancelled)
        // A wallet's page closes itself when the person is done; the wallet's code may send a transaction after that.
        case .page: (grace, ending) = (deadlines.walletSilent, .timedOut(after: deadlines.walletSilent))
        case .program: return
        }
        let time = DeadlineTime(configuration.clock)
        let due = time.now + grace
        closeGrace?.cancel()
        closeGrace = Task { [weak self] in
            do {
                try await time.sleep(until: due)
            } catch {
                return  // The request has ended, or another window was opened.
            }
            guard let self, self.table.interactive?.id == open.id, self.coordinator?.popups.isEmpty != false,
                !self.pageShowsWallet
            else { return }
            self.logger.info("an operation without a window was ended", metadata: ["id": "\(open.id)"])
            self.table.abandon(open.id, ending)
        }
    }

    /// What a wallet's failure means for the request `id`. A wallet that sees its last window closed by the person says so as a refusal in
    /// words of its own: the person gave up, whether the wallet says it or the grace time passes.
    func meaning(of error: NEARError, for id: RequestID) -> NEARError {
        guard case .walletRejected = error, closedByPerson == id else {
            return error
        }
        logger.info("a refusal after the person closed the wallet's window", metadata: ["id": "\(id)"])
        return .userCancelled
    }
}
