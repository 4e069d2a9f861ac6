// SPDX-License-Identifier: MIT

public import NEARPrimitives

extension SignClient {
    /// The sessions, in the order in which they were settled.
    public var sessions: [SignSession] {
        engine.sessions.values.map(\.session).sorted { ($0.settled, $0.topic) < ($1.settled, $1.topic) }
    }

    /// The state of the connection to the relay.
    public var relay: RelayState { engine.relayState }

    /// Returns a stream of events for one subscriber.
    ///
    /// A subscriber that sleeps loses no session's making or end and no late answer. Of the relay's states, and of a
    /// session's changes, it gets the newest; of the events that wallets send, the newest ``SignLimits/events``.
    public func events() -> AsyncStream<SignEvent> {
        let queue = SignEventQueue()
        waiters.subscribe(queue)
        // The stream alone has the subscription, so that the queue goes with it.
        let subscription = SignSubscription(queue)
        return AsyncStream { await subscription.queue.next() }
    }

    /// Proposes a session, and returns once the relay has stored the proposal.
    ///
    /// - Throws: ``SignError``, within 15 seconds where the relay can't be reached.
    public func propose(_ proposal: SessionProposal) async throws(SignError) -> PairingAttempt {
        try requireRunning()
        let ticket = nextTicket()
        let offer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiters.waitForOffer(ticket, continuation)
                take(.propose(ticket: ticket, proposal))
            }
        } onCancel: {
            Task { await cancel(ticket) }
        }
        return try offer.get()
    }

    func cancel(_ ticket: Int) {
        take(.cancel(ticket: ticket))
    }

    func cancelAttempt(_ number: Int) async {
        take(.cancelAttempt(number))
        await workIsDone()
    }

    func outcome(ofAttempt number: Int) async throws(SignError) -> SignSession {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { waiters.waitForOutcome(number, $0) }
        } onCancel: {
            Task { await cancelAttempt(number) }
        }
        return try outcome.get()
    }

    /// Sends a request to a wallet and waits for its answer.
    ///
    /// - Parameters:
    ///   - method: A method that the session grants.
    ///   - params: The method's parameters.
    ///   - chain: A chain that the session grants.
    ///   - session: The session.
    ///   - expiry: The time for which the request counts, from 5 minutes to 7 days.
    ///   - stored: Called once the relay has the request, which is the time to open the wallet.
    /// - Returns: The wallet's result as it is; whoever asked checks it.
    /// - Throws: ``SignError``.
    public func request(
        _ method: String, _ params: JSONValue, chain: ChainID, session: Topic, expiry: Duration = .seconds(300),
        stored: (@Sendable (StoredRequest) -> Void)? = nil
    ) async throws(SignError) -> JSONValue {
        try requireRunning()
        let order = RequestOrder(
            session: session, chain: chain, method: method, params: params, seconds: expiry.components.seconds)
        let ticket = nextTicket()
        return try await answer(ticket, to: .request(ticket: ticket, order), stored: stored)
    }

    /// Asks whether the wallet is there; a silent one keeps its session.
    ///
    /// - Throws: ``SignError/walletSilent`` after 30 seconds.
    public func ping(_ session: Topic) async throws(SignError) {
        try requireRunning()
        let ticket = nextTicket()
        _ = try await answer(ticket, to: .ping(ticket: ticket, session), stored: nil)
    }

    private func answer(
        _ ticket: Int, to input: SignInput, stored: (@Sendable (StoredRequest) -> Void)?
    ) async throws(SignError) -> JSONValue {
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiters.waitForAnswer(ticket, continuation, stored: stored)
                take(input)
            }
        } onCancel: {
            Task { await cancel(ticket) }
        }
        return try answer.get()
    }

    /// Ends a session, which is gone here when this returns.
    ///
    /// The wallet is told as soon as the relay is there.
    public func disconnect(_ session: Topic, reason: SignReason = .userDisconnected) async {
        take(.disconnect(session, reason))
        await workIsDone()
    }

    /// Notes the links by which the user opened a session's wallet when pairing, so that it can be opened again.
    public func note(_ links: WalletLinks, openedFor session: Topic) async {
        take(.opened(session, links))
        await workIsDone()
    }

    /// Says that an answer that came too late is written down, so that it isn't told again after a restart.
    public func noted(_ answer: LateAnswer) async {
        take(.noted(answer.ref))
        await workIsDone()
    }

    /// Waits until the relay has everything that wallets are to be told, such as the end of a session.
    ///
    /// - Parameter limit: The longest wait.
    /// - Returns: False if some of it is left; it is sent with the next connection, also after a restart.
    @discardableResult
    package func allIsSent(within limit: Duration) async -> Bool {
        await workIsDone()
        guard engine.hasUnsent else { return true }
        let ticket = nextTicket()
        let timer = Task {
            try await Task.sleep(for: limit)
            waiters.tellUnsent(ticket)
        }
        defer { timer.cancel() }
        return await withCheckedContinuation { waiters.waitUntilSent(ticket, $0) }
    }

    func requireRunning() throws(SignError) {
        switch run {
        case .running: return
        case .failed(let error): throw error
        case .stopped, .starting: throw .stopped
        }
    }
}
