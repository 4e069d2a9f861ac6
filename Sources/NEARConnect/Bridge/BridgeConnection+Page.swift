// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GTKToolkit
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// The parts that the page is given, and its reports.
extension BridgeConnection: BridgeCoordinatorDelegate {
    var actingWallet: LinkWallet? { delegate?.actingWallet }

    var isPageNeeded: Bool { delegate?.isPageNeeded == true }

    func isWalletSite(_ domain: String) -> Bool { cookiePolicy?.sites.holds(site: domain) ?? false }

    /// Makes a load for the network that is set now.
    func makePage() throws -> BridgePage {
        let id = nodes.network.rawValue
        var providers = [
            "mainnet": NEARNetwork.mainnet.rpcURLs.map(\.absoluteString),
            "testnet": NEARNetwork.testnet.rpcURLs.map(\.absoluteString),
        ]
        if case .custom = nodes.network { providers[id] = ["\(InternalScheme.name)://rpc/\(id)"] }
        let (catalog, module) = (try wallets.load(), try connector.reference())
        return try BridgePage(
            BridgePage.Configuration(
                network: id, providers: providers, manifest: catalog.json,
                hostWallets: [KeystoreService.walletId], theme: theme.rawValue,
                accent: configuration.accent?.css, language: textLanguage(),
                isRightToLeft: GTKDisplay.isRightToLeft, appName: shownAppName,
                readyTimeout: configuration.deadlines.walletReady,
                hostServices: configuration.hasWalletConnect ? [WalletConnectService.name] : [],
                features: configuration.features,
                // Only the embedded connector keeps all other wallets from it.
                foreignCode: module.address == BridgePage.embeddedConnector ? catalog.foreignCode : []),
            connector: module)
    }

    /// The app's name for the wallet list, in quotes where another program chose it for itself.
    private var shownAppName: String? {
        guard case .peer = configuration.asker else { return configuration.appName }
        return configuration.appName.map { localized("“%1$s”", DisplayText.name($0)) }
    }

    func coordinatorReports(_ event: BridgeCoordinator.Event) {
        switch event {
        case .message(let message): take(message)
        // The page may have begun all the same: this is not the wallet's word.
        case .notTaken(let id, let reason): delegate?.bridgeCouldNotSend(id, reason: reason)
        case .ready: becomeReady()
        case .lost(let error): lose(error)
        case .cancelled: delegate?.bridgeReports(.cancelled)
        case .returned(let address): delegate?.bridgeReports(.returned(address))
        case .popupsChanged: delegate?.bridgeReports(.popupsChanged)
        case .lastPopupClosed(let closer): delegate?.bridgeReports(.lastPopupClosed(by: closer))
        case .unresponsive: noteSilence(true)
        case .responsive: noteSilence(false)
        case .crashLoop(let reason): stopLoading(reason)
        case .unavailable(let reason): giveUp(.bridgeUnavailable(reason: reason), reason)
        }
    }

    private func take(_ message: BridgeMessage) {
        switch message {
        case .ready, .log, .walletsChanged: break  // The coordinator keeps the first two.
        case .pageFailure(let text): giveUp(.bridgeUnavailable(reason: damage ?? text), damage ?? text)
        case .networkProcessEnded: coordinator?.networkProcessEnded()
        case .walletUI(let isVisible):
            noteWalletShown(isVisible)
            delegate?.bridgeReports(.message(message))
        case .reply, .failure, .hostCall, .walletAsked, .windowSpoke, .attention, .openLink:
            delegate?.bridgeReports(.message(message))
        }
    }
}

extension BridgeConnection: BridgeSchemeHandler {
    func packagedFileFailed(_ error: PackagedFile.UnreadableError) {
        let reason = damage ?? Self.reason(for: error)
        damage = reason
        // A page that is ready says itself if it can't go on.
        guard !isReady else { return }
        stopWaiting()
        giveUp(.bridgeUnavailable(reason: reason), reason)
    }

    func forward(_ body: [UInt8], to network: String) async throws -> [UInt8]? {
        guard network == nodes.network.rawValue else { return nil }
        let reply = try await nodes.client().forward(body: body)
        delegate?.bridgeForwarded(reply, to: body)
        return reply
    }

    func walletCode(of id: String) async throws -> [UInt8] { try await wallets.code(of: id) }

    func connectorFile(named name: String) -> [UInt8]? { connector.file(name) }

    func icon(named name: String) -> (type: String, bytes: [UInt8])? { wallets.icon(named: name) }
}
