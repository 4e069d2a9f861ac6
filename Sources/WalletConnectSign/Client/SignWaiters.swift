// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// Everybody who waits for a sign client: callers, each resumed once, and subscribers.
///
/// It belongs to the client's actor and is used there only.
final class SignWaiters {
    /// The most outcomes of attempts that nobody has asked for.
    private static let outcomeLimit = 64

    typealias Offer = Result<PairingAttempt, SignError>
    typealias Answer = Result<JSONValue, SignError>
    typealias Outcome = Result<SignSession, SignError>

    private var offers: [Int: CheckedContinuation<Offer, Never>] = [:]
    private var answers: [Int: CheckedContinuation<Answer, Never>] = [:]
    private var storedHandlers: [Int: @Sendable (StoredRequest) -> Void] = [:]
    /// The attempts whose links were given out and that haven't ended.
    private var openAttempts: Set<Int> = []
    private var outcomes: [Int: Outcome] = [:]
    private var outcomeWaiters: [Int: [CheckedContinuation<Outcome, Never>]] = [:]
    private var sentWaiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    private var subscribers: [SignEventQueue] = []

    // MARK: Waiting

    func waitForOffer(_ ticket: Int, _ continuation: CheckedContinuation<Offer, Never>) {
        offers[ticket] = continuation
    }

    func waitForAnswer(
        _ ticket: Int, _ continuation: CheckedContinuation<Answer, Never>,
        stored: (@Sendable (StoredRequest) -> Void)? = nil
    ) {
        answers[ticket] = continuation
        storedHandlers[ticket] = stored
    }

    /// Waits for an attempt's outcome, which may be there already.
    func waitForOutcome(_ number: Int, _ continuation: CheckedContinuation<Outcome, Never>) {
        if let outcome = outcomes[number] {
            continuation.resume(returning: outcome)
        } else if !openAttempts.contains(number) {
            continuation.resume(returning: .failure(.stopped))
        } else {
            outcomeWaiters[number, default: []].append(continuation)
        }
    }

    func waitUntilSent(_ ticket: Int, _ continuation: CheckedContinuation<Bool, Never>) {
        sentWaiters[ticket] = continuation
    }

    func subscribe(_ queue: SignEventQueue) {
        subscribers.removeAll { $0.isDropped }
        subscribers.append(queue)
    }

    /// True if nobody waits and nothing is kept for anybody.
    var isEmpty: Bool { offers.isEmpty && answers.isEmpty && outcomeWaiters.isEmpty && storedHandlers.isEmpty }

    // MARK: Telling

    func offered(_ ticket: Int, _ offer: Offer) {
        if case .success(let attempt) = offer { openAttempts.insert(attempt.number) }
        offers.removeValue(forKey: ticket)?.resume(returning: offer)
    }

    func answered(_ ticket: Int, _ answer: Answer) {
        storedHandlers[ticket] = nil
        if let waiter = answers.removeValue(forKey: ticket) {
            waiter.resume(returning: answer)
        } else if case .failure(let error) = answer {
            offered(ticket, .failure(error))
        }
    }

    func stored(_ ticket: Int, _ request: StoredRequest) {
        storedHandlers.removeValue(forKey: ticket)?(request)
    }

    func attemptEnded(_ number: Int, _ outcome: Outcome) {
        openAttempts.remove(number)
        outcomes[number] = outcome
        if outcomes.count > Self.outcomeLimit, let oldest = outcomes.keys.min() { outcomes[oldest] = nil }
        for waiter in outcomeWaiters.removeValue(forKey: number) ?? [] { waiter.resume(returning: outcome) }
    }

    func tell(_ event: SignEvent) {
        subscribers.removeAll { $0.isDropped }
        for subscriber in subscribers { subscriber.add(event) }
    }

    /// Ends the streams of events; each subscriber still gets what was told until now.
    func endStreams() {
        for subscriber in subscribers { subscriber.end() }
        subscribers = []
    }

    /// Tells that the relay has everything.
    func tellSent() {
        let waiting = sentWaiters
        sentWaiters = [:]
        for waiter in waiting.values { waiter.resume(returning: true) }
    }

    /// Ends one wait for the relay.
    func tellUnsent(_ ticket: Int) {
        sentWaiters.removeValue(forKey: ticket)?.resume(returning: false)
    }

    /// Tells who waits for an input that nobody works on.
    func refuse(_ input: SignInput, _ error: SignError) {
        switch input {
        case .propose(let ticket, _), .request(let ticket, _), .ping(let ticket, _):
            answered(ticket, .failure(error))
        default: break
        }
    }

    /// Ends every wait with an error.
    func failAll(_ error: SignError) {
        let (offers, answers, outcomeWaiters) = (self.offers, self.answers, self.outcomeWaiters)
        (self.offers, self.answers, self.outcomeWaiters, storedHandlers) = ([:], [:], [:], [:])
        openAttempts = []
        for ticket in sentWaiters.keys { tellUnsent(ticket) }
        for waiter in offers.values { waiter.resume(returning: .failure(error)) }
        for waiter in answers.values { waiter.resume(returning: .failure(error)) }
        for waiter in outcomeWaiters.values.joined() { waiter.resume(returning: .failure(error)) }
    }

    /// Ends every wait and every stream.
    func endAll() {
        failAll(.stopped)
        endStreams()
    }
}
