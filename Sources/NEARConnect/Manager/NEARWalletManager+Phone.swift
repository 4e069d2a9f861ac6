// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore
internal import SafeText
package import WalletConnectPlatform
internal import WalletConnectSign

// MARK: - Wallets on phones

/// Wallets on phones, with which the manager speaks by itself.
extension NEARWalletManager {
    /// Has `presenter` show links and questions of phone wallets, instead of ``BridgeWidget``'s own dialog.
    ///
    /// - Parameter presenter: Held weakly, so the program keeps it. Once it is gone, or `nil` is set, the bridge widget
    ///   shows them again; without one a sign-in with a phone wallet fails.
    public func setPhoneWalletPresenter(_ presenter: (any PhoneWalletPresenter)?) {
        phone?.presenter = presenter
    }

    /// True if wallets on phones can be connected.
    package var hasPhoneWallets: Bool { phone != nil }

    /// Hears whether a phone is waited for; must hold its owner weakly.
    package var onPhoneWait: (@MainActor (PhoneWait) -> Void)? {
        get { phone?.onWait }
        set { phone?.onWait = newValue }
    }

    /// Returns who speaks with the phone wallets of the profile: this process, or the one that has its sessions.
    ///
    /// - Returns: `nil` where none was ever connected; then nothing is opened.
    /// - Throws: ``NEARError/walletError(_:)`` with the reason why the sessions can't be read.
    package func phoneSpeaker() async throws(NEARError) -> (any SignSpeaker)? {
        do throws(SignError) {
            return try await phone?.connection.speaker()
        } catch {
            throw PhoneWalletError.sign(error).nearError
        }
    }

    /// Compares a phone wallet's account that was read from disk with its session and the chain.
    ///
    /// Nobody has asked for it, so that a failure is the log's only.
    func restorePhoneAccount() {
        guard phone?.has(currentAccount?.walletId) == true else { return }
        guard let known = currentAccount else { return }
        Task { [weak self] in await self?.comparePhoneSessionQuietly(of: known, saysEnd: true) }
    }

    /// - Parameter saysEnd: False for a session that the user has just ended.
    private func comparePhoneSessionQuietly(of known: NEARAccount, saysEnd: Bool) async {
        guard phone?.has(known.walletId) == true else { return }
        do throws(NEARError) {
            _ = try await comparePhoneSession(of: known, saysEnd: saysEnd)
        } catch {
            logger.notice("a phone's account was not compared", metadata: Redaction.error(error))
            account.fail(toCompare: known, since: error.errorDescription ?? error.code)
        }
    }

    /// Does ``checkSession()`` for the account of a phone wallet.
    ///
    /// One whose session has ended is signed out. One that was restored from a backup, whose profile has never stored a
    /// session, stays: no wallet has ended anything.
    func comparePhoneSession(of known: NEARAccount, saysEnd: Bool = true) async throws(NEARError) -> SessionState {
        let found: SessionState?
        if let phone, !phone.connection.isInUse, try hasNeverStoredSessions() {
            account.become(
                .stale(reason: localized("its session with the phone isn’t on this computer")), of: known)
            return session
        }
        do throws(PhoneWalletError) {
            found = try await phone?.state(of: known)
        } catch {
            throw error.nearError
        }
        guard let found else {
            if currentAccount == known {
                logger.notice("a phone wallet’s session has ended", metadata: ["wallet": "\(known.walletId)"])
                try forgetAccount()
                guard saysEnd else { return session }
                lastError = localized(
                    "%1$s is signed out, as its session isn’t on this computer: its wallet has ended it, its time was over, its key was lost, or the account came from a backup. Connect it again.",
                    DisplayText.line(known.accountId))
            }
            return session
        }
        account.become(found, of: known)
        return session
    }

    /// True where a profile has accounts of phone wallets from elsewhere: it has never stored a session.
    private func hasNeverStoredSessions() throws(NEARError) -> Bool {
        guard let folders else { return false }
        do throws(SignStoreError) {
            return try FileSignStore.place(folders) == nil
        } catch {
            throw PhoneWalletError.sign(SignError(error)).nearError
        }
    }

    /// Throws for phone wallets, of which none signs delegate actions: nothing is asked then.
    func refuseDelegateActionsOfPhones() throws(NEARError) {
        guard let walletId = currentAccount?.walletId, let phone, phone.has(walletId) else { return }
        throw requests.noted(
            .walletError(
                localized(
                    "%1$s is on a phone, and no such wallet signs delegate actions. Send a transaction, or sign in with another wallet.",
                    phone.name(of: walletId))))
    }
}

extension NEARWalletManager: PhoneWalletDeskDelegate {
    func phoneSessionsChanged(byUser: Bool) async {
        guard let known = currentAccount else { return }
        await comparePhoneSessionQuietly(of: known, saysEnd: !byUser)
    }

    func phoneSessionsFailed(_ error: NEARError) {
        lastError = error.errorDescription
    }

    func phoneWaitCancelled() {
        cancelPendingOperation()
    }
}
