// SPDX-License-Identifier: MIT

internal import Logging
public import NEARConnectCore
internal import NEARPrimitives

/// Links that leave for wallets' apps, and links by which wallets come back.
extension NEARWalletManager {
    /// Which wallets may open which links without asking; `nil` for an ephemeral profile, in which nothing is remembered.
    package var rememberedLinks: RememberedLinks? {
        do {
            return try configuration.folders().map(RememberedLinks.init(folders:))
        } catch {
            return nil  // The profile's name can't be used; operations say so.
        }
    }

    /// Takes a link by which a wallet comes back to this program (see ``NEARWalletConfiguration/returnScheme``).
    ///
    /// The program hears of it from the desktop and calls this. The link is handed to the wallet's executor only when it bears the nonce
    /// of a pending request, and each nonce is good for one link; the executor's answer is then verified as any other.
    ///
    /// - Parameter uri: The link as the desktop gave it.
    /// A link of a request that has ended, or of an earlier run, completes nothing: nobody is left to whom the answer could be given. What was
    /// sent is looked up on the chain then (``reconcile()``).
    ///
    /// - Throws: ``ReturnLinkError``. It is counted in ``refusedReturnLinks`` and logged without the link; the first one since the last
    ///   operation was started is put into ``lastError``.
    public func handleReturnLink(_ uri: String) throws(ReturnLinkError) {
        try takeReturnLink(size: uri.utf8.count) { () throws(ReturnLinkError) in try ReturnLinks.address(of: uri) }
    }

    private func takeReturnLink(
        size: Int, address: () throws(ReturnLinkError) -> WebAddress
    ) throws(ReturnLinkError) {
        do throws(ReturnLinkError) {
            guard let returnLinks, let coordinator else { throw .notExpected }
            let address = try address()
            let (id, link) = try returnLinks.take(address) { table.kind(of: $0) != nil }
            logger.info("a wallet came back", metadata: ["id": "\(id)", "bytes": "\(size)"])
            coordinator.deliverReturn(link.json(id: id, url: address.text).text)
        } catch {
            refusedReturnLinks += 1
            logger.warning(
                "a link that came back was refused",
                metadata: ["code": "\(error.code)", "bytes": "\(size)", "count": "\(refusedReturnLinks)"])
            if !hasShownRefusedLink {
                hasShownRefusedLink = true
                lastError = error.errorDescription
                // The person has just been at a wallet: what he signed there may have been sent. Forged links don't get this far again.
                if [.unknownNonce, .requestEnded].contains(error) { reconcileInBackground() }
            }
            throw error
        }
    }

    /// Whether a link bears the nonce of a request of this manager, open or not. A program with several managers or processes finds
    /// out by this whose it is; nothing changes by it.
    public func recognizesReturnLink(_ uri: String) -> Bool {
        WebAddress(uri).map { returnLinks?.recognizes($0) == true } ?? false
    }

    /// The same for a link that a wallet's own window went to. The person sees what became of it; nobody waits for an answer.
    func takeReturnLink(_ address: WebAddress) {
        do {
            try takeReturnLink(size: address.text.utf8.count) { address }
        } catch {
            // Counted, logged and shown by then.
        }
    }

    /// The request with an address to come back to, if a person takes part and the program takes links.
    func withReturn(_ request: BridgeRequest) -> BridgeRequest {
        guard request.kind.isInteractive else { return request }
        var request = request
        if let walletId = request.params["walletId"]?.stringValue { noteActing(walletId, in: request.id) }
        request.returnURL = returnLinks?.issue(for: request.id, network: network.rawValue)
        return request
    }

    /// Offers a link that a wallet's code asks for during a request.
    func openLink(_ uri: String, of walletId: String, for id: RequestID) {
        guard table.kind(of: id) != nil, let coordinator, let wallet = linkWallets[walletId] else {
            return logger.warning("a wallet's link belongs to no open request", metadata: ["id": "\(id)"])
        }
        noteActing(walletId, in: id)
        coordinator.openLink(uri, of: wallet)
    }

    /// The wallet that the open operation is with, as far as it is known: the person may still be choosing.
    var actingWallet: LinkWallet? {
        guard let open = table.interactive, let acting, acting.request == open.id else { return nil }
        return linkWallets[acting.walletId]
    }

    func noteActing(_ walletId: String, in request: RequestID) {
        acting = (request, walletId)
        showWaiting()
    }

    /// Keeps what links need to know of the wallets that a page offers.
    func noteWallets(_ catalog: WalletCatalog) {
        linkWallets = Dictionary(
            catalog.entries.map { ($0.manifest.id, LinkWallet($0.manifest)) }, uniquingKeysWith: { first, _ in first })
    }
}
