// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText
internal import WebKitGTK

/// The wallets that the page offers, and what they have stored.
extension BridgeConnection {
    /// Looks for wallets that lists name by now, and offers them in the page that is loaded.
    ///
    /// Nothing waits for it.
    func offerNewWallets() {
        Task { [weak self, wallets] in
            let added = await wallets.refresh { self?.isReady == true }
            guard !added.isEmpty, let self else { return }
            followWalletSites()
            coordinator?.configure(JSONValue.object(["wallets": .array(added.map(\.json))]).text)
        }
    }

    /// Lets the sites of the wallets that are offered now have cookies while they are embedded, and no other sites.
    func followWalletSites() {
        guard let catalog = wallets.catalog, let cookiePolicy else { return }
        Task { await cookiePolicy.follow(WalletSites(catalog)) }
    }

    /// Removes a wallet's values in the page, and the cookies and storage of sites that are this wallet's only.
    ///
    /// - Parameter forgettingLinks: Removes what else is the wallet's, between the two.
    /// - Returns: The number of values that the wallet had stored, and the sites.
    /// - Throws: An error of WebKit's, or ``NEARError/webViewNotReady``.
    func removeData(
        of walletId: String, forgettingLinks: () throws -> Void
    ) async throws -> (values: Int, sites: [String]) {
        guard let coordinator else { throw NEARError.webViewNotReady }
        let sites = wallets.catalog.map(WalletSites.init) ?? WalletSites()
        let count = try await coordinator.view.call(
            """
            const { forgetWallet } = await import("near-connect://bridge/Bridge/host-scripts/wallet-data.js");
            return forgetWallet(id);
            """, arguments: ["id": walletId], world: BridgeCoordinator.world)
        try forgettingLinks()
        let removed = try await coordinator.context.removeWebsiteData { sites.isOnly(walletId, on: $0) }
        return (Int(count) ?? 0, removed.sorted())
    }

    /// Writes into what a wallet has stored, as the wallet could by itself.
    ///
    /// The script imports modules of the package, which share the storage's keys with the connector. It runs in the
    /// relay's world, and so do the modules: neither built-ins that the page has changed nor an import map of its own
    /// count there.
    ///
    /// - Parameter value: The value, `nil` to remove it.
    func store(_ value: String?, underKey key: String, ofWallet walletId: String) async throws(NEARError) {
        guard let coordinator else { throw .webViewNotReady }
        guard wallets.catalog?.entry(walletId) != nil else { throw .unknownWallet(id: walletId) }
        do {
            let text = value.map { JSONValue.string($0).text } ?? "null"
            _ = try await coordinator.view.call(
                """
                const { storeValue } = await import("near-connect://bridge/Bridge/host-scripts/wallet-data.js");
                return storeValue(id, key, text);
                """, arguments: ["id": walletId, "key": key, "text": text], world: BridgeCoordinator.world)
        } catch {
            throw .storage(reason: localized("the wallet’s storage was not changed: %1$s", "\(error)"))
        }
    }

    /// Empties the caches of websites' data.
    ///
    /// - Throws: ``NEARError/storage(reason:)`` when WebKit could not, ``NEARError/bridgeUnavailable(reason:)`` where
    ///   there is no page.
    func clearCaches() async throws(NEARError) {
        guard let coordinator else {
            throw .bridgeUnavailable(reason: unavailableReason ?? localized("the manager was closed"))
        }
        do {
            try await coordinator.context.clearCaches()
        } catch {
            throw .storage(reason: localized("the caches could not be emptied: %1$s", "\(error)"))
        }
        logger.notice("the caches were emptied")
    }
}
