// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARSharedKeys
internal import SafeText

extension SharedKeyModel {
    /// Ends the login of an account, erases this computer's share, or both.
    ///
    /// Keys of the account that this window has opened sign no more.
    ///
    /// - Parameter words: The recovery words, without which no share is erased.
    /// - Returns: A sentence about words that aren't this account's, or about a request that is open; `nil` where the
    ///   work has begun.
    func signOut(_ account: AccountId, _ wish: SharedKeySignOutPane.Wish, with words: ShareWords?) -> String? {
        guard let folders = walletManager.folders else { return nil }
        guard !walletManager.isBusy else { return ErrorReport(NEARError.operationInProgress).sentence }
        if wish.erasesShare {
            guard let words else { return SharedKeyError.noShareHere.description }
            let (text, isGood) = prove(words, of: account)
            guard isGood else { return text }
        }
        run { [unowned self] plan, profile throws(SharedKeyError) in
            let wallet = try await EmbeddedWallet.endingLogin(
                of: account, kept: try await self.plan(folders, nil, keepsSession: true), fresh: plan, in: profile,
                hint: wish.endsLogin ? LoginHint() : nil)
            try await close(account)
            try await wallet.signOut(keepingDeviceShare: !wish.erasesShare)
            return wish.erasesShare
                ? localized(
                    "This computer’s share for %1$s is erased. The account opens here with the words and the login, by “Lost something?”.",
                    account.text)
                : localized("The login of %1$s has ended, on all computers.", account.text)
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
