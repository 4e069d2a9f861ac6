// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARShares

extension EmbeddedWallet {
    /// Makes a shared key and gives it to an account; goes on with what was cut off.
    ///
    /// - Parameters:
    ///   - request: The account.
    ///   - plan: The places of the shares.
    ///   - profile: The profile.
    ///   - presenter: Shows words, and hears each step.
    ///   - hint: The kind of login.
    /// - Returns: The wallet; of an implicit account, pending until ``settle()`` has seen its first deposit.
    /// - Throws: ``SharedKeyError``; all that was done stays, and the next call goes on.
    public static func create(
        _ request: EmbeddedAccountRequest, plan: SharedKeyPlan, in profile: EmbeddedProfile,
        asking presenter: any SharedKeyPresenter, hint: LoginHint = LoginHint()
    ) async throws(SharedKeyError) -> EmbeddedWallet {
        await presenter.told(.login)
        let token = try await login { () throws(LoginError) in try await plan.login.signIn(hint) }
        if let account = request.account {
            let wallet = EmbeddedWallet(account, plan: plan, in: profile)
            await wallet.take(token, nil)
            if try await wallet.state == .active {
                try await wallet.placeAgain(by: request.placer, telling: presenter)
                return wallet
            }
        }
        let pending = try await pending(request, plan: plan, in: profile, token: token)
        let making = EmbeddedMaking(plan: plan, profile: profile, presenter: presenter, token: token)
        let made = try await making.run(pending, for: request.account, replacing: nil)
        let wallet = EmbeddedWallet(made.account, plan: plan, in: profile)
        await wallet.take(token, made.app)
        try await wallet.place(made.key, by: request.placer, telling: presenter)
        return wallet
    }

    /// Returns the set that this login goes on with; `nil` to deal one.
    ///
    /// It is this login's only where its service says so, or where no login has a share of it yet: another person who
    /// signs in isn't shown an address that his login doesn't open. Somebody may be paying to it, so it stays.
    private static func pending(
        _ request: EmbeddedAccountRequest, plan: SharedKeyPlan, in profile: EmbeddedProfile, token: LoginToken
    ) async throws(SharedKeyError) -> ShareSetRecord? {
        let records = try profile.records.all().filter { record in
            record.state == .pending && record.network == profile.networkId
                && record.account == request.account ?? record.set.publicKey.implicitAccountId
        }
        guard !records.isEmpty else { return nil }
        let held = try await login { () throws(LoginError) in try await plan.login.sets(token: token) }
        if let own = records.last(where: { record in held.contains { $0.set.id == record.id } }) { return own }
        // Another set of an account that has a name would compete with the one that waits for it.
        guard request.account == nil else {
            guard !records.contains(where: \.isWhole) else { throw .login(.service(.unknownSet)) }
            return records.last
        }
        return records.last { !$0.provenHolders.contains(.login) }
    }

    private func take(_ token: LoginToken, _ app: ShareWords?) { (self.token, appShare) = (token, app) }

    private func place(
        _ key: PublicKey, by placer: (any AccountKeyPlacer)?, telling presenter: any SharedKeyPresenter
    ) async throws(SharedKeyError) {
        guard try await !settle() else { return }
        guard let placer else { return await presenter.told(.deposit(account)) }
        await presenter.told(.key(account))
        try await placer.place(key, on: account)
        _ = try await settle()
    }

    /// Gives the key to an account that counts and isn't on the chain.
    ///
    /// A node has lied about it, or it was deleted.
    ///
    /// - Throws: ``SharedKeyError/keysGone(_:)`` for an account that is there with other keys. An ordinary one could
    ///   give it this key; but where it was replaced elsewhere, that would undo it.
    private func placeAgain(
        by placer: (any AccountKeyPlacer)?, telling presenter: any SharedKeyPresenter
    ) async throws(SharedKeyError) {
        guard let placer, try await profile.keys(of: account).isEmpty else { return try await compareWithChain() }
        await presenter.told(.key(account))
        try await placer.place(try active().set.publicKey, on: account)
    }

    /// Looks whether the account has the key that waits for it; from then on the set counts.
    ///
    /// - Returns: False for an account that is still awaited.
    @discardableResult
    public func settle() async throws(SharedKeyError) -> Bool {
        let records = try records()
        if records.contains(where: { $0.state == .active }) { return true }
        guard let record = records.last(where: { $0.state == .pending }) else { throw .noAccount(account) }
        let keys = try await profile.keys(of: account)
        guard keys.contains(where: { $0.key == record.set.publicKey.handle && $0.isFull }) else { return false }
        try await count(on: record.set)
        try profile.records.move(record.id, to: .active)
        return true
    }
}
