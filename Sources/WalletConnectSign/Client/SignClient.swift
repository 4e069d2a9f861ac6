// SPDX-License-Identifier: MIT

/// A client of WalletConnect v2 ("Sign") for a program that asks wallets to sign.
///
/// It holds sessions with wallets over a relay: proposes them by a link, sends requests, and tells what wallets do. All
/// decisions are made by an engine without I/O; this actor gives it time, does what it says in the order in which it
/// says it, and resumes each caller once. A connection is opened only while there is a session or an attempt.
///
/// Source: WalletConnect specifications, "Sign".
public actor SignClient {
    enum Run {
        case stopped
        case starting
        case running
        /// The store failed, so that nothing may be done any more until the next start.
        case failed(SignError)
    }

    private let configuration: SignConfiguration
    private let transport: any RelayTransport
    private let store: any SignStore
    private let clock: any SignClock
    private let log: @Sendable (SignNote) -> Void
    private let random: SignRandom

    var run = Run.stopped
    var engine: SignEngine
    private var effects: [SignEffect] = []
    /// The number of the start, since what was to be done before a failure isn't done after the next start.
    private var startNumber = 0
    private var isWorking = false
    private var idleWaiters: [CheckedContinuation<Void, Never>] = []
    private var startWaiters: [CheckedContinuation<SignError?, Never>] = []
    private var timer: (deadline: Duration, task: Task<Void, Never>)?
    /// The time by which a sleep may be too short.
    private static let patience = Duration.seconds(5)
    private var reader: Task<Void, Never>?
    private var lastTicket = 0
    let waiters = SignWaiters()

    /// Creates a client, which does nothing before ``start()``.
    ///
    /// - Parameters:
    ///   - configuration: The settings.
    ///   - transport: The websocket to the relay, which this client alone uses.
    ///   - store: The place of sessions and keys.
    ///   - clock: The clock.
    ///   - log: Hears what belongs into a log; it gets no keys, links or contents.
    /// - Throws: ``SignError/relayUnreachable(_:)`` for a relay's address that can't be used.
    public init(
        _ configuration: SignConfiguration, transport: any RelayTransport, store: any SignStore,
        clock: any SignClock = SystemSignClock(), log: @escaping @Sendable (SignNote) -> Void = { _ in }
    ) throws(SignError) {
        try self.init(
            configuration, transport: transport, store: store, clock: clock, random: .system, log: log)
    }

    init(
        _ configuration: SignConfiguration, transport: any RelayTransport, store: any SignStore,
        clock: any SignClock, random: SignRandom, log: @escaping @Sendable (SignNote) -> Void
    ) throws(SignError) {
        self.configuration = configuration
        self.transport = transport
        self.store = store
        self.clock = clock
        self.random = random
        self.log = log
        engine = SignEngine(try Self.settings(configuration), random: random)
    }

    private static func settings(_ configuration: SignConfiguration) throws(SignError) -> SignEngine.Settings {
        SignEngine.Settings(
            relays: try configuration.addresses(), metadata: configuration.metadata,
            proposesByRelay: configuration.proposesByRelay)
    }

    isolated deinit {
        reader?.cancel()
        timer?.task.cancel()
        waiters.endAll()
    }

    // MARK: Start and end

    /// Reads the store, tells what has ended while the program was off, and connects if there is a session.
    ///
    /// Subscribe to ``events()`` before.
    ///
    /// - Throws: ``SignError/storeLocked(_:)``, ``SignError/storeCorrupt(_:)``.
    public func start() async throws(SignError) {
        switch run {
        case .running: return
        case .starting:
            let error = await withCheckedContinuation { startWaiters.append($0) }
            if let error { throw error }
            return try requireRunning()
        case .stopped, .failed: break
        }
        run = .starting
        var failure: SignError?
        do throws(SignError) {
            try await begin()
        } catch {
            failure = error
        }
        let waiting = startWaiters
        startWaiters = []
        for waiter in waiting { waiter.resume(returning: failure) }
        if let failure { throw failure }
    }

    private func begin() async throws(SignError) {
        let content: SignStoreContent
        do throws(SignStoreError) {
            content = try await store.load()
        } catch {
            run = .stopped
            throw SignError(error)
        }
        guard case .starting = run else { throw .stopped }
        let lastAttempt = engine.lastAttempt
        engine = SignEngine(try Self.settings(configuration), random: random)
        // A number isn't given twice, also where the client was stopped in between.
        engine.lastAttempt = lastAttempt
        run = .running
        startNumber += 1
        if reader == nil {
            let events = transport.events
            reader = Task { [weak self] in
                for await event in events {
                    guard let self else { return }
                    await self.take(.transport(event))
                }
            }
        }
        take(.start(content))
        await workIsDone()
        if case .failed(let error) = run { throw error }
    }

    /// Closes the connection; sessions stay in the store.
    ///
    /// Whoever waits hears ``SignError/stopped``.
    public func stop() async {
        take(.stop)
        await workIsDone()
        if case .failed = run { return }
        run = .stopped
        // Whoever came while the last of it was done.
        waiters.failAll(.stopped)
        timer?.task.cancel()
        timer = nil
    }

    /// Connects anew at once: the network has changed, or the computer woke up.
    public func networkChanged() {
        take(.networkChanged)
    }

    /// Takes another relay or project, and tries again where the relay had refused.
    ///
    /// - Throws: ``SignError/relayUnreachable(_:)`` for an address that can't be used.
    public func settingsChanged(projectId: String, relay: String) throws(SignError) {
        var changed = configuration
        changed.projectId = projectId
        changed.relay = relay
        take(.settingsChanged(try changed.addresses()))
    }

    /// Stops, and ends the streams of ``events()`` once each has what was told until then.
    public func close() async {
        await stop()
        waiters.endStreams()
    }

    // MARK: Work

    /// True while a caller waits for an outcome.
    var hasWaiters: Bool { !waiters.isEmpty }

    func nextTicket() -> Int {
        lastTicket += 1
        return lastTicket
    }

    /// Tells the engine something, and begins to do what it says.
    func take(_ input: SignInput) {
        switch run {
        case .running: break
        case .failed(let error): return waiters.refuse(input, error)
        case .stopped, .starting: return waiters.refuse(input, .stopped)
        }
        effects += engine.handle(input, at: clock.now)
        setTimer()
        guard !isWorking, !effects.isEmpty else { return }
        isWorking = true
        Task { await work() }
    }

    /// Does what the engine says, one after the other.
    private func work() async {
        while !effects.isEmpty {
            let batch = effects
            effects = []
            let start = startNumber
            for effect in batch {
                guard case .running = run, startNumber == start else { break }
                await perform(effect)
            }
        }
        isWorking = false
        if !engine.hasUnsent { waiters.tellSent() }
        let waiting = idleWaiters
        idleWaiters = []
        for waiter in waiting { waiter.resume() }
    }

    /// Waits until everything that the engine has said is done.
    func workIsDone() async {
        guard isWorking else { return }
        await withCheckedContinuation { idleWaiters.append($0) }
    }

    private func perform(_ effect: SignEffect) async {
        switch effect {
        case .store(let changes):
            do throws(SignStoreError) {
                try await store.apply(changes)
            } catch {
                await fail(SignError(error))
            }
        case .open(let opening): await transport.open(opening)
        case .send(let text): await transport.send(text)
        case .close: await transport.close()
        case .offered(let ticket, let offer):
            waiters.offered(
                ticket,
                .success(
                    PairingAttempt(number: offer.number, uri: offer.uri, expires: offer.expires, client: self)))
        case .attemptEnded(let number, let outcome): waiters.attemptEnded(number, outcome)
        case .stored(let ticket, let request): waiters.stored(ticket, request)
        case .answered(let ticket, let outcome): waiters.answered(ticket, outcome)
        case .event(let event): waiters.tell(event)
        case .note(let note): log(note)
        }
    }

    /// Stops everything: what can't be stored must not be done.
    private func fail(_ error: SignError) async {
        run = .failed(error)
        effects = []
        timer?.task.cancel()
        timer = nil
        waiters.failAll(error)
        waiters.tell(.relay(.idle))
        waiters.tell(.failed(error))
        await transport.close()
    }

    /// Sleeps until the engine's next deadline.
    ///
    /// A sleep that is a little shorter than needed is left alone: it wakes up once and sleeps on. A much shorter one
    /// would wake an idle program for nothing, and begins anew with the message that moved the deadline.
    private func setTimer() {
        guard let deadline = engine.deadline else {
            timer?.task.cancel()
            timer = nil
            return
        }
        if let timer, timer.deadline <= deadline, deadline - timer.deadline < Self.patience { return }
        timer?.task.cancel()
        let clock = clock
        let task = Task { [weak self] in
            do {
                try await clock.sleep(until: deadline)
            } catch {
                return
            }
            await self?.timerFired(deadline)
        }
        timer = (deadline, task)
    }

    private func timerFired(_ deadline: Duration) {
        guard timer?.deadline == deadline else { return }
        timer = nil
        take(.tick)
        setTimer()
    }
}

extension SignError {
    package init(_ error: SignStoreError) {
        switch error {
        case .locked(let holder): self = .storeLocked(holder)
        case .failed(let reason): self = .storeCorrupt(reason)
        }
    }
}
