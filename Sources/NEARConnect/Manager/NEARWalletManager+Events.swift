// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore

/// Reports of the page, the wallets and the requests, handed on to the object whose they are.
extension NEARWalletManager: BridgeConnectionDelegate {
    var actingWallet: LinkWallet? { requests.actingWallet }

    var isPageNeeded: Bool { requests.table.count > 0 }

    func bridgeCouldNotSend(_ id: RequestID, reason: String) {
        requests.table.abandon(id, .bridgeUnavailable(reason: reason))
    }

    func bridgeReports(_ event: BridgeConnection.Event) {
        switch event {
        case .message(let message): take(message)
        case .ready: bridgeIsReady()
        case .lost(let error): requests.endAll(error)
        case .failed(let error):
            lastError = error.errorDescription
            requests.endAll(error)
        case .cancelled: cancelPendingOperation()
        case .returned(let address): comeBack(to: address)
        case .popupsChanged:
            requests.popupsChanged()
            // One that stands over the bridge needs the bridge to be seen.
            if configuration.popups == .overBridge { showWalletUI = bridge.wantsToBeSeen }
        case .lastPopupClosed(let closer): requests.lastPopupClosed(by: closer)
        case .problem(let text): lastError = text
        }
    }

    func bridgeForwarded(_ reply: [UInt8], to body: [UInt8]) { requests.noteAnswer(reply, to: body) }

    /// The reason why the keystore wallet's last operation ended with ``NEARError/walletRejected(message:)``.
    ///
    /// It is what this process has seen itself; `nil` where only the wallet knows.
    package var keystoreRefusal: KeystoreRefusal? { requests.refusal }

    private func take(_ message: BridgeMessage) {
        switch message {
        case .reply(let id, let reply): requests.settle(id, .success(reply))
        case .failure(let id, let error): requests.fail(id, error)
        case .hostCall(let call): services.answer(call)
        case .walletAsked(let id, let walletId):
            if requests.walletAsked(walletId, for: id) { updates.look(at: walletId) }
        case .windowSpoke(let id): requests.windowSpoke(for: id)
        case .openLink(let id, let walletId, let uri): requests.openLink(uri, of: walletId, for: id)
        case .attention: presentWallet()
        case .walletUI: showWalletUI = bridge.wantsToBeSeen
        case .ready, .log, .pageFailure, .networkProcessEnded, .walletsChanged: break  // The bridge's own.
        }
    }

    private func bridgeIsReady() {
        pendingSignIn = nil  // The page has it now.
        journal.reconcileInBackground()
        compareSessionInBackground()
        if case .custom = network { nodes.identity.begin() }
        Task { [weak self] in await self?.readWalletUpdates() }
    }

    /// Takes a link that a wallet's own window went to.
    ///
    /// The user sees what became of it; nobody waits for an answer.
    private func comeBack(to address: WebAddress) {
        do {
            try takeReturnLink(address)
        } catch {
            // Counted, logged and shown by then.
        }
    }

    /// Compares an account that was read from disk.
    ///
    /// Nobody has asked for it, so that a failure is the log's only.
    private func compareSessionInBackground() {
        guard session == .stored, phone?.has(currentAccount?.walletId) != true else { return }
        Task { [weak self] in
            do {
                _ = try await self?.compareSession()
            } catch {
                self?.logger.notice("the stored account was not compared", metadata: Redaction.error(error))
            }
        }
    }
}

extension NEARWalletManager: WalletRequestsDelegate {
    func operationStarted() {
        lastError = nil
        bridge.coordinator?.makeRoomForWallet()
    }

    func walletPutAway() {
        pendingSignIn = nil
        // A relayed action's approval doesn't belong to the page or to a wallet.
        if !requests.isAskedBesides { services.dismiss() }
        phone?.dismiss()
        showWalletUI = false
    }

    func requestFailed(_ error: NEARError) {
        if case .userCancelled = error { cancellations += 1 }
        if let text = error.toldText { lastError = text }
    }
}

extension NEARWalletManager: WalletLoaderDelegate {
    package func isChosen(_ walletId: String) -> Bool { requests.isChosen(walletId) }

    package func takesOver(_ walletId: String) -> Bool { requests.takesOver(walletId) }

    package func walletsReport(problem text: String) {
        lastError = text
    }
}
