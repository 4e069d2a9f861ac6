// SPDX-License-Identifier: MIT

internal import Logging
public import NEARConnectCore
internal import SafeText
internal import WebKitGTK

// MARK: - Typed verbs: wallets, their windows and their links

/// The open operation's window, links that come back, updates of wallets, and wallets that are forgotten.
extension NEARWalletManager {
    // MARK: The open operation

    /// Ends the open interactive operation as a user's Cancel button does.
    ///
    /// A result that is still being checked against the chain is given up too: the operation then throws
    /// ``NEARError/userCancelled``, or for a transaction that was sent ``NEARError/transactionUnknown(hash:)``.
    ///
    /// - Returns: True if there was one.
    @discardableResult
    public func cancelPendingOperation() -> Bool {
        departure.next = nil
        return requests.cancelOperation()
    }

    /// Closes every popup.
    ///
    /// Wallets hear of it as if the user had closed them.
    public func closePopups() {
        coordinator?.closePopups()
    }

    /// Brings the wallet before the user: its popup, or else the page that shows its frame.
    ///
    /// - Returns: True if there is anything to see.
    @discardableResult
    public func presentWallet() -> Bool {
        if coordinator?.popupSet.bringForward() == true { return true }
        return showWalletUI
    }

    // MARK: The page

    /// Ends a page that doesn't answer any more; ``isUnresponsive`` says when there is one.
    ///
    /// The open operation ends with ``NEARError/bridgeCrashed``, and the page is loaded again.
    public func stopUnresponsivePage() {
        bridge.stopUnresponsivePage()
    }

    /// Gives a page that doesn't answer more time.
    ///
    /// ``isUnresponsive`` becomes `true` again when that didn't help.
    public func waitForUnresponsivePage() {
        bridge.waitForUnresponsivePage()
    }

    /// Empties the caches of websites' data, and loads the bridge page again.
    ///
    /// Accounts, sessions and wallets' data stay.
    ///
    /// ``offersCacheReset`` says when this may help: after the page was lost again and again.
    ///
    /// - Throws: ``NEARError/storage(reason:)`` when WebKit could not empty them,
    ///   ``NEARError/bridgeUnavailable(reason:)`` where wallets can't run.
    public func resetCache() async throws(NEARError) {
        guard !isClosed else { throw .managerReleased }
        do {
            try await bridge.clearCaches()
        } catch {
            throw requests.noted(error)
        }
        reloadBridge()
    }

    /// Moves the keyboard's focus into the bridge page; returns false where there is none.
    @discardableResult
    package func focusPage() -> Bool {
        guard let coordinator else { return false }
        coordinator.view.focus()
        return true
    }

    /// Sends a text to the bridge page and back, to measure the way.
    ///
    /// - Returns: The text as the page gave it back, equal to `text`.
    package func echo(_ text: String) async throws(NEARError) -> String {
        try await requests.perform(.echo, ["text": .string(text)]) { (reply) throws(NEARError) in
            guard case .echo(let value) = reply, let text = value["text"]?.stringValue else { throw reply.unexpected }
            return text
        }
    }

    // MARK: Links

    /// The wallets that may open links without asking, and which; `nil` for an ephemeral profile, which remembers
    /// nothing.
    package var rememberedLinks: RememberedLinks? {
        do {
            return try configuration.folders().map(RememberedLinks.init(folders:))
        } catch {
            return nil  // The profile's name can't be used; operations say so.
        }
    }

    /// Takes a link by which a wallet comes back to this program (see ``NEARWalletConfiguration/returnScheme``).
    ///
    /// The program hears of it from the desktop and calls this. The link is handed to the wallet's executor only when
    /// it bears the nonce of a pending request, and each nonce is good for one link; the executor's answer is then
    /// verified as any other.
    ///
    /// A link of a request that has ended, or of an earlier run, completes nothing: nobody waits for the answer any
    /// more. What was sent is looked up on the chain then (``reconcile()``).
    ///
    /// - Parameter uri: The link as the desktop gave it.
    /// - Throws: ``ReturnLinkError``. It is counted in ``refusedReturnLinks`` and logged without the link; the first
    ///   one since the last operation was started is put into ``lastError``.
    public func handleReturnLink(_ uri: String) throws(ReturnLinkError) {
        try takeReturnLink(size: uri.utf8.count) { () throws(ReturnLinkError) in try ReturnLinks.address(of: uri) }
    }

    /// Takes a return link to which a wallet's window went.
    func takeReturnLink(_ address: WebAddress) throws(ReturnLinkError) {
        try takeReturnLink(size: address.text.utf8.count) { address }
    }

    private func takeReturnLink(
        size: Int, address: () throws(ReturnLinkError) -> WebAddress
    ) throws(ReturnLinkError) {
        do throws(ReturnLinkError) {
            guard let coordinator else { throw .notExpected }
            let address = try address()
            let (id, link) = try links.take(address) { requests.table.kind(of: $0) != nil }
            logger.info("a wallet came back", metadata: ["id": "\(id)", "bytes": "\(size)"])
            coordinator.deliverReturn(link.json(id: id, url: address.text).text)
        } catch {
            let isNews = links.noteRefusal()
            logger.warning(
                "a link that came back was refused",
                metadata: ["code": "\(error.code)", "bytes": "\(size)", "count": "\(refusedReturnLinks)"])
            if isNews {
                lastError = error.errorDescription
                // The user has just been at a wallet: what was signed there may have been sent. Forged links don't get
                // this far again.
                if [.unknownNonce, .requestEnded].contains(error) { journal.reconcileInBackground() }
            }
            throw error
        }
    }

    /// Returns true if a link bears the nonce of a request of this manager, open or not.
    ///
    /// A program with several managers or processes finds out by this whose it is; nothing changes by it.
    public func recognizesReturnLink(_ uri: String) -> Bool {
        WebAddress(uri).map(links.recognizes) ?? false
    }

    // MARK: Updates

    /// Fetches the lists of wallets and the code of pinned wallets, and notes in ``walletUpdates`` what is another
    /// version.
    ///
    /// Wallets' servers are asked by this; nothing that runs changes. Without it, a wallet's code is compared once a
    /// run, when the wallet is used, unless only pinned wallets may run.
    ///
    /// - Returns: The wallets that could not be compared, by id, with the reasons.
    /// - Throws: ``WalletError``.
    @discardableResult
    public func lookForWalletUpdates() async throws(WalletError) -> [String: WalletError] {
        var failures: [String: WalletError] = [:]
        for update in try await compareWallets() {
            if case .failed(let error) = update.outcome { failures[update.id] = error }
        }
        return failures
    }

    /// Does what ``lookForWalletUpdates()`` does, and returns one result a wallet.
    package func compareWallets() async throws(WalletError) -> [WalletLibrary.Update] {
        try await updates.look()
    }

    /// Pins a version that was shown, and loads the bridge page again, so that it runs.
    ///
    /// - Parameters:
    ///   - update: The version that was shown. Another one, which may have come since, is not pinned.
    ///   - allowsDowngrade: True if it may be older than the version that runs.
    /// - Throws: ``WalletError``, or ``NEARError/operationInProgress`` while a wallet is at work. It is the one
    ///   operation that throws errors of two types.
    public func accept(_ update: WalletUpdate, allowsDowngrade: Bool = false) async throws {
        guard !isClosed else { throw NEARError.managerReleased }
        guard !isBusy else { throw NEARError.operationInProgress }
        try await updates.accept(update, allowsDowngrade: allowsDowngrade)
        // A request that was started meanwhile goes on with the page that it has; the next load brings the version.
        if !isBusy { reloadBridge() }
    }

    /// Keeps the version that runs: this offer is not announced any more.
    ///
    /// The next one is.
    ///
    /// - Throws: ``WalletError``.
    public func decline(_ update: WalletUpdate) async throws(WalletError) {
        try await updates.decline(update)
    }

    /// Reads what waits in `wallets.lock` into ``walletUpdates``.
    ///
    /// Nothing is fetched.
    public func readWalletUpdates() async {
        await updates.read()
    }

    // MARK: Forgetting

    /// Forgets a wallet: its account if it is signed in, its stored values, and the answers about its links.
    ///
    /// Of a wallet on phones the sessions are ended, here and at the phone, and their keys are removed.
    ///
    /// The cookies and storage of its sites go too, and the bridge page is loaded again. Its code stays pinned until
    /// `near-connect wallets remove`, and it is offered as before. A site that other wallets name too keeps its data,
    /// and so does the chain: an access key that the wallet has added is still there.
    ///
    /// - Parameter walletId: The wallet's id in its manifest. It needn't be offered any more.
    /// - Returns: The parts that there were.
    /// - Throws: ``NEARError/operationInProgress`` while an operation is open; ``NEARError/storage(reason:)`` when
    ///   something could not be removed, and then calling it again goes on with it.
    @discardableResult
    public func forgetWallet(_ walletId: String) async throws(NEARError) -> ForgottenWallet {
        guard !isBusy else { throw .operationInProgress }
        try await ready()
        do {
            let wasSignedIn = currentAccount?.walletId == walletId
            if wasSignedIn { try forgetAccount() }
            let phones = try await phone?.forgetSessions(of: walletId) ?? (count: 0, isTold: true)
            var links = 0
            let (values, sites) = try await bridge.removeData(of: walletId) {
                links = try rememberedLinks?.forget(walletId: walletId).count ?? 0
            }
            logger.notice("a wallet was forgotten", metadata: ["wallet": "\(walletId)", "sites": "\(sites.count)"])
            reloadBridge()
            return ForgottenWallet(
                wasSignedIn: wasSignedIn, storedValues: values, sites: sites, rememberedLinks: links,
                phoneSessions: phones.count, phonesAreTold: phones.isTold)
        } catch let error as NEARError {
            throw error
        } catch {
            throw .storage(reason: localized("the wallet was not forgotten: %1$s", "\(error)"))
        }
    }

    /// Writes into what a wallet has stored, as the wallet could by itself.
    ///
    /// For the test kit.
    ///
    /// - Parameter value: The value, `nil` to remove it.
    package func store(_ value: String?, underKey key: String, ofWallet walletId: String) async throws(NEARError) {
        if !isBridgeReady { try await ready() }
        try await bridge.store(value, underKey: key, ofWallet: walletId)
    }
}
