// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// All decisions of a sign client, without a socket, a file, a clock or a thread.
///
/// It is told what happens and when, and returns what is to be done, in order. The same inputs at the same times give
/// the same decisions, so that tests need no waiting; only keys are chosen anew.
struct SignEngine: Sendable {
    /// The settings of a client.
    struct Settings: Sendable {
        /// The relay's addresses; the first one is used.
        var relays: [RelayAddress]
        let metadata: AppMetadata
        /// True to hand proposals over by the relay's newer call, `wc_proposeSession`.
        let proposesByRelay: Bool
    }

    var settings: Settings
    var random: SignRandom
    var ids = IdentifierSource()
    var now = SignTime(wall: UnixTime(milliseconds: 0), uptime: .zero)

    var identity: ClientIdentity?
    var link = RelayLink()
    var sessions: [Topic: SessionState] = [:]
    /// The attempts by their pairing topics.
    var attempts: [Topic: Attempt] = [:]
    var lastAttempt = 0
    var requests: [RequestRef: OpenRequest] = [:]
    /// The answers that came too late and that the program hasn't written down yet.
    var late: [RequestRef: LateAnswer] = [:]
    var pings: [RequestRef: Ping] = [:]
    var outbox: [UInt64: OutboxEntry] = [:]
    /// True while wallets are to be told something that the relay doesn't have yet.
    var hasUnsent: Bool { outbox.values.contains { $0.purpose == .persistent } }
    var deliveries = RecentHashes(limit: SignLimits.deliveries)
    /// Messages for topics that an approval under way may make known.
    var early: [RelayDelivery] = []
    var inboxCount: UInt64 = 0

    /// A ping that waits for its answer.
    struct Ping: Sendable {
        let ticket: Int
        let until: Duration
    }

    private var effects: [SignEffect] = []
    private var changes: [SignStoreChange] = []
    /// Effects that wait until a message is worked on completely.
    private var held: [SignEffect]?
    private var toldState = RelayState.idle

    init(_ settings: Settings, random: SignRandom) {
        self.settings = settings
        self.random = random
    }

    /// Takes in what happened and returns what is to be done.
    mutating func handle(_ input: SignInput, at now: SignTime) -> [SignEffect] {
        self.now = now
        switch input {
        case .start(let content): restore(content)
        case .transport(let event): receive(event)
        case .tick: break
        case .networkChanged: networkChanged()
        case .settingsChanged(let relays): settingsChanged(relays)
        case .propose(let ticket, let proposal): propose(proposal, ticket: ticket)
        case .cancelAttempt(let number): cancelAttempt(number)
        case .request(let ticket, let order): request(order, ticket: ticket)
        case .cancel(let ticket): cancel(ticket: ticket)
        case .ping(let ticket, let topic): ping(topic, ticket: ticket)
        case .disconnect(let topic, let reason): disconnect(topic, reason)
        case .opened(let topic, let links): note(links, openedFor: topic)
        case .noted(let ref): forgetLate(ref)
        case .stop: stop()
        }
        if identity != nil { pump() }
        flush()
        defer { effects = [] }
        return effects
    }

    /// Does what the present state and time demand, after every input.
    private mutating func pump() {
        expire()
        if !early.isEmpty { takeEarly() }
        keepConnection()
        if link.isOpen {
            sendSubscriptions()
            sendOutbox()
        }
        tellState()
    }

    // MARK: Effects

    /// Adds an effect, behind the changes that were made before it.
    mutating func emit(_ effect: SignEffect) {
        if held != nil {
            held?.append(effect)
        } else {
            flush()
            effects.append(effect)
        }
    }

    /// Adds a change of what is stored.
    mutating func persist(_ change: SignStoreChange) {
        changes.append(change)
    }

    private mutating func flush() {
        guard !changes.isEmpty else { return }
        effects.append(.store(changes))
        changes = []
    }

    /// Works on a stored message: what comes of it is stored as one batch, before anything of it is done.
    mutating func withInboxRecord(_ key: SignRecordKey, _ work: (inout SignEngine) -> Void) {
        held = []
        work(&self)
        persist(.remove(key))
        let done = held ?? []
        held = nil
        flush()
        effects += done
    }

    /// Forgets everything: the store has it, and the next start reads it again.
    mutating func tellStopped() {
        identity = nil
        (sessions, attempts, requests, late, pings, outbox, early) = ([:], [:], [:], [:], [:], [:], [])
        tellState()
    }

    private mutating func tellState() {
        let state = relayState
        guard state != toldState else { return }
        toldState = state
        emit(.event(.relay(state)))
    }

    /// The state of the connection, as a program is told it.
    var relayState: RelayState {
        switch link.phase {
        case .idle: .idle
        case .opening: .connecting
        case .open: .connected
        case .waiting(let until, let reason): .waiting(until: wallTime(of: until), reason: reason)
        case .refused(let refusal): .refused(refusal)
        }
    }

    private func wallTime(of uptime: Duration) -> UnixTime {
        let (seconds, attoseconds) = max(.zero, uptime - now.uptime).components
        return UnixTime(milliseconds: now.wall.milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
