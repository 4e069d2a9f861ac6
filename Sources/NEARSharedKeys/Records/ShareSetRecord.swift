// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARPrimitives
public import NEARShares

/// The record that a profile has of one set of shares; nothing in it is secret.
///
/// With it each share can be checked alone, so a wrong one is named.
public struct ShareSetRecord: Hashable, Sendable {
    /// A share's place and history.
    public struct Holding: Hashable, Sendable {
        /// The place.
        public let place: SharePlace
        /// The time at which the share was put there.
        public let since: Date
        /// The last time at which the share was compared with the set.
        public var proven: Date?

        init(place: SharePlace, since: Date, proven: Date? = nil) {
            self.place = place
            self.since = since
            self.proven = proven
        }
    }

    /// The time for which a retired set's shares stay, sealed as before.
    ///
    /// A node may lie about a rotation; who had erased the shares then would have lost the account.
    public static let retention = Duration.seconds(90 * 86_400)
    /// The time after which the owner is reminded to prove the recovery words.
    public static let drillInterval = Duration.seconds(90 * 86_400)
    /// The number of holders that show their share before an account counts on a set.
    ///
    /// Three holders are two different pairs.
    public static let proofs = 3

    /// The number of nodes that have to show that the account goes on without a retired set.
    public static let wantedWitnesses = 2

    /// The set.
    public internal(set) var set: ShareSet
    /// The network's id.
    public let network: ExactText
    /// The account whose key is shared.
    public let account: AccountId
    /// The part that the set has in the account.
    public internal(set) var state: ShareSetState
    /// The holder that this computer is.
    public internal(set) var here = ShareHolder.device
    /// Each holder's share.
    public internal(set) var holdings: [ShareHolder: Holding]
    /// The time since which the set is retired.
    public internal(set) var retired: Date?
    /// A transaction that the set after this one has signed; `nil` where this profile hasn't sent it.
    ///
    /// Once several nodes show it as final, the account opens without this set.
    public internal(set) var successor: CryptoHash?
    /// The most nodes that have shown at one time that the account goes on without the set.
    public internal(set) var witnesses = 0
    /// The daily keys that this set's key has added, and that may be on the account.
    public internal(set) var dailyKeys: [DailyKeyRecord] = []

    /// The set's name.
    public var id: ShareSetID { self.set.id }

    /// The holders who have shown that they have their share.
    public var provenHolders: [ShareHolder] { self.set.holders.filter { holdings[$0]?.proven != nil } }

    /// True for a set that waits for nothing but its account.
    var isWhole: Bool { state == .pending && provenHolders.count == self.set.holders.count }

    /// Makes the record of a set that was just dealt.
    ///
    /// - Throws: ``SharedKeyError/unfit(_:_:)``, ``SharedKeyError/tooFewHolders(_:)`` where places and holders differ.
    init(
        _ set: ShareSet, of account: AccountId, on network: ExactText, in places: SharePlaces, now: Date
    ) throws(SharedKeyError) {
        for (holder, place) in places.places where !set.holders.contains(holder) { throw .unfit(holder, place) }
        guard places.places.count == set.holders.count else { throw .tooFewHolders(places.places.count) }
        self.init(
            set: set, network: network, account: account, state: .pending,
            holdings: places.places.mapValues { Holding(place: $0, since: now.wholeSeconds) }, retired: nil)
    }

    init(
        set: ShareSet, network: ExactText, account: AccountId, state: ShareSetState, holdings: [ShareHolder: Holding],
        retired: Date?, successor: CryptoHash? = nil, witnesses: Int = 0, dailyKeys: [DailyKeyRecord] = [],
        here: ShareHolder = .device
    ) {
        self.set = set
        self.here = here
        self.network = network
        self.account = account
        self.state = state
        self.holdings = holdings
        self.retired = retired
        self.successor = successor
        self.witnesses = witnesses
        self.dailyKeys = dailyKeys
    }

    // MARK: Changes

    /// Adds a further computer that got a share of the same line.
    ///
    /// - Throws: ``SharedKeyError/share(_:)`` for a holder that has one, or that isn't a computer.
    mutating func add(_ holder: ShareHolder, at time: Date) throws(SharedKeyError) {
        guard holder.isComputer, holdings[holder] == nil else { throw .share(.holderTaken(holder)) }
        self.set = self.set.adding(holder)
        holdings[holder] = Holding(place: .elsewhere, since: time.wholeSeconds)
    }

    /// Notes that a holder's share was compared with the set.
    mutating func prove(_ share: ProvenShare, at time: Date) {
        guard share.set.id == id else { return }
        holdings[share.holder]?.proven = time.wholeSeconds
    }

    /// Changes the set's part: from pending to active to retired, and back where a node had lied about a rotation.
    ///
    /// - Throws: ``SharedKeyError/state(_:_:)``, ``SharedKeyError/unproven(_:)``.
    mutating func move(to new: ShareSetState, at time: Date) throws(SharedKeyError) {
        switch (state, new) {
        case (.pending, .active):
            guard provenHolders.count >= Self.proofs else { throw .unproven(provenHolders.count) }
        // It counted before, so nothing has to be shown: on a computer that took the account over two have shown it.
        case (.retired, .active): (retired, successor, witnesses) = (nil, nil, 0)
        case (.active, .retired), (.pending, .retired): (retired, successor, witnesses) = (time.wholeSeconds, nil, 0)
        default: throw .state(state, new)
        }
        state = new
    }

    /// Takes an active set back whose key the account doesn't have.
    ///
    /// One that was to take the place of the set that counts waits again, where all of its holders have their share:
    /// the replacement goes on with it. The shares of any other are kept as those of a set that was replaced.
    mutating func takeBack(isNewer: Bool, at time: Date) throws(SharedKeyError) {
        guard state == .active else { throw .state(state, .pending) }
        guard !isNewer || provenHolders.count < self.set.holders.count else {
            state = .pending
            return
        }
        (state, retired, successor, witnesses) = (.retired, time.wholeSeconds, nil, 0)
    }

    /// True while nodes are still to be asked if the account goes on without a retired set.
    var needsWitnesses: Bool { state == .retired && witnesses < Self.wantedWitnesses }

    /// Returns whether a retired set's shares may be erased at a time.
    public func mayBeErased(at time: Date) -> Bool { witnesses >= Self.wantedWitnesses && isOld(at: time) }

    /// Returns true if nobody has proven the recovery words for so long that they may be lost without being missed.
    public func isDrillDue(at time: Date) -> Bool {
        guard state == .active, let recovery = holdings[.recovery], recovery.place == .words else { return false }
        let last = recovery.proven ?? recovery.since
        return time.timeIntervalSince(last) >= TimeInterval(Self.drillInterval.components.seconds)
    }

    /// Returns whether a set was retired as long ago as its shares stay.
    func isOld(at time: Date) -> Bool {
        guard state == .retired, let retired else { return false }
        return time.timeIntervalSince(retired) >= TimeInterval(Self.retention.components.seconds)
    }
}

extension Date {
    /// The time without its fraction, as documents have it.
    var wholeSeconds: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }
}
