// SPDX-License-Identifier: MIT

import Foundation
import NEARConnect
import NEARConnectCommandLine
import NEARConnectCore
import NEARConnectShell
import NEARPrimitives
import NEARRPC
import SafeText

/// A request in a wallet's page.
///
/// A window comes up only where the wallet shows itself, or a user has to choose or approve.
@MainActor
final class PageWork {
    private let request: PageRequest
    private let onDesktop: Bool

    /// Prepares the work.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - onDesktop: True if a user can see the display.
    init(_ request: PageRequest, onDesktop: Bool) {
        self.request = request
        self.onDesktop = onDesktop
    }

    /// Does the request, hands its answer over, and closes the page once `report` has returned.
    ///
    /// - Throws: `NEARError` and what the request's files make impossible.
    func answer(_ report: @MainActor (PageAnswer) async -> Void) async throws {
        CurlLibrary.loadAhead()
        let configuration = try makeConfiguration()
        // The page loads while the nodes are asked.
        let manager = NEARWalletManager(configuration: configuration)
        defer { manager.close() }
        let window = ConnectWindow(manager: manager)
        defer { window.close() }
        var isUnseen = false
        let observer = StateObserver { [weak window, onDesktop, needsUser] in
            guard manager.showWalletUI || (manager.isBusy && needsUser) else { return }
            if onDesktop {
                window?.present()
            } else {
                isUnseen = true
                // Not now: the observer must not change what it reads.
                Task { manager.cancelPendingOperation() }
            }
        }
        defer { observer.stop() }
        try await NetworkChoice.confirm(configuration.network)
        do {
            await report(try await perform(with: manager))
        } catch {
            if case NEARError.walletRejected = error, let refusal = manager.keystoreRefusal { throw refusal.error }
            guard isUnseen, case NEARError.userCancelled = error else { throw error }
            throw ReportedError(
                sentence: localized(
                    "The wallet wants to show itself, and there is no display. Run the command on a desktop; for the keystore wallet, a policy can approve (--approve)."
                ), code: "no-display", status: .noDisplay)
        }
    }

    /// True if the user is asked here, and not by the wallet's own page.
    private var needsUser: Bool {
        if case .signOut = request.work { return false }
        return request.walletId == nil || (request.walletId == KeystoreService.walletId && request.policy == nil)
    }

    private func perform(with manager: NEARWalletManager) async throws -> PageAnswer {
        // Another command may have signed in as another account since this one looked.
        if let signer = request.signer {
            guard let current = manager.currentAccount, let walletId = request.walletId,
                current.accountId.hasSameBytes(as: signer.text), current.walletId.hasSameBytes(as: walletId)
            else { throw NEARError.notSignedIn }
        }
        switch request.work {
        case .signIn: return .signedIn(try await manager.signIn(walletId: request.walletId))
        case .signOut:
            try await manager.signOut()
            return .signedOut
        case .send(let transaction):
            do throws(NEARError) {
                let outcome = try await manager.signAndSendTransaction(
                    receiverId: transaction.receiverId, actions: transaction.actions,
                    idempotencyKey: request.idempotencyKey)
                return .sent(outcome.transactionHash)
            } catch .transactionFailed(let outcome) {
                return .sent(outcome.transactionHash)
            } catch .operationInProgress {
                // This process has no other operation: another one has begun the request of this key meanwhile.
                guard let key = request.idempotencyKey else { throw NEARError.operationInProgress }
                throw RepeatedRequestError.inProgress(key: key.text.text)
            }
        case .signMessage(let payload):
            return .message(
                try await manager.sign(
                    message: payload.message.text, recipient: payload.recipient.text, nonce: payload.nonce))
        case .signDelegateAction(let transaction):
            guard let signed = try await manager.signDelegateActions([transaction]).first else {
                throw PageRequest.UnreadableError()
            }
            return .delegateAction(signed)
        }
    }

    private func makeConfiguration() throws -> NEARWalletConfiguration {
        let network =
            request.nodes.isEmpty
            ? try NetworkChoice.network(request.network, rpcURLs: [])
            : .custom(try CustomNetwork(id: request.network, endpoints: request.nodes))
        var configuration = NEARWalletConfiguration(
            network: network, profile: .named(request.profile), appName: "NEAR Connect")
        let folder = request.credentials.map(CredentialFolder.init(path:)) ?? .standard()
        let (keystore, problems) = Keystore.credentials(network: network.rawValue, in: folder)
        for problem in problems { StandardError.say(DisplayText.line(problem)) }
        configuration.keystore = keystore
        configuration.asker = request.command.map { .commandLine(verb: ExactText($0)) }
        if let policy = request.policy { configuration.approval = try ApprovalPolicy(contentsOf: policy) }
        // A chain on this computer is nobody's but the user's: there is no other one to ask about its keys.
        if NetworkNodes(network, clock: configuration.clock).hasLocalNodesOnly { configuration.knownNetworks = [] }
        return configuration
    }
}
