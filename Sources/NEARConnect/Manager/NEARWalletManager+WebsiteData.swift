// SPDX-License-Identifier: MIT

internal import Foundation
internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import WebKitGTK

/// What was removed when a wallet was forgotten.
public struct ForgottenWallet: Sendable, Hashable {
    /// Whether the signed-in account was the wallet's; nobody is signed in now. Its access key stays on chain until it is deleted there.
    public let wasSignedIn: Bool
    /// How many values of the wallet's own storage there were.
    public let storedValues: Int
    /// The sites whose cookies and storage were removed.
    public let sites: [String]
    /// How many answers about links were forgotten.
    public let rememberedLinks: Int
}

extension NEARWalletManager {
    func startCookiePolicy(_ coordinator: BridgeCoordinator, _ folders: ProfileFolders?) {
        let policy = CookiePolicy(
            context: coordinator.context, content: coordinator.content, folder: folders?.cache, logger: logger)
        cookiePolicy = policy
        coordinator.isWalletSite = { [weak policy] in policy?.sites.holds(site: $0) ?? false }
    }

    /// Lets the sites of the wallets that are offered now have cookies while they are embedded, and nobody else.
    func followWalletSites() {
        guard let catalog = walletLoader.catalog, let cookiePolicy else { return }
        Task { await cookiePolicy.follow(WalletSites(catalog)) }
    }

    /// Forgets a wallet: its account if it is signed in, what it has stored here, the cookies and storage of its sites, and the answers
    /// about its links. The bridge page is loaded anew.
    ///
    /// What was agreed to stays: the wallet's code is pinned until `near-connect wallets remove`, and it is offered as before. A site
    /// that other wallets name too keeps its data, and so does the chain: an access key that the wallet has added is still there.
    ///
    /// - Parameter walletId: The wallet's id in its manifest. It needn't be offered any more.
    /// - Returns: What there was.
    /// - Throws: ``NEARError/operationInProgress`` while an operation is open; ``NEARError/storage(reason:)`` when something could not
    ///   be removed, and then calling it again goes on with it.
    @discardableResult
    public func forgetWallet(_ walletId: String) async throws -> ForgottenWallet {
        guard !isBusy else { throw NEARError.operationInProgress }
        try await ready()
        guard let coordinator else { throw NEARError.webViewNotReady }
        let sites = walletLoader.catalog.map(WalletSites.init) ?? WalletSites()
        do {
            let wasSignedIn = currentAccount?.walletId == walletId
            if wasSignedIn { try forgetAccount() }
            let count = try await coordinator.view.call(
                Self.forgetScript, arguments: ["id": walletId], world: BridgeCoordinator.world)
            let links = try rememberedLinks?.forget(walletId: walletId).count ?? 0
            let removed = try await coordinator.context.removeWebsiteData { sites.isOnly(walletId, on: $0) }
            logger.notice("a wallet was forgotten", metadata: ["wallet": "\(walletId)", "sites": "\(removed.count)"])
            reloadBridge()
            return ForgottenWallet(
                wasSignedIn: wasSignedIn, storedValues: Int(count) ?? 0, sites: removed.sorted(), rememberedLinks: links
            )
        } catch let error as NEARError {
            throw error
        } catch {
            throw NEARError.storage(reason: "the wallet was not forgotten: \(error)")
        }
    }

    /// Writes into what a wallet has stored, as the wallet could by itself. For the test kit.
    ///
    /// - Parameter value: The value, `nil` to remove it.
    package func store(_ value: String?, underKey key: String, ofWallet walletId: String) async throws {
        if !isBridgeReady { try await ready() }
        guard let coordinator else { throw NEARError.webViewNotReady }
        guard walletLoader.catalog?.entry(walletId) != nil else { throw NEARError.unknownWallet(id: walletId) }
        do {
            let text = value.map { JSONValue.string($0).text } ?? "null"
            _ = try await coordinator.view.call(
                Self.storeScript, arguments: ["id": walletId, "key": key, "text": text], world: BridgeCoordinator.world)
        } catch {
            throw NEARError.storage(reason: "the wallet's storage was not changed: \(error)")
        }
    }

    // The scripts import modules of the package, which share the storage's keys with the connector. They run in the relay's world, and so
    // do the modules: neither built-ins that the page has changed nor an import map of its own count there.
    private static let storeScript: StaticString = """
        const { storeValue } = await import("near-connect://bridge/Bridge/host-scripts/wallet-data.js");
        return storeValue(id, key, text);
        """

    private static let forgetScript: StaticString = """
        const { forgetWallet } = await import("near-connect://bridge/Bridge/host-scripts/wallet-data.js");
        return forgetWallet(id);
        """
}
