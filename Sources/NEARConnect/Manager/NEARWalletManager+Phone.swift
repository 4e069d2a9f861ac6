// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore
internal import SafeText

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

    /// Compares a phone wallet's account that was read from disk with its session and the chain.
    ///
    /// Nobody has asked for it, so that a failure is the log's only.
    func restorePhoneAccount() {
        guard phone?.has(currentAccount?.walletId) == true else { return }
        comparePhoneSessionInBackground()
    }

    private func comparePhoneSessionInBackground() {
        guard let known = currentAccount, phone?.has(known.walletId) == true else { return }
        Task { [weak self] in
            do throws(NEARError) {
                _ = try await self?.comparePhoneSession(of: known)
            } catch {
                self?.logger.notice("a phone's account was not compared", metadata: Redaction.error(error))
                self?.account.become(.stale(reason: error.errorDescription ?? error.code), of: known)
            }
        }
    }

    /// Does ``checkSession()`` for the account of a phone wallet.
    ///
    /// One whose session has ended is signed out.
    func comparePhoneSession(of known: NEARAccount) async throws(NEARError) -> SessionState {
        let found: SessionState?
        do throws(PhoneWalletError) {
            found = try await phone?.state(of: known)
        } catch {
            throw error.nearError
        }
        guard let found else {
            if currentAccount == known {
                logger.notice("a phone wallet’s session has ended", metadata: ["wallet": "\(known.walletId)"])
                try forgetAccount()
                lastError = localized(
                    "%1$s is signed out: its wallet has ended the session, or its time was over. Connect it again.",
                    DisplayText.line(known.accountId))
            }
            return session
        }
        account.become(found, of: known)
        return session
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
    func phoneSessionsChanged() {
        comparePhoneSessionInBackground()
    }

    func phoneWaitCancelled() {
        cancelPendingOperation()
    }
}
