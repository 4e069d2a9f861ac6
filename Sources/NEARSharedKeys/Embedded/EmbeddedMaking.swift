// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARShares

/// The making of one set, from its dealing until three holders have shown their share.
struct EmbeddedMaking: Sendable {
    /// A set whose holders have their shares.
    struct Made: Sendable {
        let account: AccountId
        let set: ShareSetID
        let key: PublicKey
        /// The program's words, of a set that was made in this run.
        let app: ShareWords?
        /// The recovery share, while its words are at hand.
        let recovery: HandedShare?
    }

    let plan: SharedKeyPlan
    let profile: EmbeddedProfile
    let presenter: any SharedKeyPresenter
    let token: LoginToken
    /// Two shares of a key whose shares are dealt anew; `nil` for a new key.
    var refreshing: SharePair?

    /// Goes on with a pending set, or deals one.
    ///
    /// - Parameters:
    ///   - pending: The record of a set that was begun.
    ///   - account: The account; `nil` for the key's own.
    ///   - old: The set whose place it is to take.
    func run(
        _ pending: ShareSetRecord?, for account: AccountId?, replacing old: ShareSetID?
    ) async throws(SharedKeyError) -> Made {
        if let pending, pending.provenHolders.count == pending.set.holders.count {
            return Made(
                account: pending.account, set: pending.id, key: pending.set.publicKey, app: nil, recovery: nil)
        }
        let creation = try await creation(pending, for: account)
        var (app, recovery): (ShareWords?, HandedShare?)
        for holder in try await creation.missing {
            await presenter.told(.share(holder))
            switch (holder, plan.recovery) {
            case (.login, _):
                try await creation.deliver(to: LoginReceiver(plan.login, token: token, replacing: old))
            case (.device, _): try await creation.deliver(to: try plan.deviceShare())
            case (.recovery, .sealedFile(let vault)):
                try await creation.deliver(to: try VaultShare(.recovery, in: vault))
            default:
                let words = try await typeBack(holder, creation)
                if holder == .app { app = words } else { recovery = HandedShare(words) }
            }
        }
        let record = try profile.records.record(of: creation.set.id)
        return Made(
            account: record.account, set: record.id, key: record.set.publicKey, app: app, recovery: recovery)
    }

    private func typeBack(
        _ holder: ShareHolder, _ creation: SharedKeyCreation
    ) async throws(SharedKeyError) -> ShareWords {
        let words = try await creation.words(of: holder)
        let account = try profile.records.record(of: creation.set.id).account
        var fault: SharedKeyError?
        while true {
            let typed = try await presenter.typeBack(words, of: account, after: fault)
            guard typed.share.holder == holder else {
                fault = .share(.foreign(holder))
                continue
            }
            do throws(SharedKeyError) {
                try await creation.prove(typed)
                return words
            } catch {
                guard case .share = error else { throw error }
                fault = error
            }
        }
    }

    /// Returns the creation of a set.
    ///
    /// It is the one that was cut off if two of its shares have arrived, else another one.
    private func creation(
        _ pending: ShareSetRecord?, for account: AccountId?
    ) async throws(SharedKeyError) -> SharedKeyCreation {
        guard let pending else { return try begin(account) }
        do throws(SharedKeyError) {
            return try await SharedKeyCreation.resume(
                pending.id, by: try plan.deviceShare(), with: LoginShare(plan.login, token: token),
                records: profile.records)
        } catch {
            switch error {
            // Two of the key's shares aren't to be had.
            case .missing, .login(.service(.unknownSet)), .login(.service(.mode)): break
            default: throw error
            }
            guard try await !isNeeded(pending) else { throw error }
        }
        try await EmbeddedWallet.login { () throws(LoginError) in
            try await plan.login.replace(nil, by: NewShareSet(pending.set), phase: .abandon, token: token)
        }
        try await SharedKeyCreation.giveUp(
            pending.id, erasing: try plan.openPlaces(of: pending), records: profile.records)
        return try begin(account)
    }

    /// Returns true if an account has the key of a set that was begun, of which no other has shares.
    ///
    /// Somebody may have paid to the key's own account: a service's word alone doesn't have its shares erased.
    private func isNeeded(_ pending: ShareSetRecord) async throws(SharedKeyError) -> Bool {
        let (account, key) = (pending.account, pending.set.publicKey)
        if try profile.sets(of: account).contains(where: { $0.id != pending.id && $0.set.publicKey == key }) {
            return false
        }
        return try await profile.keys(of: account).contains { $0.key == key.handle }
    }

    private func begin(_ account: AccountId?) throws(SharedKeyError) -> SharedKeyCreation {
        if let refreshing, let account {
            return try SharedKeyCreation.begin(
                refreshing: refreshing, of: account, on: profile.networkId, in: plan.places, records: profile.records)
        }
        return try SharedKeyCreation.begin(
            for: account, on: profile.networkId, in: plan.places, records: profile.records)
    }
}
