// SPDX-License-Identifier: MIT

internal import NEARConnectCore
public import NEARPrimitives
internal import NEARRPC
internal import NEARShares
internal import SafeText

extension EmbeddedWallet {
    /// Replaces the account's key by another shared one: all shares that anybody has are worthless then.
    ///
    /// For whatever was stolen, lost or taken over. Cut off, it goes on by being called again. The daily keys of this
    /// computer go as well.
    ///
    /// - Parameters:
    ///   - presenter: Shows the new words.
    ///   - shares: Shares of the old key that are at hand, such as its words, where this computer's or the login's is
    ///     lost. The new key needs a login of the plan in any case.
    public func rotate(
        asking presenter: any SharedKeyPresenter, with shares: [any ShareSource] = []
    ) async throws(SharedKeyError) {
        let session = session
        try await compareWithChain(completes: false)
        let old = try active()
        let oldKey = try await key(of: old, with: shares)
        // Whoever has a copy of this computer's share may have one of its daily keys, too. They go first, so that a
        // fault leaves a rotation that hasn't begun.
        try await removeDailyKeys(nil, with: shares)
        try await removeReplacedKeys(signing: oldKey)
        let token = try await signedIn()
        try await giveUpRefresh(of: old, token)
        // Another login than the old key's, or another service, has nothing to retire.
        let known = try await Self.login { () throws(LoginError) in try await plan.login.sets(token: token) }
        let retiring = known.contains { $0.set.id == old.id } ? old.id : nil
        let making = EmbeddedMaking(plan: plan, profile: profile, presenter: presenter, token: token)
        let pending = try records().last { $0.state == .pending }
        let made = try await making.run(pending, for: account, replacing: retiring)
        // First of all: the new key has to sign the second step, and the service's old share goes on signing.
        let new = try profile.records.record(of: made.set)
        try await Self.login { () throws(LoginError) in
            try await plan.login.replace(retiring, by: NewShareSet(new.set), phase: .commit, token: token)
        }
        await presenter.told(.key(account))
        try await profile.rotate(
            from: oldKey, to: try key(of: new, token, in: session), of: account)
        appShare = made.app
    }

    /// Gives the account an ordinary key in place of the shared one; the shares are worthless then.
    ///
    /// One transaction adds the key and removes the shared one, whatever nodes say about the account's keys: where it
    /// has the key already, that is removed first and added anew. So the chain does all of it or nothing, and no node
    /// can have the account lose its only key by saying that another one is there. Keys of the profile's other sets
    /// that the account still has are removed, too.
    ///
    /// - Parameters:
    ///   - key: The key, whose secret half the user has elsewhere.
    ///   - shares: Shares that are at hand, such as the words: with this computer's share no login is needed.
    /// - Throws: ``SharedKeyError/refused(reason:)`` for a key of this profile's sets or daily keys.
    public func leave(adding key: PublicKey, with shares: [any ShareSource] = []) async throws(SharedKeyError) {
        guard
            try !records().contains(where: { $0.set.publicKey == key || $0.dailyKeys.contains { $0.publicKey == key } })
        else {
            throw .refused(
                reason: localized(
                    "The account would lose its only key: this one belongs to the shared key that it leaves. Make an ordinary one with “keys generate”."
                ))
        }
        try await compareWithChain(completes: false)
        let record = try active()
        let keys = try await profile.keys(of: account)
        let others = try records().filter { other in
            other.set.publicKey != record.set.publicKey && keys.contains { $0.key == other.set.publicKey.handle }
        }
        guard keys.contains(where: { $0.key == record.set.publicKey.handle }) else {
            // Cut off after it was sent, or replaced by somebody: nobody has to sign in for it. What is retired so
            // counts again where the chain shows its key.
            guard others.isEmpty, keys.contains(where: { $0.key == key.handle && $0.isFull }) else {
                throw .keysGone(account)
            }
            return try await retireAll()
        }
        let shared = try await self.key(of: record, with: shares)
        try await removeDailyKeys(nil, with: shares)
        var actions: [Action] = [
            .addKey(AddKeyAction(publicKey: key, accessKey: AccessKey(nonce: 0, permission: .fullAccess))),
            .deleteKey(DeleteKeyAction(publicKey: shared.publicKey)),
        ]
        if keys.contains(where: { $0.key == key.handle }) {
            actions.insert(.deleteKey(DeleteKeyAction(publicKey: key)), at: 0)
        }
        // A replacement that was cut off, or a replaced key that a node had hidden; each once.
        for (index, other) in others.enumerated()
        where !others.prefix(index).contains(where: { $0.set.publicKey == other.set.publicKey }) {
            actions.append(.deleteKey(DeleteKeyAction(publicKey: other.set.publicKey)))
        }
        try await send(actions, by: shared)
        try await retireAll()
    }

    /// Retires the sets of an account that was left.
    ///
    /// One whose holders haven't all shown their share never counted: it is given up, so that it never does.
    private func retireAll() async throws(SharedKeyError) {
        for record in try records() {
            switch record.state {
            case .retired: break
            case .pending where !record.isWhole:
                try await SharedKeyCreation.giveUp(
                    record.id, erasing: try plan.openPlaces(of: record), records: profile.records)
            case .active, .pending: try profile.records.move(record.id, to: .retired)
            }
        }
    }

    func send(_ actions: [Action], by key: SharedKey) async throws(SharedKeyError) {
        let wallet = await profile.wallet(of: account, signing: key)
        let request = TransactionRequest(receiverId: account, actions: actions)
        try await SharedKeyError.sending {
            try await wallet.signAndSend(request, waitUntil: .final, deadline: .seconds(60))
        }
    }
}
