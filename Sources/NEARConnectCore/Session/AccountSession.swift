// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import Logging
package import NEARPrimitives
internal import Observation
internal import SafeText

/// The signed-in account of the network that is set: in memory, on disk, and compared with wallet and chain.
@MainActor
@Observable
package final class AccountSession {
    /// The account that is signed in.
    package private(set) var account: NEARAccount?
    /// The state of the session of ``account``.
    package private(set) var state = SessionState.signedOut {
        didSet { isUncompared = false }
    }
    /// True where ``state`` is stale only because the account couldn't be compared, which may pass.
    package private(set) var isUncompared = false

    /// Counts what makes a sign-in that is still being checked stale: another network, a sign-out, or the end.
    @ObservationIgnored package private(set) var turn = 0
    @ObservationIgnored private let store: AccountStore?
    @ObservationIgnored private let logger: Logger
    @ObservationIgnored private var network = ""

    /// - Parameters:
    ///   - store: The accounts on disk; `nil` for a profile that stores nothing.
    ///   - logger: Says what could not be read or removed.
    package init(store: AccountStore?, logger: Logger) {
        self.store = store
        self.logger = logger
    }

    /// Reads the stored account of `network`, which is the session's from now on.
    ///
    /// - Returns: A sentence for the user if there is a file that can't be read. One that can't be understood was set
    ///   aside.
    package func load(network: String) -> String? {
        turn += 1
        self.network = network
        account = nil
        state = .signedOut
        guard let store else { return nil }
        do {
            switch try store.load(network: network) {
            case .nothing: return nil
            case .account(let stored):
                account = stored
                state = .stored
                return nil
            case .corrupt(let movedTo, let reason):
                logger.error("stored account set aside", metadata: ["path": "\(movedTo.path)"])
                return localized("The stored account can’t be read (%1$s). It is kept at %2$s.", reason, movedTo.path)
            }
        } catch {
            logger.error("stored account unreadable", metadata: Redaction.error(error))
            return error.errorDescription
        }
    }

    /// Signs `account` in and stores it.
    ///
    /// - Throws: ``NEARError/storage(reason:)``; then nobody is signed in, rather than an account that is gone after a
    ///   restart.
    package func keep(_ account: NEARAccount) throws(NEARError) {
        try store?.save(AccountStore.Record(network: network, account: account))
        self.account = account
        state = .restored(isVerified: false)
    }

    /// Forgets the signed-in account.
    ///
    /// One that another process has stored in its place stays there.
    ///
    /// - Throws: ``NEARError/storage(reason:)``; then nobody is signed in until the next start finds the account again.
    package func forget() throws(NEARError) {
        turn += 1
        let known = account
        account = nil
        state = .signedOut
        do {
            try store?.clear(network: network, ifItIs: known)
        } catch {
            logger.error("stored account not removed", metadata: Redaction.error(error))
            throw error
        }
    }

    /// Makes sign-ins that are still being checked stale: nobody is to be signed in any more.
    package func close() {
        turn += 1
    }

    // MARK: Requests

    /// Returns the account that signs.
    ///
    /// - Throws: ``NEARError/notSignedIn``.
    package func signer() throws(NEARError) -> AccountId {
        guard let account else { throw .notSignedIn }
        do {
            return try AccountId(account.accountId)
        } catch {
            throw .notSignedIn  // Accounts are checked when they sign in and when they are read from disk.
        }
    }

    /// The signer and the wallet, for the parameters of a request: the page may not choose.
    package var requestParameters: JSONValue.Members {
        guard let account else { return [:] }
        return ["signerId": .string(account.accountId), "walletId": .string(account.walletId)]
    }

    /// The account if it is signed in with the keystore wallet.
    package var keystoreAccount: AccountId? {
        guard let account, account.walletId == PackagedWallet.keystore else { return nil }
        do {
            return try AccountId(account.accountId)
        } catch {
            return nil  // The account was checked when it signed in.
        }
    }

    // MARK: Comparison

    /// Notes that the wallet can't be asked about the account before the user signs in again.
    package func becomeStale(_ reason: String) {
        state = .stale(reason: reason)
    }

    /// Notes what was found out about an account, unless somebody signed in or out meanwhile.
    package func become(_ found: SessionState, of known: NEARAccount) {
        if account == known { state = found }
    }

    /// Notes that an account couldn't be compared, for example while another program has the sessions.
    package func fail(toCompare known: NEARAccount, since reason: String) {
        guard account == known else { return }
        state = .stale(reason: reason)
        isUncompared = true
    }

    /// Compares an account with the accounts that its wallet has named, and with the chain.
    ///
    /// - Parameters:
    ///   - known: The account that was signed in when the wallet was asked.
    ///   - reply: The page's reply.
    ///   - verifier: Asks the chain.
    /// - Returns: The state of the session. It is another account's if the user has signed in or out in the meantime.
    package func compare(
        _ known: NEARAccount, with reply: BridgeMessage.Reply, verifiedBy verifier: WalletAnswerVerifier
    ) async throws(NEARError) -> SessionState {
        guard case .accountList(let accounts, let walletId) = reply else { throw reply.unexpected }
        let found: SessionState
        if walletId != known.walletId {
            found = .stale(reason: localized("the wallet %1$s is not connected any more", "\(known.walletId)"))
        } else if let named = accounts.first(where: { $0.accountId == known.accountId }) {
            found = await verifier.session(of: known, key: named.publicKey ?? known.publicKey)
        } else {
            found = .stale(reason: localized("the wallet doesn’t know %1$s any more", "\(known.accountId)"))
        }
        become(found, of: known)
        return state
    }
}
