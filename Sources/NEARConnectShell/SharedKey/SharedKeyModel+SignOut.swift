// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARSharedKeys
internal import NEARShares
internal import SafeText

extension SharedKeyModel {
    /// Ends the login of an account on all computers, and erases this computer's share where words are given.
    ///
    /// Keys of the account that this window has opened sign no more.
    ///
    /// - Parameter words: The recovery words, without which no share is erased; `nil` to keep it.
    /// - Returns: A sentence about words that aren't this account's, or about a request that is open; `nil` where the
    ///   work has begun.
    func signOut(_ account: AccountId, erasingWith words: ShareWords?) -> String? {
        guard let folders = walletManager.folders else { return nil }
        if walletManager.isBusy { return ErrorReport(NEARError.operationInProgress).sentence }
        if let words {
            let (text, isGood) = prove(words, of: account)
            guard isGood else { return text }
        }
        run { [unowned self] plan, profile throws(SharedKeyError) in
            let wallet = try await EmbeddedWallet.signingOut(
                of: account, kept: try await self.plan(folders, nil, keepsSession: true), fresh: plan, in: profile,
                // The browser may be signed in as somebody else.
                hint: LoginHint(isFresh: true))
            let checked = if let words { try await wallet.checkErasing(with: words) } else { [ShareSetRecord]() }
            // A request may have been opened meanwhile.
            if walletManager.isBusy { throw .unavailable(reason: ErrorReport(NEARError.operationInProgress).sentence) }
            if Task.isCancelled { throw .cancelled }
            var fault: SharedKeyError?
            do throws(SharedKeyError) {
                try await wallet.signOut(keepingDeviceShare: true)
            } catch {
                fault = error == .login(.cancelled) ? .cancelled : error
            }
            do throws(SharedKeyError) {
                try await close(account)
            } catch {
                fault = fault ?? error
            }
            if let fault { throw fault }
            guard words != nil else { return localized("The login of %1$s has ended, on all computers.", account.text) }
            if Task.isCancelled { throw .cancelled }
            try await wallet.eraseDeviceShare(of: checked)
            return localized(
                "The login of %1$s has ended, on all computers, and this computer’s share is erased. The account opens here with the words and the login, by “Lost something?”.",
                account.text)
        }
        return nil
    }

    /// Has the wallet of this window sign with the account's shared key no more.
    private func close(_ account: AccountId) async throws(SharedKeyError) {
        guard let key = records.first(where: { $0.account == account && $0.state == .active })?.set.publicKey,
            walletManager.keystoreKeys(of: account).contains(ExactText(key.description))
        else { return }
        do throws(NEARError) {
            try await walletManager.removeKey(key, of: account, on: network)
        } catch {
            throw .unavailable(reason: ErrorReport(error).sentence)
        }
    }
}
