// SPDX-License-Identifier: MIT

public import NEARPrimitives
public import NEARShares

/// The making of a shared key.
///
/// It begins with the dealing of the shares and ends when an account may count on them.
/// The steps: the record is written, each share goes to its place and is compared there, words are shown and typed
/// back. Each is on the disk before the next begins, and may be done again. A creation that was cut off goes on at the
/// next start with two shares that have arrived (``resume(_:by:with:records:)``); one of which fewer than two have
/// arrived is worth nothing, and is given up (``giveUp(_:erasing:records:)``): no account knows its key.
///
/// Shares that are still on their way are in guarded memory for as long as this value lives.
public actor SharedKeyCreation {
    /// The set.
    public nonisolated let set: ShareSet
    private let records: ShareSetRecords
    private var shares: [ShareHolder: ProvenShare]

    private init(_ set: ShareSet, _ shares: [ProvenShare], records: ShareSetRecords) {
        self.set = set
        self.records = records
        self.shares = Dictionary(uniqueKeysWithValues: shares.map { ($0.holder, $0) })
    }

    // MARK: Beginning

    /// Deals a new key, and writes its record.
    ///
    /// - Parameters:
    ///   - account: The account that is to have the key; `nil` for the one that the key has without anybody.
    ///   - network: The network's id.
    ///   - places: The holders and the places of their shares.
    ///   - records: The profile's records.
    /// - Throws: ``SharedKeyError/storage(reason:)``; nothing was begun then.
    public static func begin(
        for account: AccountId?, on network: ExactText, in places: SharePlaces, records: ShareSetRecords
    ) throws(SharedKeyError) -> SharedKeyCreation {
        let dealt: DealtShares
        do throws(ShareSetError) {
            dealt = try ShareDealer.deal(to: Set(places.places.keys))
        } catch {
            throw .tooFewHolders(places.places.count)
        }
        guard let account = account ?? dealt.set.publicKey.implicitAccountId else {
            preconditionFailure("an ed25519 key has an account")
        }
        return try begin(dealt, of: account, on: network, in: places, records: records)
    }

    /// Deals other shares of an account's key, and writes their record.
    ///
    /// - Parameters:
    ///   - pair: Two shares of the key.
    ///   - account: The account that has the key.
    ///   - network: The network's id.
    ///   - places: The holders and the places of their shares.
    ///   - records: The profile's records.
    /// - Throws: ``SharedKeyError/storage(reason:)``; nothing was begun then.
    public static func begin(
        refreshing pair: SharePair, of account: AccountId, on network: ExactText, in places: SharePlaces,
        records: ShareSetRecords
    ) throws(SharedKeyError) -> SharedKeyCreation {
        let dealt: DealtShares
        do throws(ShareSetError) {
            dealt = try pair.refreshed(for: Set(places.places.keys))
        } catch {
            throw .tooFewHolders(places.places.count)
        }
        return try begin(dealt, of: account, on: network, in: places, records: records)
    }

    private static func begin(
        _ dealt: DealtShares, of account: AccountId, on network: ExactText, in places: SharePlaces,
        records: ShareSetRecords
    ) throws(SharedKeyError) -> SharedKeyCreation {
        try records.add(dealt.set, of: account, on: network, in: places)
        return SharedKeyCreation(dealt.set, dealt.shares, records: records)
    }

    /// Goes on with a creation that was cut off, by two shares that have arrived.
    ///
    /// The shares that haven't are computed again; they are the same ones.
    ///
    /// - Throws: ``SharedKeyError/unknownSet(_:)``; ``SharedKeyError/state(_:_:)`` for a set that isn't pending;
    ///   ``SharedKeyError/missing(_:)``, ``SharedKeyError/share(_:)``, ``SharedKeyError/vault(_:)``.
    public static func resume(
        _ set: ShareSetID, by one: any ShareSource, with other: any ShareSource, records: ShareSetRecords
    ) async throws(SharedKeyError) -> SharedKeyCreation {
        let record = try records.record(of: set)
        guard record.state == .pending else { throw .state(record.state, .pending) }
        let (first, second) = (try await one.share(of: set), try await other.share(of: set))
        let dealt: DealtShares
        do throws(KeyShareError) {
            let pair = try SharePair(
                try ProvenShare(first, of: record.set), try ProvenShare(second, of: record.set))
            dealt = try pair.allShares()
        } catch {
            throw .share(error)
        }
        for share in dealt.shares where [one.holder, other.holder].contains(share.holder) { try records.prove(share) }
        return SharedKeyCreation(record.set, dealt.shares, records: records)
    }

    /// Gives up a set that no account counts on.
    ///
    /// Its shares are erased in the places named, then its record is removed.
    ///
    /// - Throws: ``SharedKeyError/unknownSet(_:)``; ``SharedKeyError/state(_:_:)`` for a set that isn't pending;
    ///   ``SharedKeyError/vault(_:)``.
    public static func giveUp(
        _ set: ShareSetID, erasing places: [VaultShare], records: ShareSetRecords
    ) async throws(SharedKeyError) {
        let record = try records.record(of: set)
        guard record.state == .pending else { throw .state(record.state, .retired) }
        for place in places { try await place.erase(set) }
        try records.remove(set)
    }

    // MARK: Bringing shares to their places

    /// The holders who haven't shown yet that they have their share, in order.
    ///
    /// - Throws: ``SharedKeyError/unknownSet(_:)``, ``SharedKeyError/storage(reason:)``.
    public var missing: [ShareHolder] {
        get throws(SharedKeyError) {
            let proven = try records.record(of: set.id).provenHolders
            return self.set.holders.filter { !proven.contains($0) }
        }
    }

    /// Brings a share to its place.
    ///
    /// - Throws: ``SharedKeyError/share(_:)`` for a holder that the set doesn't have; what the place throws.
    public func deliver(to place: any ShareReceiver) async throws(SharedKeyError) {
        let share = try share(of: place.holder)
        try await place.store(share)
        try records.prove(share)
    }

    /// Returns the words of a share that goes on paper or to the program, to be shown to their owner.
    ///
    /// - Throws: ``SharedKeyError/share(_:)`` for a holder that the set doesn't have;
    ///   ``SharedKeyError/unfit(_:_:)`` for one whose share isn't kept as words.
    public func words(of holder: ShareHolder) throws(SharedKeyError) -> ShareWords {
        let share = try share(of: holder)
        try requireWords(of: holder)
        do throws(ShareWordsError) {
            return try ShareWords(share.share)
        } catch {
            throw .share(.seedPhrase)
        }
    }

    /// Takes words that their owner has typed back, or the program has read back: the drill.
    ///
    /// - Throws: ``SharedKeyError/share(_:)`` for words of another share; ``SharedKeyError/unfit(_:_:)`` for those of a
    ///   holder whose share isn't kept as words.
    public func prove(_ words: ShareWords) throws(SharedKeyError) {
        let share: ProvenShare
        do throws(KeyShareError) {
            share = try ProvenShare(words.share, of: set)
        } catch {
            throw .share(error)
        }
        try requireWords(of: share.holder)
        try records.prove(share)
    }

    /// Ends the creation, once the account has the key.
    ///
    /// The set counts from now on, and shares on their way are wiped.
    ///
    /// - Throws: ``SharedKeyError/unproven(_:)`` before three holders have shown their share.
    public func finish() throws(SharedKeyError) {
        try records.move(set.id, to: .active)
        shares = [:]
    }

    private func requireWords(of holder: ShareHolder) throws(SharedKeyError) {
        switch try records.record(of: set.id).holdings[holder]?.place {
        case .words, .app: break
        case let place: throw .unfit(holder, place ?? .words)
        }
    }

    private func share(of holder: ShareHolder) throws(SharedKeyError) -> ProvenShare {
        guard let share = shares[holder] else { throw .share(.notAHolder(holder)) }
        return share
    }
}
