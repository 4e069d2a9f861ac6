// SPDX-License-Identifier: MIT

internal import Foundation
internal import Logging
internal import NEARPrimitives
internal import NEARRPC

extension NEARWalletManager {
    /// Compares the stored account with what the wallet says and, when a node answers, with the access key on chain.
    ///
    /// - Returns: What ``session`` is now. The stored account itself is not changed: a person may sign in again or sign out.
    /// - Throws: ``NEARError`` when the bridge can't be asked.
    @discardableResult
    public func checkSession() async throws -> SessionState {
        guard let account = currentAccount else {
            session = .signedOut
            return session
        }
        let reply = try await perform(.accounts, .object([:])) { $0 }
        guard case .accountList(let accounts, let walletId) = reply else { throw Self.unexpected(reply) }
        guard currentAccount == account else { return session }
        if walletId != account.walletId {
            session = .stale(reason: "the wallet \(account.walletId) is not connected any more")
        } else if !accounts.contains(where: { $0.accountId == account.accountId }) {
            session = .stale(reason: "the wallet doesn't know \(account.accountId) any more")
        } else {
            session = await stateOnChain(of: account)
        }
        return session
    }

    private func stateOnChain(of account: NEARAccount) async -> SessionState {
        guard let text = account.publicKey else { return .restored(isVerified: false) }
        do {
            _ = try await client().viewAccessKey(PublicKey(text), of: AccountId(account.accountId))
            return .restored(isVerified: true)
        } catch let error as RPCError where error.saysThatKeyIsGone {
            return .revoked
        } catch {
            logger.notice("the access key could not be looked up", metadata: ["error": "\(error)"])
            return .restored(isVerified: false)
        }
    }

    // MARK: The stored account

    /// Reads the stored account of the network that is set. A file that can't be understood was set aside; ``lastError`` says where.
    func loadStoredAccount() {
        currentAccount = nil
        session = .signedOut
        guard let store else { return }
        do {
            switch try store.load() {
            case .nothing: break
            case .record(let record) where record.network == network.rawValue:
                currentAccount = record.account
                session = .stored
            case .record: break
            case .corrupt(let keptAt, let reason):
                lastError = "The stored account can't be read (\(reason)). It is kept at \(keptAt.path)."
                logger.error("stored account set aside", metadata: ["path": "\(keptAt.path)", "reason": "\(reason)"])
            }
        } catch {
            lastError = error.errorDescription
            logger.error("stored account unreadable", metadata: ["error": "\(error)"])
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
    func forgetAccount() {
        currentAccount = nil
        session = .signedOut
        do {
            try store?.clear()
        } catch {
            lastError = error.errorDescription
            logger.error("stored account not removed", metadata: ["error": "\(error)"])
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
