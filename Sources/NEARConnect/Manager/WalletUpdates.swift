// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore
internal import Observation

/// Versions of pinned wallets that wait to be accepted.
@MainActor
@Observable
final class WalletUpdates {
    /// The versions that wait.
    private(set) var waiting: [WalletUpdate] = []

    @ObservationIgnored private let wallets: WalletLoader
    @ObservationIgnored private let logger: Logger

    /// Watches the library of `wallets`.
    init(wallets: WalletLoader, logger: Logger) {
        self.wallets = wallets
        self.logger = logger
    }

    /// Reads what waits in `wallets.lock`.
    ///
    /// Nothing is fetched.
    func read() async {
        guard let library = wallets.library else { return }
        do {
            let found = try await Self.waiting(in: library)
            if found != waiting { waiting = found }
        } catch {
            wallets.note(error)
            logger.warning("what waits of wallets can't be read", metadata: ["reason": "\(error)"])
        }
    }

    /// Reads what waits off the main thread: each wallet's code is read and compared with its hash.
    @concurrent
    private nonisolated static func waiting(in library: WalletLibrary) async throws(WalletError) -> [WalletUpdate] {
        WalletUpdate.waiting(in: try library.statuses())
    }

    /// Fetches the lists of wallets and the code of pinned ones, and notes what is another version.
    ///
    /// - Returns: One result a wallet.
    func look() async throws(WalletError) -> [WalletLibrary.Update] {
        guard let library = wallets.library else { return [] }
        let found = try await library.checkForUpdates()
        await read()
        return found
    }

    /// Asks the server of a wallet that is being used for its code, once a run.
    ///
    /// Nobody waits for it.
    func look(at walletId: String) {
        wallets.lookForUpdate(of: walletId) { [weak self] in await self?.read() }
    }

    /// Pins a version that was shown.
    func accept(_ update: WalletUpdate, allowsDowngrade: Bool) async throws(WalletError) {
        guard let library = wallets.library else { throw .nothingOffered(wallet: update.name) }
        try await library.pin(update.id, allowsDowngrade: allowsDowngrade, expecting: update.offered)
        logger.notice(
            "a version of a wallet was pinned",
            metadata: ["wallet": "\(update.id)", "sha256": "\(update.offered.executor.sha256)"])
        await read()
    }

    /// Declines a version that was shown.
    func decline(_ update: WalletUpdate) async throws(WalletError) {
        guard let library = wallets.library else { return }
        try await library.decline(update.id, expecting: update.offered)
        await read()
    }
}
