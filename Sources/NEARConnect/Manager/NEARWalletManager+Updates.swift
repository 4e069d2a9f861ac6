// SPDX-License-Identifier: MIT

internal import Logging
public import NEARConnectCore

/// New versions of wallets of the web: found, shown, agreed to or not. None is ever agreed to by itself.
extension NEARWalletManager {
    /// Fetches the list of wallets and the code of those that were agreed to, and notes in ``walletUpdates`` what is another version.
    /// Wallets' servers are asked by this; nothing that runs changes.
    ///
    /// Without it, a wallet's code is compared once a run, when the wallet is used, unless only pinned wallets may run.
    ///
    /// - Returns: The wallets that could not be compared, by id, with the reasons.
    /// - Throws: ``WalletError``.
    @discardableResult
    public func lookForWalletUpdates() async throws -> [String: WalletError] {
        var failures: [String: WalletError] = [:]
        for update in try await compareWallets() {
            if case .failed(let error) = update.outcome { failures[update.id] = error }
        }
        return failures
    }

    /// Does what ``lookForWalletUpdates()`` does, and returns one result a wallet.
    package func compareWallets() async throws -> [WalletLibrary.Update] {
        guard let library = walletLoader.library else { return [] }
        let found = try await library.checkForUpdates()
        await readWalletUpdates()
        return found
    }

    /// Agrees to a version that was shown, and loads the bridge page anew, so that it runs.
    ///
    /// - Parameters:
    ///   - update: What was shown. Another version, which may have come since, is not agreed to.
    ///   - allowsDowngrade: Whether it may be older than the version that runs.
    /// - Throws: ``WalletError``; ``NEARError/operationInProgress`` while a wallet is at work.
    public func accept(_ update: WalletUpdate, allowsDowngrade: Bool = false) async throws {
        guard !isBusy else { throw NEARError.operationInProgress }
        guard let library = walletLoader.library else { throw WalletError.nothingOffered(wallet: update.name) }
        try await library.pin(update.id, allowsDowngrade: allowsDowngrade, expecting: update.offered)
        logger.notice(
            "a version of a wallet was agreed to",
            metadata: ["wallet": "\(update.id)", "sha256": "\(update.offered.executor.sha256)"])
        await readWalletUpdates()
        // A request that was started meanwhile goes on with the page that it has; the next load brings the version.
        if !isBusy { reloadBridge() }
    }

    /// Keeps the version that runs: this offer is not announced any more. The next one is.
    ///
    /// - Throws: ``WalletError``.
    public func decline(_ update: WalletUpdate) async throws {
        guard let library = walletLoader.library else { return }
        try await library.decline(update.id, expecting: update.offered)
        await readWalletUpdates()
    }

    /// Reads what waits in `wallets.lock` into ``walletUpdates``. Nothing is fetched.
    public func readWalletUpdates() async {
        guard let library = walletLoader.library else { return }
        do {
            let waiting = try await Self.waiting(in: library)
            if waiting != walletUpdates { walletUpdates = waiting }
        } catch {
            walletLoader.note(error)
            logger.warning("what waits of wallets can't be read", metadata: ["reason": "\(error)"])
        }
    }

    /// Off the main thread: each wallet's code is read and compared with its hash.
    @concurrent
    private nonisolated static func waiting(in library: WalletLibrary) async throws(WalletError) -> [WalletUpdate] {
        WalletUpdate.waiting(in: try library.statuses())
    }

    /// A wallet is used: its server may be asked for its code now, once a run.
    func lookForUpdate(of walletId: String) {
        walletLoader.lookForUpdate(of: walletId) { [weak self] in await self?.readWalletUpdates() }
    }
}
