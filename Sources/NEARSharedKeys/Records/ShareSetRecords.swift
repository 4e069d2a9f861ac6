// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARConnectCore
public import NEARPrimitives
public import NEARShares
internal import Synchronization

/// The records of a profile's shared keys, in `shared-keys.json` in its data folder.
///
/// The file has no secret. It is replaced as a whole and changed under a lock; one that can't be understood is moved
/// aside and reported, never deleted. Every change is on the disk when its call returns. Safe to use on any thread;
/// calls wait for the disk.
public final class ShareSetRecords: Sendable {
    private let folder: URL
    private let now: @Sendable () -> Date
    private let afterStep: @Sendable (AtomicFile.Step) throws -> Void
    private let problem = Mutex<String?>(nil)

    /// Prepares to read a profile's records; nothing is read or created yet.
    public convenience init(_ folders: ProfileFolders) {
        self.init(folder: folders.data)
    }

    /// Prepares to read records, for tests.
    package init(
        folder: URL, now: @escaping @Sendable () -> Date = { Date() },
        afterStep: @escaping @Sendable (AtomicFile.Step) throws -> Void = { _ in }
    ) {
        self.folder = folder
        self.now = now
        self.afterStep = afterStep
    }

    /// The file, whether it exists or not.
    public var file: URL { folder.appendingPathComponent("\(ShareSetDocument.name).json") }

    /// Returns, once, a sentence about a file that couldn't be understood and was moved aside.
    public func takeProblem() -> String? { problem.withLock { $0.take() } }

    /// Returns all records, in the order in which they were added.
    ///
    /// - Throws: ``SharedKeyError/storage(reason:)``.
    public func all() throws(SharedKeyError) -> [ShareSetRecord] {
        do throws(NEARError) {
            return note(try store.load())
        } catch {
            throw Self.failed(error)
        }
    }

    /// Returns the record of a set.
    ///
    /// - Throws: ``SharedKeyError/unknownSet(_:)``, ``SharedKeyError/storage(reason:)``.
    public func record(of set: ShareSetID) throws(SharedKeyError) -> ShareSetRecord {
        guard let record = try all().first(where: { $0.id == set }) else { throw .unknownSet(set) }
        return record
    }

    /// Adds the record of a set that was just dealt; it is pending.
    ///
    /// - Throws: ``SharedKeyError/setExists(_:)``, ``SharedKeyError/unfit(_:_:)``,
    ///   ``SharedKeyError/tooFewHolders(_:)``, ``SharedKeyError/storage(reason:)``.
    @discardableResult
    public func add(
        _ set: ShareSet, of account: AccountId, on network: ExactText, in places: SharePlaces
    ) throws(SharedKeyError) -> ShareSetRecord {
        let record = try ShareSetRecord(set, of: account, on: network, in: places, now: now())
        try append(record)
        return record
    }

    /// Adds the record of a set that was made on another computer, and whose key the account has.
    ///
    /// It is active, since the account counts on it already; the caller has compared a share with it.
    ///
    /// - Parameter here: The holder that this computer is.
    /// - Throws: As ``add(_:of:on:in:)``.
    func adopt(
        _ set: ShareSet, of account: AccountId, on network: ExactText, in places: SharePlaces, here: ShareHolder
    ) throws(SharedKeyError) {
        var all = places.places
        if here != .device { all[here] = all.updateValue(.elsewhere, forKey: .device) }
        for holder in set.holders where holder.isComputer && all[holder] == nil { all[holder] = .elsewhere }
        var record = try ShareSetRecord(
            set, of: account, on: network, in: SharePlaces(all, here: here), now: now())
        (record.state, record.here) = (.active, here)
        try append(record)
    }

    /// Adds the record of a set of which this computer got a share of its own by another computer.
    ///
    /// - Throws: ``SharedKeyError/setExists(_:)``, ``SharedKeyError/storage(reason:)``.
    func join(_ record: ShareSetRecord) throws(SharedKeyError) { try append(record) }

    /// Refuses a further record where there is no room for one.
    ///
    /// - Throws: ``SharedKeyError/storage(reason:)``.
    func checkRoom() throws(SharedKeyError) {
        guard try all().count < ShareSetDocument.setLimit else { throw .storage(reason: ShareSetDocument.full) }
    }

    /// Adds a record, while there is room for one.
    private func append(_ record: ShareSetRecord) throws(SharedKeyError) {
        try change { records throws(SharedKeyError) in
            guard !records.contains(where: { $0.id == record.id }) else { throw .setExists(record.id) }
            guard records.count < ShareSetDocument.setLimit else { throw .storage(reason: ShareSetDocument.full) }
            records.append(record)
        }
    }

    /// Notes that a further computer was given a share.
    ///
    /// - Throws: ``SharedKeyError/share(_:)`` where it has one; ``SharedKeyError/unknownSet(_:)``,
    ///   ``SharedKeyError/storage(reason:)``.
    func add(_ computer: ShareHolder, to set: ShareSetID) throws(SharedKeyError) {
        let time = now()
        try change(set) { record throws(SharedKeyError) in try record.add(computer, at: time) }
    }

    /// Notes that a holder's share was compared with its set.
    ///
    /// - Throws: ``SharedKeyError/unknownSet(_:)``, ``SharedKeyError/storage(reason:)``.
    public func prove(_ share: ProvenShare) throws(SharedKeyError) {
        let time = now()
        try change(share.set.id) { record throws(SharedKeyError) in record.prove(share, at: time) }
    }

    /// Changes the part that a set has in its account.
    ///
    /// - Throws: ``SharedKeyError/state(_:_:)``; ``SharedKeyError/unproven(_:)`` for a set that is to become active
    ///   before three holders have shown their share; ``SharedKeyError/unknownSet(_:)``,
    ///   ``SharedKeyError/storage(reason:)``.
    public func move(_ set: ShareSetID, to state: ShareSetState) throws(SharedKeyError) {
        let time = now()
        try change(set) { record throws(SharedKeyError) in try record.move(to: state, at: time) }
    }

    /// Changes two sets' parts in one step: the new one's key has taken the old one's place on the account.
    ///
    /// - Parameter proof: A transaction that the new set has signed; `nil` where it isn't known.
    /// - Throws: As ``move(_:to:)``.
    public func replace(_ old: ShareSetID, by new: ShareSetID, proof: CryptoHash?) throws(SharedKeyError) {
        let time = now()
        try change { records throws(SharedKeyError) in
            for (set, state) in [(new, ShareSetState.active), (old, .retired)] {
                guard let index = records.firstIndex(where: { $0.id == set }) else { throw .unknownSet(set) }
                if records[index].state != state { try records[index].move(to: state, at: time) }
                if set == old, let proof { records[index].successor = proof }
            }
            // Other shares of the same key: its daily keys are the account's as before.
            guard let before = records.firstIndex(where: { $0.id == old }),
                let after = records.firstIndex(where: { $0.id == new }),
                records[before].set.publicKey == records[after].set.publicKey
            else { return }
            records[after].dailyKeys += records[before].dailyKeys
            records[before].dailyKeys = []
        }
    }

    /// Takes a rotation back that a node had made up: the old set counts again.
    ///
    /// - Throws: As ``move(_:to:)``.
    func restore(_ old: ShareSetID, inPlaceOf new: ShareSetID) throws(SharedKeyError) {
        let time = now()
        try change { records throws(SharedKeyError) in
            guard let before = records.firstIndex(where: { $0.id == old }) else { throw .unknownSet(old) }
            guard let after = records.firstIndex(where: { $0.id == new }) else { throw .unknownSet(new) }
            try records[before].move(to: .active, at: time)
            // Records are in the order of their making: an older key never comes back by a replacement.
            try records[after].takeBack(isNewer: after > before, at: time)
        }
    }

    /// Notes how many nodes have shown, at one time, that the account goes on without a set.
    ///
    /// - Parameter seen: The set's record as it was when they were asked; one that counts again by now stays as it is.
    func note(witnesses count: Int, of seen: ShareSetRecord) throws(SharedKeyError) {
        try change { records throws(SharedKeyError) in
            let index = records.firstIndex { $0.id == seen.id && $0.state == .retired && $0.retired == seen.retired }
            guard let index else { return }
            records[index].witnesses = max(records[index].witnesses, count)
        }
    }

    /// Removes the record of a set; the shares stay where they are.
    ///
    /// - Throws: ``SharedKeyError/unknownSet(_:)``, ``SharedKeyError/storage(reason:)``.
    public func remove(_ set: ShareSetID) throws(SharedKeyError) {
        try change { records throws(SharedKeyError) in
            guard records.contains(where: { $0.id == set }) else { throw .unknownSet(set) }
            records.removeAll { $0.id == set }
        }
    }

    // MARK: Daily keys

    /// The present time, as records have it.
    var time: Date { now().wholeSeconds }

    /// Adds the record of a daily key to its set's.
    ///
    /// Where there are as many as there may be, the oldest one that no node shows any more makes room.
    ///
    /// - Throws: ``SharedKeyError/dailyKey(_:)`` where the set has as many as it may.
    func add(_ key: DailyKeyRecord, to set: ShareSetID) throws(SharedKeyError) {
        try change(set) { record throws(SharedKeyError) in
            if record.dailyKeys.count >= DailyKeyRecord.limit {
                guard let hidden = record.dailyKeys.firstIndex(where: \.isHidden) else {
                    throw .dailyKey(.tooMany)
                }
                record.dailyKeys.remove(at: hidden)
            }
            record.dailyKeys.append(key)
        }
    }

    /// Has a daily key that no node shows end now, unless it has ended before.
    func hide(_ key: DailyKeyRecord) throws(SharedKeyError) {
        let now = time
        try change { records throws(SharedKeyError) in
            for set in records.indices {
                for index in records[set].dailyKeys.indices {
                    let found = records[set].dailyKeys[index]
                    guard found.publicKey == key.publicKey else { continue }
                    records[set].dailyKeys[index] = DailyKeyRecord(
                        publicKey: found.publicKey, contractId: found.contractId, ends: min(found.ends, now),
                        isHidden: true)
                }
            }
        }
    }

    /// Removes the record of a daily key; does nothing if there is none.
    func remove(_ key: DailyKeyRecord) throws(SharedKeyError) {
        try change { records throws(SharedKeyError) in
            for index in records.indices { records[index].dailyKeys.removeAll { $0.publicKey == key.publicKey } }
        }
    }

    // MARK: Storage

    private var store: DocumentStore<ShareSetDocument> {
        DocumentStore(folder: folder, patience: .seconds(2), now: now, afterStep: afterStep)
    }

    private static func failed(_ error: NEARError) -> SharedKeyError {
        if case .storage(let reason) = error { return .storage(reason: reason) }
        return .storage(reason: "\(error)")
    }

    private func note(_ loaded: DocumentStore<ShareSetDocument>.Loaded) -> [ShareSetRecord] {
        if let sentence = loaded.problem { problem.withLock { $0 = sentence } }
        return loaded.content
    }

    private func change(
        _ set: ShareSetID, _ body: (inout ShareSetRecord) throws(SharedKeyError) -> Void
    ) throws(SharedKeyError) {
        try change { records throws(SharedKeyError) in
            guard let index = records.firstIndex(where: { $0.id == set }) else { throw .unknownSet(set) }
            try body(&records[index])
        }
    }

    private func change(_ body: (inout [ShareSetRecord]) throws(SharedKeyError) -> Void) throws(SharedKeyError) {
        var refusal: SharedKeyError?
        do throws(NEARError) {
            let loaded = try store.change { records throws(NEARError) in
                do throws(SharedKeyError) {
                    var changed = records
                    try body(&changed)
                    records = changed
                } catch {
                    refusal = error
                }
            }
            _ = note(loaded)
        } catch {
            throw Self.failed(error)
        }
        if let refusal { throw refusal }
    }
}
