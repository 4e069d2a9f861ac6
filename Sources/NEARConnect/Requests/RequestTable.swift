// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC

/// Hears of what happens in a ``RequestTable``.
@MainActor
protocol RequestTableDelegate: AnyObject {
    /// Hears that ``RequestTable/isBusy`` may have changed.
    func tableChanged()

    /// Hears that a request has ended without a reply, so that the page can be told to stop.
    func requestAbandoned(_ id: RequestID, _ error: NEARError)
}

/// All open requests, one slot a request.
///
/// The table owns the continuations. Settling removes the slot first and resumes after that, so whatever arrives twice
/// (a reply after a deadline, a second reply, a cancellation that crosses a reply) finds no slot and does nothing: each
/// continuation is resumed exactly once, and a leak is impossible because dropping the table settles the rest.
@MainActor
final class RequestTable {
    /// The end of a request: the page's reply, or an error.
    typealias Outcome = Result<BridgeMessage.Reply, NEARError>

    /// Hears of requests that end and begin.
    weak var delegate: (any RequestTableDelegate)?

    private var slots: [RequestID: PendingRequest] = [:]
    /// The interactive requests whose reply is being checked.
    ///
    /// They hold the place of the one interactive request.
    private var checking: [RequestID: Check] = [:]
    /// A reply that is being checked.
    private struct Check {
        /// Ends the check.
        var giveUp: (() -> Void)?
        /// The reason why it was given up.
        var reason: NEARError?
    }
    private var lastNumber: UInt64 = 0
    private let time: DeadlineTime
    /// The task that sleeps until the earliest deadline.
    ///
    /// It isn't woken when that request ends before: a timer for each request costs more than the rest of a round trip
    /// to the page.
    private var alarm: (due: Duration, task: Task<Void, Never>)?

    init(clock: any Clock<Duration> = ContinuousClock()) {
        time = DeadlineTime(clock)
    }

    isolated deinit {
        alarm?.task.cancel()
        for slot in slots.values { slot.finish(.failure(slot.ending(with: .managerReleased))) }
    }

    /// True if an interactive request is open, or its reply is still being checked.
    var isBusy: Bool { !checking.isEmpty || interactive != nil }

    /// True if the wallet has answered, and only the check of its answer is still to come.
    var isChecking: Bool { !checking.isEmpty && interactive == nil }

    /// The number of open requests.
    var count: Int { slots.count }

    /// The interactive request that is open, if any.
    private(set) var interactive: PendingRequest?

    /// Opens a slot.
    ///
    /// - Parameters:
    ///   - kind: The kind of the request.
    ///   - deadline: The time that the answer may take.
    /// - Throws: ``NEARError/operationInProgress`` when `kind` is interactive and such a request is open. A sign-out
    ///   doesn't wait for checks that were given up: nobody waits for them any more.
    func open(_ kind: RequestKind, deadline: Duration) throws(NEARError) -> PendingRequest {
        let isGivenUp = interactive == nil && checking.values.allSatisfy { $0.reason != nil }
        if kind.isInteractive && isBusy && !(kind == .signOut && isGivenUp) { throw .operationInProgress }
        lastNumber += 1
        let request = PendingRequest(
            id: RequestID(number: lastNumber), kind: kind, deadline: deadline, due: time.now + deadline)
        slots[request.id] = request
        if kind.isInteractive { interactive = request }
        sleep(until: request.due)
        delegate?.tableChanged()
        return request
    }

    /// Makes sure that the alarm goes off at `due`.
    private func sleep(until due: Duration) {
        if let alarm, alarm.due <= due { return }
        alarm?.task.cancel()
        let time = time
        let task = Task { [weak self] in
            do {
                try await time.sleep(until: due)
            } catch {
                return  // An earlier deadline has taken over, or the table is gone.
            }
            self?.expire()
        }
        alarm = (due, task)
    }

    /// Ends the requests whose time is up and sleeps until the next deadline.
    private func expire() {
        alarm = nil
        let now = time.now
        for slot in slots.values.filter({ $0.due <= now }).sorted(by: { $0.id < $1.id }) {
            abandon(slot.id, .timedOut(after: slot.deadline))
        }
        if let next = slots.values.map(\.due).min() { sleep(until: next) }
    }

    /// Ends the request `id` with its reply.
    ///
    /// - Returns: True if the request was open; false for a late or second reply.
    @discardableResult
    func settle(_ id: RequestID, _ outcome: Outcome) -> Bool {
        guard let slot = slots.removeValue(forKey: id) else { return false }
        if interactive === slot { interactive = nil }
        if case .success = outcome, slot.kind.isInteractive { checking[id] = Check() }
        delegate?.tableChanged()
        slot.finish(outcome)
        return true
    }

    /// Says that the reply of `id` has been checked, or that nobody will check it.
    func finishChecking(_ id: RequestID) {
        if checking.removeValue(forKey: id) != nil { delegate?.tableChanged() }
    }

    /// Says how the check of the reply of `id` is ended.
    ///
    /// It ends at once when it has been given up already.
    func onGivingUp(_ id: RequestID, _ giveUp: @escaping () -> Void) {
        checking[id]?.giveUp = giveUp
        if checking[id]?.reason != nil { giveUp() }
    }

    /// Returns the reason why the check of the reply of `id` was given up.
    func reasonForGivingUp(_ id: RequestID) -> NEARError? { checking[id]?.reason }

    /// Ends the checks of replies.
    ///
    /// Whoever waits gets `reason`, unless the check knows better.
    ///
    /// - Returns: True if there was one.
    @discardableResult
    func giveUpChecking(_ reason: NEARError) -> Bool {
        let ids = checking.filter { $0.value.reason == nil }.keys.sorted()
        for id in ids {
            checking[id]?.reason = reason
            checking[id]?.giveUp?()
        }
        return !ids.isEmpty
    }

    /// Notes that whatever ends the request `id` next is the page's own word.
    func noteAnswer(to id: RequestID) {
        slots[id]?.noteAnswer()
    }

    /// Notes that a transaction was signed for the request `id`.
    ///
    /// From then on, only a reply can say that it wasn't sent: every other end is
    /// ``NEARError/transactionUnknown(hash:)``.
    func noteSigned(_ hash: CryptoHash, for id: RequestID) {
        slots[id]?.noteSigned(hash)
    }

    /// Ends the request `id` for another reason than its reply, and tells the page to let it go.
    @discardableResult
    func abandon(_ id: RequestID, _ error: NEARError) -> Bool {
        guard let slot = slots[id] else { return false }
        settle(id, .failure(slot.ending(with: error)))
        delegate?.requestAbandoned(id, error)
        return true
    }

    /// Ends every open request but those of `others`, which the page hasn't.
    ///
    /// The page is not told: this is for when there is no page.
    func failAll(_ error: NEARError, except others: Set<RequestID> = []) {
        for slot in slots.values.sorted(by: { $0.id < $1.id }) where !others.contains(slot.id) {
            settle(slot.id, .failure(slot.ending(with: error)))
        }
    }

    /// Returns the open request `id`.
    func pending(_ id: RequestID) -> PendingRequest? { slots[id] }

    /// Returns the kind of the open request `id`.
    func kind(of id: RequestID) -> RequestKind? { slots[id]?.kind }
}
