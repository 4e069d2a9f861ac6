// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore
internal import NEARRPC
internal import SafeText

/// The wallet that the open operation is with: its windows, its links, its refusals.
extension WalletRequests {
    /// The wallet that the open operation is with, as far as it is known: the user may still be choosing.
    var actingWallet: LinkWallet? {
        table.interactive?.operation?.walletId.flatMap(bridge.wallets.linkWallet)
    }

    /// The name of that wallet; a phone's is its own.
    var actingWalletName: String? {
        guard let walletId = table.interactive?.operation?.walletId, let phone, phone.has(walletId) else {
            return actingWallet?.name
        }
        return phone.name(of: walletId)
    }

    /// Returns true if a sign-in is open with this wallet, or with one that the user is choosing.
    func isChosen(_ walletId: String) -> Bool {
        table.interactive?.operation?.offers(walletId) == true
    }

    /// Notes that a wallet was asked for what a request is about, as soon as the user has chosen one.
    ///
    /// - Returns: False if the request isn't the open operation.
    func walletAsked(_ walletId: String, for id: RequestID) -> Bool {
        guard let pending = table.pending(id), let operation = pending.operation else { return false }
        operation.noteWallet(walletId)
        takeOver(pending, of: walletId)
        showWaiting()
        return true
    }

    /// Offers a link that a wallet's code asks for during a request.
    func openLink(_ uri: String, of walletId: String, for id: RequestID) {
        guard let pending = table.pending(id), let coordinator = bridge.coordinator,
            let wallet = bridge.wallets.linkWallet(walletId)
        else {
            return logger.warning("a wallet's link belongs to no open request", metadata: ["id": "\(id)"])
        }
        if let operation = pending.operation {
            operation.noteWallet(walletId)
            showWaiting()
        }
        coordinator.openLink(uri, of: wallet)
    }

    /// Notes that a window of the wallet has said something to the page.
    func windowSpoke(for id: RequestID) {
        table.pending(id)?.operation?.noteWindowSpoke()
    }

    /// Notes that a popup is shown, or shown no more.
    func popupsChanged() {
        if bridge.coordinator?.popups.isEmpty == false { table.interactive?.operation?.noteWindow() }
    }

    /// Notes that the last window of the open operation was closed.
    ///
    /// Unless the page shows the wallet in another way, the operation ends after a grace time: what the wallet has
    /// signed already still lands, and a wallet that opens its next window goes on.
    func lastPopupClosed(by closer: PopupWindow.Closer) {
        guard let open = table.interactive, let operation = open.operation, !bridge.showsWallet else { return }
        let deadlines = configuration.deadlines
        let (grace, ending): (Duration, NEARError)
        switch closer {
        case .user: (grace, ending) = (deadlines.windowClosed, .userCancelled)
        // A wallet's page closes itself when the user is done; the wallet's code may send a transaction after that.
        case .page: (grace, ending) = (deadlines.walletSilent, .timedOut(after: deadlines.walletSilent))
        case .program: return
        }
        operation.noteLastWindowClosed(
            byUser: closer == .user, grace: grace, time: DeadlineTime(configuration.clock)
        ) { [weak self, id = open.id] in
            guard let self, bridge.coordinator?.popups.isEmpty != false, !bridge.showsWallet else { return }
            logger.info("an operation without a window was ended", metadata: ["id": "\(id)"])
            table.abandon(id, ending)
        }
    }

    /// Ends a request with the failure that its wallet, or the page, has told.
    ///
    /// A wallet that sees its last window closed by the user says so as a refusal in words of its own: the user gave
    /// up, whether the wallet says it or the grace time passes. A wallet that fails after its window has answered has
    /// not refused: what the user approved there may be on its way.
    func fail(_ id: RequestID, _ error: NEARError) {
        guard case .walletRejected(let message) = error, let pending = table.pending(id),
            let operation = pending.operation
        else { return settle(id, .failure(error)) }
        if operation.wasClosedByUser {
            logger.info("a refusal after the user closed the wallet's window", metadata: ["id": "\(id)"])
            settle(id, .failure(.userCancelled))
        } else if operation.hasWindowSpoken {
            logger.info("a wallet failed after its window had answered", metadata: ["id": "\(id)"])
            settle(id, .failure(.walletError(Self.failure(after: message, of: pending.kind))))
        } else {
            refusal = operation.walletId == KeystoreService.walletId ? operation.refusal : nil
            settle(id, .failure(error))
        }
    }

    /// Notes whether a node has refused a transaction that the keystore has signed for the open operation.
    ///
    /// - Parameters:
    ///   - reply: The node's answer.
    ///   - body: The call, which a frame of the page has made.
    func noteAnswer(_ reply: [UInt8], to body: [UInt8]) {
        guard let operation = table.interactive?.operation, operation.walletId == KeystoreService.walletId,
            let signatures = operation.recorder?.signatures.values, !signatures.isEmpty
        else { return }
        do throws(RPCError) {
            guard let sent = try ForwardedRequest(body: body).sought,
                signatures.contains(where: { $0.hash == sent.hash })
            else { return }
            operation.refusal = ForwardedRequest.refusal(in: reply).map(KeystoreRefusal.chain)
        } catch {
            return  // The node has answered to what it understood as something else.
        }
    }

    /// Returns the words for a wallet that failed after its window had answered.
    private static func failure(after message: String, of kind: RequestKind) -> String {
        guard [.signAndSendTransaction, .signAndSendTransactions, .signDelegateActions].contains(kind) else {
            return localized("The wallet’s window answered, and then the wallet failed: %1$s. Try again.", message)
        }
        return localized(
            "The wallet’s window answered, and then the wallet failed: %1$s. What you approved there may have been sent: look at your account before you send it again.",
            message)
    }
}
