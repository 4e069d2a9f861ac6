// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARShares

/// Further computers of one user, each with a share of its own; no key is replaced.
extension EmbeddedWallet {
    /// Makes a share for a further computer, and returns the answer to its request.
    ///
    /// The caller has compared ``ComputerRequest/number`` with the other computer's.
    ///
    /// - Parameters:
    ///   - request: The computer's request.
    ///   - shares: Shares that are at hand, such as the recovery words, beside which this computer's is taken.
    /// - Throws: ``SharedKeyError/computer(_:)``, and ``SharedKeyError``.
    public func answer(
        _ request: ComputerRequest, with shares: [any ShareSource] = []
    ) async throws(SharedKeyError) -> String {
        try await answer(request, with: shares, login: nil)
    }

    /// Makes a share for a further computer, with the profile's login for its first sign-in there.
    package func answer(
        _ request: ComputerRequest, with shares: [any ShareSource], login: SavedLogin?
    ) async throws(SharedKeyError) -> String {
        try await compareWithChain()
        let record = try active()
        let pair: SharePair
        switch shares.count {
        case 0:
            guard plan.login.mode == .release else { throw .computer(.wordsNeeded) }
            let login = LoginShare(plan.login, token: try await signedIn())
            pair = try await self.pair(of: record.set, try plan.ownShare(of: record), login)
        case 1: pair = try await self.pair(of: record.set, shares[0], try await partner(of: record))
        default: pair = try await self.pair(of: record.set, shares[0], shares[1])
        }
        let share: ProvenShare
        do throws(KeyShareError) {
            share = try pair.adding(firstOf: ShareHolder.furtherComputers)
        } catch {
            switch error {
            // Whatever is left would be a seed phrase: sets that were dealt before this was looked at.
            case .holderTaken, .seedPhrase: throw .computer(.full)
            default: throw .share(error)
            }
        }
        let text = try ComputerAnswer(share, of: record, login: login, now: profile.records.time).text(for: request)
        // Before anybody has the text: two computers never get one share.
        try profile.records.add(share.holder, to: record.id)
        return text
    }

    /// Takes the answer to this computer's request: its share goes to the vault, and the set is recorded.
    ///
    /// - Parameters:
    ///   - answer: The answer, opened by ``JoiningComputer/open(_:)``.
    ///   - plan: The places; the share goes to the device's.
    ///   - profile: The profile.
    /// - Throws: ``SharedKeyError/computer(_:)`` for another network; ``SharedKeyError/setExists(_:)`` where the
    ///   profile has the set; ``SharedKeyError/keysGone(_:)`` where the account doesn't have its key;
    ///   ``SharedKeyError/onePlace(_:_:)`` for a vault in which another share would lie; and ``SharedKeyError``.
    public static func join(
        _ answer: ComputerAnswer, plan: SharedKeyPlan, in profile: EmbeddedProfile
    ) async throws(SharedKeyError) -> EmbeddedWallet {
        var record = answer.record
        guard record.network == profile.networkId else { throw .computer(.otherNetwork(record.network)) }
        let known = try profile.sets(of: record.account)
        guard !known.contains(where: { $0.id == record.id }) else { throw .setExists(record.id) }
        record.here = answer.share.holder
        record.holdings[record.here] = ShareSetRecord.Holding(
            place: try plan.devicePlace, since: profile.records.time)
        _ = try SharePlaces(record.holdings.mapValues(\.place), here: record.here)
        let keys = try await profile.keys(of: record.account)
        guard keys.contains(where: { $0.key == record.set.publicKey.handle && $0.isFull }) else {
            throw .keysGone(record.account)
        }
        // Before the share is stored, which nothing would know of afterwards.
        try profile.records.checkRoom()
        try await plan.ownShare(of: record).store(answer.share)
        try profile.records.join(record)
        try profile.records.prove(answer.share)
        for old in known where old.state == .active {
            try profile.records.replace(old.id, by: record.id, proof: nil)
        }
        return EmbeddedWallet(record.account, plan: plan, in: profile)
    }
}
