// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARShares
internal import SafeText

/// Other shares of the same key.
extension EmbeddedWallet {
    /// Deals other shares of the account's key: an old share and a new one don't go together.
    ///
    /// Hygiene, for a share that may have been copied without its owner's knowledge: nothing is sent, and the account
    /// has the same key. Two old shares still sign, so whatever was stolen or seen needs ``rotate(asking:with:)``. This
    /// computer's old share is erased once the new ones are in their places, at the next login at the latest; the
    /// service keeps its own for as long as all that were replaced. Further computers ask for a share again. Cut off,
    /// it goes on by being called again.
    ///
    /// - Parameters:
    ///   - presenter: Shows the new words.
    ///   - shares: Shares that are at hand: two, or one, beside which this computer's is taken. Without any, this
    ///     computer's and the login's are.
    /// - Throws: ``SharedKeyError/rotation(reason:)`` while the key is being replaced; ``SharedKeyError/notGiven``
    ///   where it would take the share of a login whose service gives none, and ``SharedKeyError``.
    public func refresh(
        asking presenter: any SharedKeyPresenter, with shares: [any ShareSource] = []
    ) async throws(SharedKeyError) {
        try await compareWithChain(completes: false)
        let old = try active()
        let pending = try records().last { $0.state == .pending }
        if let pending, pending.set.publicKey != old.set.publicKey {
            throw .rotation(reason: localized("the key is being replaced. Go on with that."))
        }
        let token = try await signedIn()
        let pair = try await pair(of: old, shares)
        let making = EmbeddedMaking(
            plan: plan, profile: profile, presenter: presenter, token: token, refreshing: pair)
        let made = try await making.run(pending, for: account, replacing: old.id)
        let new = try profile.records.record(of: made.set)
        try await Self.login { () throws(LoginError) in
            try await plan.login.replace(old.id, by: NewShareSet(new.set), phase: .commit, token: token)
        }
        try profile.records.replace(old.id, by: new.id, proof: nil)
        appShare = made.app
        await eraseShares(of: old)
    }

    /// Returns two shares that are at hand, of these and of this computer's and the login's.
    private func pair(
        of record: ShareSetRecord, _ shares: [any ShareSource]
    ) async throws(SharedKeyError) -> SharePair {
        switch shares.count {
        case 0:
            guard plan.login.mode == .release else { throw .notGiven }
            let login = LoginShare(plan.login, token: try await signedIn())
            return try await pair(of: record.set, try plan.ownShare(of: record), login)
        case 1: return try await pair(of: record.set, shares[0], try await partner(of: record))
        default: return try await pair(of: record.set, shares[0], shares[1])
        }
    }

    /// Gives up shares of the old key that were dealt and never counted, so that the key can be replaced.
    func giveUpRefresh(of old: ShareSetRecord, _ token: LoginToken) async throws(SharedKeyError) {
        for record in try records() where record.state == .pending && record.set.publicKey == old.set.publicKey {
            // The service may count on it already, so its shares are kept as those of a set that was replaced.
            guard record.provenHolders.count < record.set.holders.count else {
                try profile.records.move(record.id, to: .retired)
                continue
            }
            try await Self.login { () throws(LoginError) in
                try await plan.login.replace(nil, by: NewShareSet(record.set), phase: .abandon, token: token)
            }
            try await SharedKeyCreation.giveUp(
                record.id, erasing: try plan.openPlaces(of: record), records: profile.records)
        }
    }
}
