// SPDX-License-Identifier: MIT

internal import NEARConnectCore
public import NEARPrimitives
public import NEARShares

/// The flows for the day on which a share, a login or a computer is lost.
extension EmbeddedWallet {
    // MARK: A computer without records

    /// Takes over an account on a computer that has no record of its key.
    ///
    /// The chain says which keys the account has. The set is the one that the login's service names, or, without a
    /// login, the one that two shares at hand determine with such a key. Nobody is asked to sign in where this profile
    /// has the account's key already.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - shares: Shares that are at hand: one beside a login, else two; words, or a place such as a sealed file.
    ///   - plan: The places that shares are to have.
    ///   - profile: The profile.
    ///   - hint: The kind of login; `nil` to do without one.
    /// - Returns: The wallet, whose key counts. This computer's share isn't here yet, unless the plan's vault has one
    ///   of a profile that lost its records: ``recover(with:)`` brings it.
    /// - Throws: ``SharedKeyError/noAccount(_:)`` where no key of the account fits, ``SharedKeyError/missing(_:)`` for
    ///   a place without a share, and ``SharedKeyError``.
    public static func adopt(
        _ account: AccountId, by shares: [any ShareSource], plan: SharedKeyPlan, in profile: EmbeddedProfile,
        hint: LoginHint? = LoginHint()
    ) async throws(SharedKeyError) -> EmbeddedWallet {
        let wallet = EmbeddedWallet(account, plan: plan, in: profile)
        if try await wallet.isCurrent { return wallet }
        var token: LoginToken?
        if let hint { token = try await login { () throws(LoginError) in try await plan.login.signIn(hint) } }
        try await wallet.adopt(by: shares, token)
        return wallet
    }

    /// True if the account has this profile's key, as far as nodes can be asked.
    private var isCurrent: Bool {
        get async throws(SharedKeyError) {
            guard let record = try record, record.state == .active else { return false }
            do throws(SharedKeyError) {
                return try await profile.keys(of: account).contains { $0.key == record.set.publicKey.handle }
            } catch {
                if case .unavailable = error { return true }
                throw error
            }
        }
    }

    private func adopt(by shares: [any ShareSource], _ token: LoginToken?) async throws(SharedKeyError) {
        self.token = token
        let keys = try await profile.keys(of: account).filter(\.isFull).map(\.key)
        var told: [ShareSet] = []
        if let token {
            told = try await Self.login { () throws(LoginError) in try await plan.login.sets(token: token) }
                .map(\.set).filter { keys.contains($0.publicKey.handle) }
        }
        let given = try await GivenShares(shares)
        guard let found = given.fitting(told) ?? given.fitting(keys, holders: Set(plan.places.places.keys)) else {
            guard let holder = given.firstHolder, !told.isEmpty || given.count > 1 else { throw .noAccount(account) }
            throw .share(.foreign(holder))
        }
        let old = try records()
        var set = found.set
        if let known = old.first(where: { $0.id == set.id }) {
            if known.state != .active { try profile.records.move(set.id, to: .active) }
        } else {
            // A profile may have lost its records and still have its share: a second one would open the account.
            let here = try await plan.deviceShare().holders(of: set.id).first(where: \.isComputer) ?? .device
            set = set.holders.contains(here) ? set : set.adding(here)
            try profile.records.adopt(set, of: account, on: profile.networkId, in: plan.places, here: here)
        }
        // Replaced on another computer: its shares stay, as those of every set that was replaced.
        for record in old where record.state == .active && record.id != set.id {
            try profile.records.replace(record.id, by: set.id, proof: nil)
        }
        for share in found.shares { try profile.records.prove(try profile.records.compare(share, with: set)) }
    }

    // MARK: Two shares that are here

    /// Opens the account where the login or this computer's share is lost.
    ///
    /// This computer's share is put back if it is missing, unless its place has another holder's. Whatever was stolen
    /// or taken over: rotate.
    ///
    /// - Parameter shares: Two shares; or one, beside which this computer's is taken, or the login's where that isn't
    ///   here.
    /// - Throws: ``SharedKeyError/notGiven`` where it would take the share of a login whose service gives none;
    ///   ``SharedKeyError/noShareHere`` without any share.
    public func recover(with shares: [any ShareSource]) async throws(SharedKeyError) -> EmbeddedSession {
        // Two shares open the account also where no node answers.
        try await compareWithChain(completes: false, within: .seconds(5))
        let record = try active()
        guard let one = shares.first else { throw .noShareHere }
        let other = shares.count > 1 ? shares[1] : try await partner(of: record)
        let key = try SharedKey(record.set, by: one, with: .share(other))
        let shares = try await pair(of: record.set, one, other).all()
        if let own = shares.first(where: { $0.holder == record.here }) {
            do throws(SharedKeyError) {
                try await plan.ownShare(of: record).store(own)
                try profile.records.prove(own)
            } catch {
                // Another profile has put a further computer's share there: this one opens without a share of its own.
                guard case .onePlace = error else { throw error }
            }
        }
        return EmbeddedSession(userInfo: nil, signer: key)
    }

    /// Returns the share that goes with one that is at hand: this computer's, else the login's.
    func partner(of record: ShareSetRecord) async throws(SharedKeyError) -> any ShareSource {
        let own = try plan.ownShare(of: record)
        do throws(SharedKeyError) {
            _ = try await own.share(of: record.id)
            return own
        } catch {
            guard error == .missing(record.here) else { throw error }
        }
        guard plan.login.mode == .release else { throw .notGiven }
        return LoginShare(plan.login, token: try await signedIn(), in: session, of: record.set)
    }

    /// Returns the program's share again, for a program that has lost it; it is the same one.
    ///
    /// Where it may have been stolen: rotate.
    ///
    /// - Throws: ``SharedKeyError/share(_:)`` for a set without such a holder, and ``SharedKeyError``.
    public func newAppShare(
        with one: any ShareSource, _ other: any ShareSource
    ) async throws(SharedKeyError) -> ShareWords {
        let shares = try await pair(of: try active().set, one, other).all()
        guard let share = shares.first(where: { $0.holder == .app }) else { throw .share(.notAHolder(.app)) }
        do throws(ShareWordsError) {
            return try ShareWords(share.share)
        } catch {
            throw .share(.seedPhrase)
        }
    }

    /// Returns two shares of a set, compared with it.
    func pair(
        of set: ShareSet, _ one: any ShareSource, _ other: any ShareSource
    ) async throws(SharedKeyError) -> SharePair {
        let records = profile.records
        let first = try records.compare(try await one.share(of: set.id), with: set)
        let second = try records.compare(try await other.share(of: set.id), with: set)
        do throws(KeyShareError) {
            return try SharePair(first, second)
        } catch {
            throw .share(error)
        }
    }

    /// Returns the account's key with shares that are at hand, and this computer's or the login's beside them.
    ///
    /// - Parameter shares: Two of them sign together. One signs with this computer's, or with the login's where that
    ///   isn't here; without any, this computer's and the login's do.
    func key(of record: ShareSetRecord, with shares: [any ShareSource]) async throws(SharedKeyError) -> SharedKey {
        let set = record.set
        for share in shares {
            _ = try profile.records.compare(try await share.share(of: set.id), with: set)
        }
        switch shares.count {
        case 0: return try key(of: record, try await signedIn(), in: session)
        case 1:
            let own = try plan.ownShare(of: record)
            do throws(SharedKeyError) {
                _ = try await own.share(of: set.id)
                return try SharedKey(set, by: own, with: .share(shares[0]))
            } catch {
                guard error == .missing(record.here) else { throw error }
                let partner = plan.partner(try await signedIn(), for: set, in: session)
                return try SharedKey(set, by: shares[0], with: partner)
            }
        default: return try SharedKey(set, by: shares[0], with: .share(shares[1]))
        }
    }
}

extension SharePair {
    /// The share of every holder.
    fileprivate func all() throws(SharedKeyError) -> [ProvenShare] {
        do throws(KeyShareError) {
            return try allShares().shares
        } catch {
            throw .share(error)
        }
    }
}
