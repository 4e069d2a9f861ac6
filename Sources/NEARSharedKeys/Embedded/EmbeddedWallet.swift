// SPDX-License-Identifier: MIT

internal import NEARConnectCore
public import NEARPrimitives
public import NEARShares

/// An account that opens with any two of three: a login, this computer, recovery words.
///
/// Each flow is a list of steps that are on the disk before the next one begins, and goes on by being called again. A
/// set counts once three holders have shown their share and the chain shows its key.
public actor EmbeddedWallet {
    /// The account.
    public nonisolated let account: AccountId
    let plan: SharedKeyPlan
    let profile: EmbeddedProfile
    var token: LoginToken?
    /// The token of a login that has ended here, and whose end its service hasn't heard.
    private var ending: LoginToken?
    /// The program's share of a set that was just made.
    var appShare: ShareWords?
    /// The session whose signers sign until the sign-out.
    var session = LoginShareSession()
    /// The erasing of what isn't needed any more, begun by the last login.
    private var erasing: Task<Void, Never>?

    init(_ account: AccountId, plan: SharedKeyPlan, in profile: EmbeddedProfile) {
        (self.account, self.plan, self.profile) = (account, plan, profile)
    }

    /// True once somebody has signed in with this value.
    package var isSignedIn: Bool { token != nil }

    // MARK: The set

    /// The account's records on this network, the newest last.
    func records() throws(SharedKeyError) -> [ShareSetRecord] {
        try profile.sets(of: account)
    }

    func active() throws(SharedKeyError) -> ShareSetRecord {
        guard let record = try records().last(where: { $0.state == .active }) else { throw .noAccount(account) }
        return record
    }

    /// The record of the account's set that counts, else of the newest one; `nil` where this profile has none.
    public var record: ShareSetRecord? {
        get throws(SharedKeyError) {
            let records = try records()
            return records.last { $0.state == .active } ?? records.last
        }
    }

    /// The state of that set.
    public var state: ShareSetState? { get throws(SharedKeyError) { try record?.state } }

    /// Returns the keys of the account that no set of this profile counts on: somebody else may have added them.
    ///
    /// Among them are keys that were replaced and are on the account all the same: a node had lied about it. To be
    /// asked at each start; who finds one shows it with "rotate" beside it, which removes those that were replaced.
    public func strangeKeys() async throws(SharedKeyError) -> [PublicKeyHandle] {
        try await profile.strangeKeys(of: account)
    }

    // MARK: Opening

    /// Returns the wallet of an account that this profile has, without a browser; `nil` where it has none.
    ///
    /// Nothing is asked: ``resume()`` goes on with a session, ``signIn(_:)`` begins one.
    public static func restored(
        _ account: AccountId, plan: SharedKeyPlan, in profile: EmbeddedProfile
    ) throws(SharedKeyError) -> EmbeddedWallet? {
        let wallet = EmbeddedWallet(account, plan: plan, in: profile)
        let hasAny = try profile.records.all().contains {
            $0.account == account && $0.network == profile.networkId
        }
        return hasAny ? wallet : nil
    }

    /// Opens the account with a session that was kept and this computer's share, or the program's.
    public func resume(dappShare: ShareWords? = nil) async throws(SharedKeyError) -> EmbeddedSession {
        let token = try await Self.login { () throws(LoginError) in try await plan.login.resume() }
        do throws(SharedKeyError) {
            return try await open(token, dappShare: dappShare)
        } catch {
            guard error == .login(.service(.token)) else { throw error }
            // Somebody has signed out elsewhere.
            await forgetSession()
            throw .login(.noSession)
        }
    }

    /// Opens the account with a login in the browser and this computer's share.
    ///
    /// - Parameters:
    ///   - hint: The kind of login.
    ///   - dappShare: The program's own share, which signs in place of this computer's; `nil` to take this computer's.
    /// - Throws: ``SharedKeyError/share(_:)`` for words that aren't the program's share of the account, and
    ///   ``SharedKeyError``.
    public func signIn(
        _ hint: LoginHint = LoginHint(), dappShare: ShareWords? = nil
    ) async throws(SharedKeyError) -> EmbeddedSession {
        try await open(
            try await Self.login { () throws(LoginError) in try await plan.login.signIn(hint) }, dappShare: dappShare)
    }

    /// Signs in for a change of the key.
    ///
    /// The login, or its service, may be another one than the key's: what was lost or taken over is replaced by it.
    public func logIn(_ hint: LoginHint = LoginHint()) async throws(SharedKeyError) {
        do throws(SharedKeyError) {
            _ = try await signIn(hint)
        } catch {
            guard error == .login(.service(.unknownSet)) else { throw error }
        }
    }

    private func open(
        _ token: LoginToken, dappShare: ShareWords? = nil
    ) async throws(SharedKeyError) -> EmbeddedSession {
        self.token = token
        let session = session
        if try state == .pending { try await settle() }
        do throws(SharedKeyError) {
            try await compareWithChain()
        } catch {
            // The account was left: what isn't needed any more goes all the same.
            if error == .noAccount(account) { beginErasing() }
            throw error
        }
        let record = try active()
        try await count(on: record.set)
        await removeEndedDailyKeys()
        // Nodes are asked, which the session doesn't wait for.
        beginErasing()
        do throws(LoginError) {
            // The sign-out may have come meanwhile: its signers are this session's.
            try session.checkOpen()
        } catch {
            throw .login(error)
        }
        return try opened(record, token, dappShare: dappShare, in: session)
    }

    private func beginErasing() { erasing = Task { await eraseReplacedShares() } }

    /// Waits until what isn't needed any more is erased, for a program that ends afterwards.
    package func finishErasing() async { await erasing?.value }

    /// Puts the records right where a rotation was cut off at its end, or a node had lied about one.
    ///
    /// - Throws: ``SharedKeyError/keysGone(_:)`` where the account has other keys: replaced elsewhere, or by somebody.
    ///
    /// - Parameters:
    ///   - completes: False to take rotations back only: a rotation that the chain has done is then left to be gone on
    ///     with, and other keys to be found out by what follows.
    ///   - patience: The time that the nodes have; `nil` for the usual one.
    func compareWithChain(completes: Bool = true, within patience: Duration? = nil) async throws(SharedKeyError) {
        let old = try records().last { $0.state == .active }
        let keys: Set<PublicKeyHandle>
        do throws(SharedKeyError) {
            keys = Set(try await profile.keys(of: account, within: patience).map(\.key))
        } catch {
            // Without a node the records count; nothing is erased either way.
            return
        }
        let there = try records().filter { keys.contains($0.set.publicKey.handle) }
        guard let old else {
            // An ordinary key has taken its place by a node's word alone.
            guard let before = there.last(where: { $0.state == .retired }) else { throw .noAccount(account) }
            return try profile.records.move(before.id, to: .active)
        }
        guard !keys.contains(old.set.publicKey.handle) else { return }
        let new = there.last { $0.state == .pending && $0.provenHolders.count >= ShareSetRecord.proofs }
        if let new {
            if completes { try profile.records.replace(old.id, by: new.id, proof: nil) }
        } else if let before = there.last(where: { $0.state == .retired }) {
            // It was replaced by a node's word alone: its shares are here, and the account opens with them.
            try profile.records.restore(before.id, inPlaceOf: old.id)
        } else if completes {
            throw .keysGone(account)
        }
    }

    /// Returns the key of a set, with this computer's share and the login's.
    func key(
        of record: ShareSetRecord, _ token: LoginToken, in session: LoginShareSession
    ) throws(SharedKeyError) -> SharedKey {
        try SharedKey(
            record.set, by: try plan.ownShare(of: record),
            with: plan.partner(token, for: record.set, in: session))
    }

    private func opened(
        _ record: ShareSetRecord, _ token: LoginToken, dappShare: ShareWords?, in session: LoginShareSession
    ) throws(SharedKeyError) -> EmbeddedSession {
        let key: SharedKey
        if let dappShare {
            let share = try profile.records.compare(dappShare.share, with: record.set)
            guard share.holder == .app else { throw .share(.foreign(share.holder)) }
            key = try SharedKey(
                record.set, by: HandedShare(dappShare), with: plan.partner(token, for: record.set, in: session))
        } else {
            key = try self.key(of: record, token, in: session)
        }
        let app = appShare
        appShare = nil
        return EmbeddedSession(
            userInfo: EmbeddedUserInfo(token, group: plan.group, isMfaEnabled: true, dappShare: app), signer: key)
    }

    /// Compares words with the account's set: the drill.
    ///
    /// - Throws: ``SharedKeyError/replaced(_:made:replaced:)`` and the like for other words than these.
    public func prove(_ words: ShareWords) throws(SharedKeyError) {
        try profile.records.prove(words, of: account, on: profile.networkId)
    }

    /// Ends the login, at its service too, also one that was only kept.
    ///
    /// On this computer all of it ends in any case: signers that this wallet has given sign nothing any more. Daily
    /// keys, which need no login, go on. Where the service doesn't answer, its error is thrown afterwards, and a
    /// further call asks it again.
    ///
    /// - Parameter keepingDeviceShare: False to erase this computer's share: then the account opens here with the login
    ///   and the recovery words. Shares of sets that were replaced stay for as long as all of these, and those of one
    ///   whose shares aren't all in their places.
    public func signOut(keepingDeviceShare: Bool) async throws(SharedKeyError) {
        var fault: SharedKeyError?
        (ending, token) = (token ?? ending, nil)
        session.end()
        session = LoginShareSession()
        do throws(LoginError) {
            if ending == nil { ending = try await plan.login.resume() }
        } catch {
            // Without a session there is nothing that a service could end.
            if error != .noSession { fault = .login(error) }
        }
        do throws(LoginError) {
            try await plan.login.signOut(ending)
            ending = nil
        } catch {
            fault = .login(error)
        }
        if !keepingDeviceShare { try await eraseDeviceShare(of: try records()) }
        if let fault { throw fault }
    }

    /// Erases this computer's share of each set that counts, or that all have.
    ///
    /// - Parameter records: The account's sets.
    package func eraseDeviceShare(of records: [ShareSetRecord]) async throws(SharedKeyError) {
        for record in records where record.state == .active || record.isWhole {
            try await plan.ownShare(of: record).erase(record.id)
        }
        for record in records.refreshed { try await plan.ownShare(of: record).erase(record.id) }
    }

    // MARK: The login's service

    /// Has the service count on a set.
    ///
    /// Done again at each login, since it costs nothing and a step may be missing.
    func count(on set: ShareSet) async throws(SharedKeyError) {
        let token = try await signedIn()
        try await Self.login { () throws(LoginError) in
            try await plan.login.replace(nil, by: NewShareSet(set), phase: .commit, token: token)
        }
    }

    func signedIn() async throws(SharedKeyError) -> LoginToken {
        if let token { return token }
        let token = try await Self.login { () throws(LoginError) in try await plan.login.resume() }
        self.token = token
        return token
    }

    static func login<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws(LoginError) -> Value
    ) async throws(SharedKeyError) -> Value {
        do throws(LoginError) {
            return try await body()
        } catch {
            throw .login(error)
        }
    }
}
