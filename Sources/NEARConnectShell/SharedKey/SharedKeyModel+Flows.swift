// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARSharedKeys
internal import SafeText

/// The flows that the window offers, each in the order of ``EmbeddedWallet``.
extension SharedKeyModel {
    /// Makes a shared key, or goes on with one that was begun.
    ///
    /// - Parameter wish: The account that gets it.
    func create(for wish: SharedKeyAccount) {
        let placer = ManagerKeyPlacer(manager: walletManager, deposit: wish.deposit)
        let request: EmbeddedAccountRequest =
            switch wish {
            case .own: .implicit
            case .connected(let account): .existing(account, placer)
            case .below(let account, _): .named(account, placer)
            }
        // One that was begun may have been made with its key before it was left.
        let isBegun = records.contains { $0.account == wish.id && $0.state == .pending }
        let new = wish.deposit == nil || isBegun ? nil : wish.id
        run(making: new, by: placer) { [unowned self] plan, profile throws(SharedKeyError) in
            let wallet = try await EmbeddedWallet.create(request, plan: plan, in: profile, asking: self)
            let account = wallet.account.text
            if try await wallet.state == .active {
                return localized("%1$s opens with any two of the three now.", account)
            }
            return wish == .own
                ? localized(
                    "All three shares are in their places. %1$s exists from its first deposit on: send something to it, then open it here.",
                    account)
                : localized(
                    "All three shares are in their places, but no node shows the key of %1$s yet. Choose “Go on…” in a moment.",
                    account)
        }
    }

    /// Opens an account with the login and this computer's share, and lets both sign.
    func signIn(_ account: AccountId) {
        run { [unowned self] plan, profile throws(SharedKeyError) in
            guard let wallet = try EmbeddedWallet.restored(account, plan: plan, in: profile) else {
                throw .noAccount(account)
            }
            let isActive = try await wallet.state == .active
            let session: EmbeddedSession
            do throws(SharedKeyError) {
                session = try await wallet.signIn()
                try await session.signer.drill()
            } catch {
                if isActive, error.leavesTheWords { note(wordsFor: account) }
                throw error
            }
            note(session, of: account)
            let person = session.userInfo.map { DisplayText.name($0.email ?? $0.userId.text) } ?? ""
            return localized("%1$s was opened with the login of %2$s and this computer.", account.text, person)
        }
    }

    /// Opens an account with the recovery words and this computer's share, without login and service.
    func open(_ account: AccountId, with words: ShareWords) {
        run { [unowned self] plan, profile throws(SharedKeyError) in
            guard let wallet = try EmbeddedWallet.restored(account, plan: plan, in: profile) else {
                throw .noAccount(account)
            }
            // Other words may be the right ones.
            note(wordsFor: account)
            let session = try await wallet.recover(with: [HandedShare(words)])
            try await session.signer.drill()
            note(session, of: account)
            return localized("%1$s was opened with the recovery words and this computer.", account.text)
        }
    }

    /// Compares words with an account's key; nobody is asked, nothing is opened.
    ///
    /// - Returns: What came of it.
    func prove(_ words: ShareWords, of account: AccountId) -> (text: String, isGood: Bool) {
        guard let folders = walletManager.folders else { return ("", false) }
        do throws(SharedKeyError) {
            try ShareSetRecords(folders).prove(words, of: account, on: ExactText(network))
            read()
            return (localized("These are the words of %1$s.", account.text), true)
        } catch {
            return (error.description, false)
        }
    }

    /// Does what is right after a loss.
    ///
    /// - Parameters:
    ///   - loss: What was lost.
    ///   - account: The account.
    ///   - words: The recovery words, where the user has them.
    func mend(_ loss: SharedKeyLoss, of account: AccountId, with words: ShareWords?) {
        run { [unowned self] plan, profile throws(SharedKeyError) in
            let shares = words.map { [HandedShare($0)] } ?? []
            // A browser that is signed in would give the lost login once more.
            let hint = LoginHint(isFresh: loss == .login)
            let wallet: EmbeddedWallet
            if let known = try EmbeddedWallet.restored(account, plan: plan, in: profile) {
                wallet = try await logIn(known, with: shares, plan: plan, profile: profile, hint: hint)
            } else {
                wallet = try await EmbeddedWallet.adopt(account, by: shares, plan: plan, in: profile, hint: hint)
            }
            return loss == .newComputer ? try await bringBack(wallet, shares) : try await replace(wallet, shares)
        }
    }

    /// Signs in to an account that this computer knows, whose key another one may have replaced.
    private func logIn(
        _ known: EmbeddedWallet, with shares: [HandedShare], plan: SharedKeyPlan, profile: EmbeddedProfile,
        hint: LoginHint
    ) async throws(SharedKeyError) -> EmbeddedWallet {
        do throws(SharedKeyError) {
            try await known.logIn(hint)
            return known
        } catch {
            // The new key's words and its login are as good as on a new computer.
            guard case .keysGone(let account) = error, !shares.isEmpty else { throw error }
            return try await EmbeddedWallet.adopt(account, by: shares, plan: plan, in: profile, hint: hint)
        }
    }

    /// Makes a share for a new computer, from this one's and the words, and shows the answer to its request.
    ///
    /// - Parameter words: The words; `nil` where the login's service gives its share.
    func addComputer(_ request: ComputerRequest, of account: AccountId, with words: ShareWords?) {
        run { [unowned self] plan, profile throws(SharedKeyError) in
            guard let wallet = try EmbeddedWallet.restored(account, plan: plan, in: profile) else {
                throw .noAccount(account)
            }
            if words == nil { try await wallet.logIn() }
            show(answer: try await wallet.answer(request, with: words.map { [HandedShare($0)] } ?? [], login: login))
            return ""
        }
    }

    /// Takes the share that another computer has made for this one.
    func join(_ answer: ComputerAnswer) {
        run(with: answer.login) { [unowned self] plan, profile throws(SharedKeyError) in
            let wallet = try await EmbeddedWallet.join(answer, plan: plan, in: profile)
            if let login = answer.login, let problem = save(login) { throw .storage(reason: problem) }
            return localized(
                "This computer has a share of its own for %1$s: open it with “Sign in…”.", wallet.account.text)
        }
    }

    // MARK: Leaving

    /// Returns the reason why a key can't take the place of an account's shared one; `nil` where it can.
    func refusal(of key: PublicKey, for account: AccountId) -> String? {
        let isShared =
            replacedKeys.contains(key.handle)
            || records.contains { record in
                record.account == account
                    && (record.set.publicKey == key || record.dailyKeys.contains { $0.publicKey == key })
            }
        return isShared
            ? localized("This key belongs to the shared key that the account leaves. Enter an ordinary one.") : nil
    }

    /// Gives an account an ordinary key in place of its shared one.
    ///
    /// - Parameters:
    ///   - key: The key, whose secret half the user has.
    ///   - account: The account.
    ///   - words: The recovery words, with which this computer signs; `nil` to sign in.
    func giveOrdinaryKey(_ key: PublicKey, to account: AccountId, with words: ShareWords?) {
        run { plan, profile throws(SharedKeyError) in
            guard let wallet = try EmbeddedWallet.restored(account, plan: plan, in: profile) else {
                throw .noAccount(account)
            }
            let shares = words.map { [HandedShare($0)] } ?? []
            do throws(SharedKeyError) {
                try await wallet.leave(adding: key, with: shares)
            } catch {
                // Without the words, or without this computer's share, the login signs.
                guard error == .login(.noSession) else { throw error }
                try await wallet.logIn()
                try await wallet.leave(adding: key, with: shares)
            }
            return localized("%1$s has the key %2$s now; the shares open nothing.", account.text, "\(key)")
        }
    }

    /// Erases this computer's share for an account that was left, where nodes show that it goes on without it.
    func eraseShare(of account: AccountId) {
        run { plan, profile throws(SharedKeyError) in
            guard let wallet = try EmbeddedWallet.restored(account, plan: plan, in: profile) else {
                throw .noAccount(account)
            }
            do throws(SharedKeyError) {
                try await wallet.logIn()
            } catch {
                guard error == .noAccount(account) else { throw error }
            }
            await wallet.finishErasing()
            if try EmbeddedWallet.restored(account, plan: plan, in: profile) == nil {
                return localized("This computer has no share for %1$s any more.", account.text)
            }
            if try await wallet.state == .active {
                return localized("%1$s has its shared key still: choose “Leave the shared key…” again.", account.text)
            }
            return localized(
                "This computer’s share for %1$s stays for now: it goes 90 days after the account was left, once two nodes show that the account goes on without it.",
                account.text)
        }
    }

    // MARK: Parts

    private func bringBack(
        _ wallet: EmbeddedWallet, _ shares: [HandedShare]
    ) async throws(SharedKeyError) -> String {
        do throws(SharedKeyError) {
            try await wallet.recover(with: shares).signer.drill()
        } catch {
            // A service that only signs gives this computer no share; another key does.
            guard error == .notGiven else { throw error }
            return try await replace(wallet, shares)
        }
        return localized("%1$s opens on this computer again, with the login and this computer.", wallet.account.text)
    }

    private func replace(_ wallet: EmbeddedWallet, _ shares: [HandedShare]) async throws(SharedKeyError) -> String {
        try await wallet.rotate(asking: self, with: shares)
        return localized(
            "%1$s has another key: the old shares and the old words open nothing any more.", wallet.account.text)
    }
}

extension SharedKeyError {
    /// True where the recovery words may open what the login, or its service, has not.
    fileprivate var leavesTheWords: Bool {
        switch self {
        case .login, .cancelled, .unavailable: true
        default: false
        }
    }
}
