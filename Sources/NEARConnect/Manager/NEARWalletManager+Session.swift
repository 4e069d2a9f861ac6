// SPDX-License-Identifier: MIT

internal import Foundation
internal import Logging
public import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC

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
        guard case .accountList(let accounts, let walletId) = reply else { throw Self.unexpected(reply) }
        var state: SessionState
        if walletId != account.walletId {
            state = .stale(reason: "the wallet \(account.walletId) is not connected any more")
        } else if let known = accounts.first(where: { $0.accountId == account.accountId }) {
            state = await stateOnChain(of: account, key: known.publicKey ?? account.publicKey)
        } else {
            state = .stale(reason: "the wallet doesn't know \(account.accountId) any more")
        }
        // Somebody may have signed in or out while the wallet and the chain were asked.
        guard currentAccount == account else { return session }
        session = state
        return state
    }

    /// What the chain says. Only a node's word that the key, or the account, isn't there means ``SessionState/revoked``; everything else that
    /// can go wrong says nothing about the key.
    ///
    /// - Parameter key: The key that the wallet signs with now, which may be another than when it signed in. A function-call key counts as
    ///   much as one with all rights.
    private func stateOnChain(of account: NEARAccount, key: String?) async -> SessionState {
        do {
            let accountId = try AccountId(account.accountId)
            guard let key = try key.map({ try PublicKey($0) }) else {
                _ = try await client().viewAccount(accountId, deadline: lookUpPatience)
                return .restored(isVerified: false)
            }
            return try await state(of: key, of: accountId)
        } catch let error as RPCError where error.saysThatKeyIsGone {
            return .revoked
        } catch {
            logger.notice("the access key could not be looked up", metadata: Redaction.error(error))
            return .restored(isVerified: false)
        }
    }

    private func state(of key: PublicKey, of accountId: AccountId) async throws -> SessionState {
        do {
            // A key that was added with this sign-in may not be in a final block yet.
            _ = try await client().viewAccessKey(key, of: accountId, at: .optimistic, deadline: lookUpPatience)
            return .restored(isVerified: true)
        } catch let error as RPCError where error.saysThatKeyIsGone {
            return await isUnused(accountId, key) ? .restored(isVerified: false) : .revoked
        }
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
            case .corrupt(let movedTo, let reason):
                lastError = "The stored account can't be read (\(reason)). It is kept at \(movedTo.path)."
                logger.error("stored account set aside", metadata: ["path": "\(movedTo.path)"])
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

extension RPCError {
    /// Whether a node said that the account or the key isn't there, as opposed to not answering.
    var saysThatKeyIsGone: Bool {
        guard case .node(let error) = self else { return false }
        switch error.cause {
        case .unknownAccount, .unknownAccessKey: return true
        default: return false
        }
    }
}
