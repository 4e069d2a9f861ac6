// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import WalletConnectSign

/// An engine with a store, a relay in memory and a clock that only the test moves.
///
/// Everything happens at once and in order; nothing waits.
final class EngineWorld {
    var engine: SignEngine
    var now = SignTime(wall: UnixTime(seconds: 1_763_800_000), uptime: .seconds(1000))
    var stored = SignStoreContent()
    var relay = TestRelay()

    /// The relay's way to take connections; `nil` is silence.
    var opening: () -> RelayTransportEvent.Kind? = { .opened }
    /// The number of changes after which the store is dead, as after a kill.
    var changesLeft: Int?
    private(set) var isKilled = false

    private(set) var openings: [RelayOpening] = []
    private(set) var openingTimes: [Duration] = []
    private(set) var offers: [Int: PairingOffer] = [:]
    private(set) var answers: [Int: [Result<JSONValue, SignError>]] = [:]
    private(set) var outcomes: [Int: [Result<SignSession, SignError>]] = [:]
    private(set) var storedRequests: [Int: StoredRequest] = [:]
    private(set) var events: [SignEvent] = []
    private(set) var notes: [SignNote] = []
    private(set) var isConnected = false
    private var connection = 0
    private var frames: [RelayTransportEvent] = []
    private var lastTicket = 0

    static let metadata = AppMetadata(name: "Test", description: "A test", url: "https://app.example")

    init(seed: UInt64 = 1, proposesByRelay: Bool = false) throws {
        let address = try #require(RelayAddress("wss://relay.example", project: "p", agent: "wc-2/test"))
        engine = SignEngine(
            SignEngine.Settings(relays: [address], metadata: Self.metadata, proposesByRelay: proposesByRelay),
            random: .seeded(seed))
    }

    // MARK: Driving

    func start() {
        give(.start(stored))
    }

    /// Tells the engine something, does what it says, and hands over what comes of it.
    func give(_ input: SignInput) {
        perform(engine.handle(input, at: now))
        runFrames()
    }

    /// Hands the engine what the relay has said.
    func runFrames() {
        while !frames.isEmpty, !isKilled { perform(engine.handle(.transport(frames.removeFirst()), at: now)) }
    }

    private func perform(_ effects: [SignEffect]) {
        for effect in effects where !isKilled {
            switch effect {
            case .store(let changes): store(changes)
            case .open(let opening): open(opening)
            case .send(let text):
                guard isConnected else { break }
                say(relay.receive(text))
            case .close: isConnected = false
            case .offered(let ticket, let offer): offers[ticket] = offer
            case .answered(let ticket, let answer): answers[ticket, default: []].append(answer)
            case .attemptEnded(let number, let outcome): outcomes[number, default: []].append(outcome)
            case .stored(let ticket, let request): storedRequests[ticket] = request
            case .event(let event): events.append(event)
            case .note(let note): notes.append(note)
            }
        }
    }

    private func store(_ changes: [SignStoreChange]) {
        for change in changes {
            if let left = changesLeft {
                guard left > 0 else {
                    isKilled = true
                    return
                }
                changesLeft = left - 1
            }
            stored.apply(change)
        }
    }

    private func open(_ opening: RelayOpening) {
        openings.append(opening)
        openingTimes.append(now.uptime)
        connection = opening.connection
        relay.disconnect()
        guard let kind = self.opening() else { return }
        isConnected = kind == .opened
        frames.append(RelayTransportEvent(connection: connection, kind: kind))
    }

    /// Puts texts of the relay onto the socket.
    func say(_ texts: [String]) {
        guard isConnected else { return }
        frames += texts.map { RelayTransportEvent(connection: connection, kind: .text($0)) }
    }

    /// Puts texts of the relay onto the socket, and has them read.
    func hear(_ texts: [String]) {
        say(texts)
        runFrames()
    }

    /// Ends the connection from outside.
    func cut(code: Int = 0, reason: String = "") {
        guard isConnected else { return }
        isConnected = false
        relay.disconnect()
        frames.append(RelayTransportEvent(connection: connection, kind: .closed(code: code, reason: reason)))
        runFrames()
    }

    /// A pong has come.
    func pong() {
        frames.append(RelayTransportEvent(connection: connection, kind: .heard))
        runFrames()
    }

    /// Moves the clock, and stops at each of the engine's deadlines.
    ///
    /// While the relay is there it answers pings.
    func advance(by duration: Duration, ponging: Bool = true) {
        let end = now.uptime + duration
        while !isKilled {
            if ponging, isConnected, now.uptime + .seconds(25) < end, engine.deadline ?? end > now.uptime + .seconds(25)
            {
                move(to: now.uptime + .seconds(25))
                pong()
                continue
            }
            guard let deadline = engine.deadline, deadline <= end else { break }
            move(to: max(deadline, now.uptime))
            if ponging, isConnected { pong() }
            give(.tick)
        }
        move(to: end)
    }

    private func move(to uptime: Duration) {
        let passed = max(.zero, uptime - now.uptime)
        let (seconds, attoseconds) = passed.components
        // Rounded up, so that a deadline by the time of day isn't missed by a part of a millisecond.
        let milliseconds = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        now = SignTime(
            wall: UnixTime(milliseconds: now.wall.milliseconds + milliseconds), uptime: max(uptime, now.uptime))
    }

    /// Ends the process, keeps the store, and starts another one.
    func restart(seed: UInt64 = 1_000_003) throws {
        let address = try #require(RelayAddress("wss://relay.example", project: "p", agent: "wc-2/test"))
        engine = SignEngine(
            SignEngine.Settings(relays: [address], metadata: Self.metadata, proposesByRelay: false),
            random: .seeded(seed))
        isConnected = false
        isKilled = false
        changesLeft = nil
        frames = []
        relay.disconnect()
        start()
    }

    /// Forgets what callers of an ended process have heard.
    func forgetWaiters() {
        (answers, outcomes, offers, storedRequests) = ([:], [:], [:], [:])
    }

    // MARK: Doing

    func nextTicket() -> Int {
        lastTicket += 1
        return lastTicket
    }

    static let chain = ChainID("near:testnet")
    static func proposal() throws -> SessionProposal {
        SessionProposal(
            required: [
                "near": NamespaceRequest(
                    chains: [try #require(chain)], methods: ["near_getAccounts", "near_signTransaction"],
                    events: [])
            ], owner: "wallet-connect")
    }

    @discardableResult
    func propose(_ proposal: SessionProposal? = nil) throws -> Int {
        let ticket = nextTicket()
        give(.propose(ticket: ticket, try proposal ?? Self.proposal()))
        return ticket
    }

    /// A wallet that has scanned the link of an offer.
    func wallet(for ticket: Int) throws -> TestWallet {
        let uri = try #require(offers[ticket]).uri
        let message = try #require(relay.fetch(uri.topic).first).message
        return try #require(try TestWallet(uri.text, proposal: message, at: now.wall))
    }

    /// Sends a wallet's message within its session.
    func send(_ message: RPCMessage, from wallet: TestWallet) {
        hear(relay.deliver(wallet.sealed(message), on: wallet.topic))
    }

    /// Approves and settles in the older way.
    func connect(_ wallet: inout TestWallet, namespaces: JSONValue = TestWallet.grants) {
        hear(relay.deliver(wallet.sealedForPairing(wallet.approval), on: wallet.pairing.topic))
        send(
            wallet.settlement(namespaces: namespaces, expiry: now.wall.seconds + 604_800), from: wallet)
    }

    /// Makes a session.
    func session() throws -> (TestWallet, SignSession) {
        let ticket = try propose()
        var wallet = try wallet(for: ticket)
        connect(&wallet)
        let number = try #require(offers[ticket]).number
        let outcome = try #require(outcomes[number]?.first)
        _ = relay.fetch(wallet.topic)
        return (wallet, try outcome.get())
    }

    @discardableResult
    func request(_ wallet: TestWallet, method: String = "near_getAccounts", seconds: Int64 = 300) throws -> Int {
        let ticket = nextTicket()
        give(
            .request(
                ticket: ticket,
                RequestOrder(
                    session: wallet.topic, chain: try #require(Self.chain), method: method, params: ["a": 1],
                    seconds: seconds)))
        return ticket
    }

    /// Takes what waits for the wallet out of the session's mailbox.
    func read(_ wallet: TestWallet) -> [RPCMessage] { relay.fetch(wallet.topic).compactMap { wallet.read($0.message) } }

    /// The answers' errors, for comparison.
    func error(_ ticket: Int) -> SignError? {
        if case .failure(let error)? = answers[ticket]?.first { error } else { nil }
    }

    func attemptError(_ ticket: Int) -> SignError? {
        guard let number = offers[ticket]?.number, case .failure(let error)? = outcomes[number]?.first else {
            return nil
        }
        return error
    }

    /// The ends that the program has heard of.
    var ends: [SignEnd] {
        events.compactMap { if case .ended(_, let end) = $0 { end } else { nil } }
    }
}

extension [RPCMessage] {
    /// The ids of requests of this method.
    func ids(_ method: String) -> [RPCIdentifier] {
        compactMap { if case .request(let id, method, _) = $0 { id } else { nil } }
    }
}
