// SPDX-License-Identifier: MIT

internal import Foundation
internal import Logging
public import NEARConnectCore
internal import NEARPrimitives

extension NEARWalletManager {
    /// Compares the stored account with what the wallet says and, when a node answers, with the access key on chain. The manager does so by
    /// itself when the page is ready and the account comes from disk. Call it again whenever the truth may have changed, for example when
    /// the network is back.
    ///
    /// - Returns: What ``session`` is now. The stored account itself is not changed: a person may sign in again or sign out.
    /// - Throws: ``NEARError`` when the bridge can't be asked; then ``session`` stays what it was.
    @discardableResult
    public func checkSession() async throws -> SessionState {
        guard currentAccount != nil else {
            session = .signedOut
            return session
        }
        do {
            return try await compareSession()
        } catch {
            throw note(error)
        }
    }

    /// Does ``checkSession()`` for an account that was read from disk. Nobody has asked for it, so that a failure is the log's only.
    func compareSessionInBackground() {
        guard session == .stored else { return }
        Task { [weak self] in
            do {
                _ = try await self?.compareSession()
            } catch {
                self?.logger.notice("the stored account was not compared", metadata: Redaction.error(error))
            }
        }
    }

    private func compareSession() async throws -> SessionState {
        guard let account = currentAccount else { return session }
        guard !Task.isCancelled else { throw NEARError.taskCancelled }
        if let reason = walletLoader.reasonToWait(for: account.walletId) {
            session = .stale(reason: reason)
            return session
        }
        let reply = try await ending(try start(.accounts, .object([:]))) { $0 }
        guard case .accountList(let accounts, let walletId) = reply else { throw reply.unexpected }
        var state: SessionState
        if walletId != account.walletId {
            state = .stale(reason: "the wallet \(account.walletId) is not connected any more")
        } else if let known = accounts.first(where: { $0.accountId == account.accountId }) {
            state = await verifier.session(of: account, key: known.publicKey ?? account.publicKey)
        } else {
            state = .stale(reason: "the wallet doesn't know \(account.accountId) any more")
        }
        // Somebody may have signed in or out while the wallet and the chain were asked.
        guard currentAccount == account else { return session }
        session = state
        return state
    }

    // MARK: The stored account

    /// Reads the stored account of the network that is set. A file that can't be understood was set aside; ``lastError`` says where.
    func loadStoredAccount() {
        currentAccount = nil
        session = .signedOut
        guard let store else { return }
        do {
            switch try store.load(network: network.rawValue) {
            case .nothing: break
            case .account(let account):
                currentAccount = account
                session = .stored
            case .corrupt(let keptAt, let reason):
                lastError = "The stored account can't be read (\(reason)). It is kept at \(keptAt.path)."
                logger.error("stored account set aside", metadata: ["path": "\(keptAt.path)"])
            }
        } catch {
            lastError = error.errorDescription
            logger.error("stored account unreadable", metadata: Redaction.error(error))
        }
    }

    /// Makes `account` the signed-in one and stores it.
    ///
    /// - Throws: ``NEARError/storage(reason:)``; then nobody is signed in, rather than somebody who is gone after a restart.
    func keep(_ account: NEARAccount) throws(NEARError) {
        try store?.save(AccountStore.Record(network: network.rawValue, account: account))
        currentAccount = account
        session = .restored(isVerified: false)
    }

    /// Forgets the signed-in account.
    ///
    /// - Throws: ``NEARError/storage(reason:)``; then nobody is signed in until the next start finds the account again.
    func forgetAccount() throws(NEARError) {
        currentAccount = nil
        session = .signedOut
        do {
            try store?.clear(network: network.rawValue)
        } catch {
            lastError = error.errorDescription
            logger.error("stored account not removed", metadata: Redaction.error(error))
            throw error
        }
    }
}
