// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives

/// What the page says, and what becomes of it.
extension NEARWalletManager {
    func awaitReady() {
        readyDeadline?.cancel()
        let time = DeadlineTime(configuration.clock)
        let due = time.now + configuration.deadlines.ready
        readyDeadline = Task { [weak self] in
            do {
                try await time.sleep(until: due)
            } catch {
                return  // The page was ready first, or is loaded anew.
            }
            self?.giveUpOnPage(.webViewNotReady, "the bridge page did not get ready; load it again")
        }
    }

    /// The page can't work. Operations fail at once until ``reloadBridge()`` brings a new one.
    private func giveUpOnPage(_ error: NEARError, _ reason: String) {
        unavailableReason = reason
        lastError = error.errorDescription
        endAll(error)
    }

    func handle(_ event: BridgeCoordinator.Event) {
        switch event {
        case .ready:
            readyDeadline?.cancel()
            logger.info("bridge ready")
            isBridgeReady = true
            // The window may have become dark while the page was loading.
            tellTheme()
            let requests = waiting
            waiting = []
            for request in requests { send(request) }
            reconcileInBackground()
            compareSessionInBackground()
            followWalletSites()
            refreshWallets()
            if case .custom = network { nodes.identity.begin() }
            Task { [weak self] in await self?.readWalletUpdates() }
        case .message(let message):
            handle(message)
        case .lost(let error):
            isBridgeReady = false
            isUnresponsive = false
            pageShowsWallet = false
            endAll(error)
            awaitReady()
        case .cancelled:
            cancelPendingOperation()
        case .returned(let uri):
            takeReturnLink(uri)
        case .popupsChanged:
            popupsChanged()
        case .lastPopupClosed(let closer):
            lastPopupClosed(by: closer)
        case .unresponsive:
            pageIsSilent()
        case .responsive:
            isUnresponsive = false
        case .crashLoop(let reason):
            crashLoop(reason)
        case .unavailable(let reason):
            giveUpOnPage(.bridgeUnavailable(reason: reason), reason)
        }
    }

    private func handle(_ message: BridgeMessage) {
        switch message {
        case .ready, .log: break  // The coordinator keeps them.
        case .reply(let id, let reply): settle(id, .success(reply))
        case .failure(let id, let error): settle(id, .failure(meaning(of: error, for: id)))
        case .pageFailure(let text): giveUpOnPage(.bridgeUnavailable(reason: text), text)
        case .walletUI(let visible): pageShows(wallet: visible)
        case .walletsChanged: break
        case .hostCall(let call): answer(call)
        case .walletAsked(let id, let walletId): walletAsked(walletId, for: id)
        case .attention: presentWallet()
        case .networkProcessEnded: coordinator?.networkProcessEnded()
        case .openLink(let id, let walletId, let uri): openLink(uri, of: walletId, for: id)
        }
    }

    /// Answers a wallet's call, as long as the request that it belongs to is open: what was cancelled, timed out or lost with
    /// its page is not signed any more, and an answer never reaches another request.
    private func answer(_ call: BridgeMessage.HostCall) {
        guard let work = service(for: call), table.kind(of: call.requestId) != nil else {
            logger.warning("a wallet's call was refused", metadata: ["id": "\(call.requestId)"])
            coordinator?.settleHostCall(
                HostReply.failure(call.callId, code: "walletRejected", message: "There is no such service now."))
            return
        }
        Task { [weak self] in
            let reply: String
            do throws(KeystoreService.Refusal) {
                reply = HostReply.success(call.callId, try await work())
            } catch {
                reply = HostReply.failure(call.callId, code: error.code, message: error.message)
            }
            guard let self, self.table.kind(of: call.requestId) != nil else { return }
            self.coordinator?.settleHostCall(reply)
        }
    }

    /// What answers a call; `nil` when there is no such service, or when it isn't for the wallet that asks.
    private func service(
        for call: BridgeMessage.HostCall
    ) -> (@MainActor () async throws(KeystoreService.Refusal) -> JSONValue)? {
        switch call.service {
        case KeystoreService.name:
            guard call.walletId == KeystoreService.walletId, let keystoreService else { return nil }
            return { () throws(KeystoreService.Refusal) in try await keystoreService.answer(call) }
        case WalletConnectService.name:
            guard let client = configuration.walletConnect,
                walletLoader.catalog?.entry(call.walletId)?.manifest.permissions.flags.contains(.walletConnect) == true
            else { return nil }
            let service = WalletConnectService(client: client)
            return { () throws(KeystoreService.Refusal) in
                try await service.answer(call.method, call.params, for: call.walletId)
            }
        default: return nil
        }
    }
}
