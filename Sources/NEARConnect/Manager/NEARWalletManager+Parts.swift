// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC

extension NEARWalletConfiguration {
    /// The profile's folders, `nil` when nothing is to be kept.
    func folders() throws(NEARError) -> ProfileFolders? {
        switch profile {
        case .ephemeral: nil
        case .folders(let folders): folders
        case .named(let name): try ProfileFolders(profile: name)
        }
    }
}

extension NEARWalletManager {
    /// One load of the bridge page for the network that is set now.
    func makePage() throws -> BridgePage {
        let id = network.rawValue
        var providers = [
            "mainnet": Network.mainnet.rpcURLs.map(\.absoluteString),
            "testnet": Network.testnet.rpcURLs.map(\.absoluteString),
        ]
        if case .custom = network { providers[id] = ["\(InternalScheme.name)://rpc/\(id)"] }
        let catalog = try walletLoader.load()
        noteWallets(catalog)
        return try BridgePage(
            BridgePage.Configuration(
                network: id, providers: providers, manifest: catalog.json,
                hostWallets: [KeystoreService.walletId], theme: theme.rawValue, appName: configuration.appName,
                readyTimeout: configuration.deadlines.walletReady,
                hostServices: configuration.walletConnect == nil ? [] : [WalletConnectService.name]),
            connector: connector.reference())
    }

    static func makeWalletLoader(_ configuration: NEARWalletConfiguration, _ folders: ProfileFolders?) -> WalletLoader {
        WalletLoader(
            library: folders.map {
                WalletLibrary(
                    folders: $0, lists: configuration.walletLists, environment: configuration.environment,
                    allowsPlainLoopback: configuration.allowsPlainLoopback, logger: configuration.logger)
            },
            local: configuration.additionalManifests, trust: configuration.walletTrust,
            hasWalletConnect: configuration.walletConnect != nil, logger: configuration.logger)
    }

    func makeScheme() -> BridgeScheme {
        BridgeScheme(
            origin: configuration.origin, logger: logger,
            forward: { [weak self] network, body in
                guard let self, network == self.network.rawValue else { return nil }
                return try await self.client().forward(body: body)
            },
            walletCode: { [walletLoader] in try await walletLoader.code(of: $0) },
            connectorFile: { [connector] in connector.file($0) },
            icon: { [walletLoader] in walletLoader.icon(named: $0) })
    }

    /// Loads the page, after the connector was fetched where that has to be.
    func loadPage(_ coordinator: BridgeCoordinator) {
        guard !connector.isAtHand else { return coordinator.load() }
        Task { [weak self, weak coordinator, connector] in
            do throws(ConnectorLoader.Fault) {
                try await connector.prepare()
                coordinator?.load()
            } catch {
                guard let self, let coordinator, coordinator === self.coordinator else { return }
                self.readyDeadline?.cancel()
                self.handle(.unavailable(reason: error.description))
            }
        }
    }

    /// What to say of a wallet that the page doesn't offer.
    func unknownWallet(_ id: String?) -> NEARError {
        walletLoader.reasonAgainst(id ?? "").map(NEARError.walletError) ?? .unknownWallet(id: id ?? "")
    }

    /// What the walletLoader asks and tells.
    func attachWalletLoader() {
        walletLoader.isChosen = { [weak self] in self?.isChosen($0) ?? false }
        walletLoader.onProblem = { [weak self] in self?.lastError = $0 }
    }

    /// Whether a sign-in is open that is with this wallet, or whose wallet the person is choosing from the list. The page has a wallet's code
    /// before it says which wallet that is.
    private func isChosen(_ walletId: String) -> Bool {
        guard let open = table.interactive, let choice, choice.request == open.id else { return false }
        return choice.walletId == nil || choice.walletId == walletId
    }

    /// Looks for wallets that lists name by now, and offers them in the page that is loaded. Nothing waits for it.
    func refreshWallets() {
        Task { [weak self, walletLoader] in
            let added = await walletLoader.refresh { self?.isBridgeReady == true }
            guard !added.isEmpty, let self, let catalog = walletLoader.catalog else { return }
            noteWallets(catalog)
            followWalletSites()
            coordinator?.configure(JSONValue.object(["wallets": .array(added.map(\.json))]).text)
        }
    }

    func makeKeystoreService() -> KeystoreService {
        KeystoreService(
            keystore: configuration.keystore,
            host: KeystoreService.Host(
                network: { [weak self] in self?.network.rawValue ?? "" },
                origin: configuration.origin.origin,
                signedIn: { [weak self] in self?.keystoreAccount },
                kind: { [weak self] in self?.table.kind(of: $0) },
                isAskedFor: { [weak self] in self?.recorders[$1]?.isFor($0) ?? false },
                noteSigned: { [weak self] (signatures, request) throws(NEARError) in
                    guard let self else { throw .managerReleased }
                    try await self.noteSigned(signatures, for: request)
                },
                rpc: { [weak self] () throws(NEARError) in
                    guard let self else { throw .managerReleased }
                    return try self.nodes.signingClient()
                },
                identify: { [weak self] in await self?.nodes.identity.resolve() ?? .untold },
                chain: { [weak self] in self?.nodes.chain ?? .untold },
                abandon: { [weak self] in self?.table.abandon($0, $1) },
                approve: { [weak self] in await self?.approve($0) ?? .refused(reason: "the manager was closed") }))
    }

    /// The account that is signed in with the keystore wallet.
    private var keystoreAccount: AccountId? {
        guard let account = currentAccount, account.walletId == KeystoreService.walletId else { return nil }
        do {
            return try AccountId(account.accountId)
        } catch {
            return nil  // The account was checked when it signed in.
        }
    }

    private func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
        switch configuration.approval {
        case .deny: .refused(reason: "the policy allows nothing to be signed")
        case .allow(let rule): rule.answer(request)
        case .ask:
            await (approver ?? widgetApprover)?.approve(request)
                ?? .refused(reason: "there is no window to ask in; set an approval policy or show the bridge")
        }
    }
}
