// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARSharedKeys
import NEARShares
import SafeText

/// The work of the `shares` commands.
@MainActor
enum SharesVerbs {
    // MARK: Making

    static func create(_ verb: SharesCreate, _ setting: SharesSetting) async throws -> SharesAnswer {
        let profile = try setting.profile(SharesCreate.name)
        let presenter = try WordsPresenter(verb.newWords, quiet: verb.options.output.quiet)
        let request = try request(verb, setting)
        let plan = try await setting.plan(verb.login)
        try setting.save(verb.login)
        let wallet = try await EmbeddedWallet.create(
            request, plan: plan, in: profile, asking: presenter, hint: verb.login.hint)
        return try await answer(SharesCreate.name, wallet)
    }

    private static func request(_ verb: SharesCreate, _ setting: SharesSetting) throws -> EmbeddedAccountRequest {
        guard let account = verb.account else { return .implicit }
        let signer = verb.creator ?? account
        let folder = verb.credentials.map(CredentialFolder.init(path:)) ?? .standard()
        let (keystore, problems) = Keystore.credentials(network: setting.network.rawValue, in: folder)
        for problem in problems { StandardError.say(DisplayText.line(problem)) }
        guard keystore.accounts(on: setting.network.rawValue).contains(signer) else {
            throw ReportedError(
                sentence: localized(
                    "There is no key of %1$s in %2$s. Name the folder that has one with --credentials, or the account that makes the new one with --creator.",
                    signer.text, DisplayText.line("\(folder.path)/\(setting.network.rawValue)")),
                code: "keyMissing", status: .usage)
        }
        let wallet = try setting.wallet(of: signer, with: keystore, for: SharesCreate.name, verb.change)
        guard verb.creator != nil else { return .existing(account, KeystorePlacer(wallet: wallet, deposit: nil)) }
        let deposit = try verb.deposit ?? NEARToken("0.1 NEAR")
        return .named(account, KeystorePlacer(wallet: wallet, deposit: deposit))
    }

    // MARK: Using

    static func signIn(_ verb: SharesSignIn, _ setting: SharesSetting) async throws -> SharesAnswer {
        let wallet = try await wallet(
            of: verb.account, try await setting.plan(verb.login), in: try setting.profile(SharesSignIn.name))
        let session = try await opened(wallet, by: verb.login)
        try await session.signer.drill()
        await wallet.finishErasing()
        var answer = try await answer(SharesSignIn.name, wallet)
        do throws(SharedKeyError) {
            let network = ExactText(setting.network.rawValue)
            let own = try setting.records.all().filter { $0.account == verb.account && $0.network == network }
            answer.tell(of: try await wallet.strangeKeys(), own)
        } catch {
            // The account is open without a node, too.
            guard case .unavailable = error else { throw error }
        }
        if let info = session.userInfo {
            answer.fields["person"] = .string(info.userId.text)
            answer.lines.append(
                localized(
                    "Opened with the login of %1$s and this computer.", DisplayText.name(info.email ?? info.userId.text)
                ))
        }
        return answer
    }

    static func prove(_ verb: SharesProve, _ setting: SharesSetting) throws -> SharesAnswer {
        let words = try TypedWords.given(verb.words, asks: true)
        let holders = try words.map { words in
            try setting.records.prove(words, of: verb.account, on: ExactText(setting.network.rawValue))
            return words.share.holder
        }
        return SharesAnswer(
            command: SharesProve.name,
            fields: [
                "account": .string(verb.account.text), "holders": .array(holders.map(SharesAnswer.json)),
            ],
            lines: holders.map {
                localized("The share is right: %1$s, of the key of %2$s.", "\($0)", verb.account.text)
            })
    }

    // MARK: Changing

    static func recover(_ verb: SharesRecover, _ setting: SharesSetting) async throws -> SharesAnswer {
        let words = try TypedWords.given(verb.words, asks: true).map { HandedShare($0) }
        if verb.newFile.forgottenPassphrase {
            let mode = try SavedLogin(verb.login, folders: setting.folders).mode
            guard words.count > 1 || (mode == .release && !verb.withoutLogin) else {
                throw ValidationError(
                    localized(
                        "These shares put none on this computer: the service signs and gives none, or takes no part. Run “shares rotate --forgotten-passphrase” with the words."
                    ))
            }
            try await setting.putAside(verb.login)
        }
        let plan = try await setting.plan(verb.login)
        let wallet = try await EmbeddedWallet.adopt(
            verb.account, by: words, plan: plan, in: try setting.profile(SharesRecover.name),
            hint: verb.withoutLogin ? nil : verb.login.hint)
        try setting.save(verb.login)
        let session = try await withLogin(wallet, by: verb.login, allowed: !verb.withoutLogin) {
            () throws(SharedKeyError) in
            try await wallet.recover(with: words)
        }
        try await session.signer.drill()
        var answer = try await answer(SharesRecover.name, wallet)
        answer.lines.append(
            localized("Its share is on this computer again. Was something stolen? Then run “shares rotate”."))
        return answer
    }

    static func rotate(_ verb: SharesRotate, _ setting: SharesSetting) async throws -> SharesAnswer {
        let presenter = try WordsPresenter(verb.newWords, quiet: verb.options.output.quiet)
        let profile = try setting.profile(SharesRotate.name, verb.change)
        let words = try TypedWords.given(verb.words, asks: verb.newFile.forgottenPassphrase).map { HandedShare($0) }
        if verb.newFile.forgottenPassphrase { try await setting.putAside(verb.login) }
        let plan = try await setting.plan(verb.login)
        let wallet: EmbeddedWallet
        if let known = try EmbeddedWallet.restored(verb.account, plan: plan, in: profile) {
            wallet = known
        } else {
            // A new computer, which the words and the login take to the account.
            guard !words.isEmpty else { throw SharedKeyError.noAccount(verb.account) }
            wallet = try await EmbeddedWallet.adopt(
                verb.account, by: words, plan: plan, in: profile, hint: verb.login.hint)
            try setting.save(verb.login)
        }
        try await withLogin(wallet, by: verb.login) { () throws(SharedKeyError) in
            try await wallet.rotate(asking: presenter, with: words)
        }
        return try await answer(SharesRotate.name, wallet)
    }

    static func leave(_ verb: SharesLeave, _ setting: SharesSetting) async throws -> SharesAnswer {
        let profile = try setting.profile(SharesLeave.name, verb.change)
        let words = try TypedWords.given(verb.words, asks: false).map { HandedShare($0) }
        let wallet = try await wallet(of: verb.account, try await setting.plan(verb.login), in: profile)
        try await withLogin(wallet, by: verb.login) { () throws(SharedKeyError) in
            try await wallet.leave(adding: verb.key, with: words)
        }
        return SharesAnswer(
            command: SharesLeave.name,
            fields: ["account": .string(verb.account.text), "key": .string(verb.key.description)],
            lines: [localized("%1$s has the key %2$s now; the shares open nothing.", verb.account.text, "\(verb.key)")])
    }

    // MARK: Parts

    static func wallet(
        of account: AccountId, _ plan: SharedKeyPlan, in profile: EmbeddedProfile
    ) async throws -> EmbeddedWallet {
        guard let wallet = try EmbeddedWallet.restored(account, plan: plan, in: profile) else {
            throw SharedKeyError.noAccount(account)
        }
        return wallet
    }

    /// Opens an account with the session that was kept, else with the browser.
    private static func opened(
        _ wallet: EmbeddedWallet, by login: SharesLoginOptions
    ) async throws -> EmbeddedSession {
        if !login.freshLogin {
            do throws(SharedKeyError) {
                return try await wallet.resume()
            } catch {
                guard error.needsLogin || error == .login(.service(.unknownSet)) else { throw error }
            }
        }
        do throws(SharedKeyError) {
            return try await wallet.signIn(login.hint)
        } catch {
            // Another person's login isn't kept for this account.
            if error == .login(.service(.unknownSet)) { await wallet.forgetSession() }
            throw error
        }
    }

    /// Does something, once more after a login where that turned out to be needed.
    ///
    /// - Parameters:
    ///   - wallet: The account.
    ///   - login: The kind of login; a fresh one comes first.
    ///   - allowed: False where what can't be done without a login isn't done.
    ///   - body: What is to be done.
    static func withLogin<Value: Sendable>(
        _ wallet: EmbeddedWallet, by login: SharesLoginOptions, allowed: Bool = true,
        _ body: () async throws(SharedKeyError) -> Value
    ) async throws -> Value {
        if login.freshLogin, await !wallet.isSignedIn {
            try await wallet.logIn(login.hint)
            return try await body()
        }
        do throws(SharedKeyError) {
            return try await body()
        } catch {
            guard error.needsLogin, allowed else { throw error }
        }
        try await wallet.logIn(login.hint)
        return try await body()
    }

    private static func answer(_ command: String, _ wallet: EmbeddedWallet) async throws -> SharesAnswer {
        guard let record = try await wallet.record else { throw SharedKeyError.noAccount(wallet.account) }
        return SharesAnswer(command: command, record)
    }
}

extension SharedKeyError {
    /// True where no session is kept, or one that has been signed out of elsewhere.
    fileprivate var needsLogin: Bool { self == .login(.noSession) || self == .login(.service(.token)) }
}

/// Gives an account its first shared key by an ordinary one, and makes the account if it is to.
private struct KeystorePlacer: AccountKeyPlacer {
    let wallet: DirectWallet
    /// The amount that a new account gets; `nil` for one that is there.
    let deposit: NEARToken?

    func place(_ key: PublicKey, on account: AccountId) async throws(SharedKeyError) {
        let add = Action.addKey(
            AddKeyAction(publicKey: key, accessKey: AccessKey(nonce: 0, permission: .fullAccess)))
        let actions = deposit.map { [.createAccount, .transfer(TransferAction(deposit: $0)), add] } ?? [add]
        try await SharedKeyError.sending {
            try await wallet.signAndSend(
                TransactionRequest(receiverId: account, actions: actions), waitUntil: .final, deadline: .seconds(60))
        }
    }
}
