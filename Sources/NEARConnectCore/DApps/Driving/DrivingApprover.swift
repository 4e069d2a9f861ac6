// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Answers the requests of a driven browser: its policy first, then whoever controls it, within a deadline.
///
/// Questions about networks are requests, too. One that nobody answers is refused at the deadline; each is answered
/// once.
@MainActor
package final class DrivingApprover: Approver, SiteQuestionPresenter {
    /// Those who are asked in a window.
    package typealias User = Approver & SiteQuestionPresenter

    /// The most requests that are kept after they were answered.
    static let memory = 256

    /// The policy, which answers first.
    package var policy: DrivingPolicy
    /// True if what the policy doesn't cover is asked of whoever controls the browser, and not refused at once.
    package var asksBeyondPolicy = true
    /// The account with which requests to sign in are answered, where the answer names none.
    package var selected: AccountId?
    /// True while everything is refused.
    package var isLocked = false {
        didSet { if isLocked { settleAll(.refused, by: .browser, reason: Self.lockedReason) } }
    }
    /// The requests, the oldest first; those that are open and the last that were answered.
    package private(set) var requests: [DrivenRequest] = []
    /// Asks a user what the policy leaves open; `nil` in a browser that a program drives.
    package weak var user: (any User)?
    /// Called after a request was opened or answered.
    package var onChange: (DrivenRequest) -> Void = { _ in }

    private let records: RequestJournal
    private let hasController: Bool
    private let patience: Duration
    private let time: DeadlineTime
    private var nextID = 1
    private var open: [Int: CheckedContinuation<ApprovalAnswer, Never>] = [:]
    private var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    private var nextWaiter = 1

    /// Prepares to answer.
    ///
    /// - Parameters:
    ///   - policy: The policy, which answers first.
    ///   - records: Counts what rules with sums approve.
    ///   - hasController: True if somebody can answer by ``approve(_:account:)``; otherwise what the policy doesn't
    ///     cover is refused at once.
    ///   - patience: The time that a request waits for its answer.
    ///   - clock: Measures it.
    package init(
        policy: DrivingPolicy, records: RequestJournal, hasController: Bool, patience: Duration,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.policy = policy
        self.records = records
        self.hasController = hasController
        self.patience = patience
        time = DeadlineTime(clock)
    }

    private static var lockedReason: String { localized("the wallet is locked") }

    // MARK: Pages' requests

    package func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
        let entry = number(.approval(request))
        guard !isLocked else { return record(entry, .refused(reason: Self.lockedReason), by: .browser) }
        let decided = await policy.answer(request, with: selected, counting: records)
        return await answer(entry, decided) { await $0.approve(request) }
    }

    package func decide(_ question: SiteQuestion) async -> Bool {
        let entry = number(.site(question))
        let answer =
            isLocked
            ? record(entry, .refused(reason: Self.lockedReason), by: .browser)
            : await answer(entry, policy.answer(question)) {
                await $0.decide(question) ? .approved(account: nil) : .cancelled
            }
        return switch answer {
        case .approved, .approvedAccounts: true
        case .cancelled, .refused: false
        }
    }

    private func number(_ subject: DrivenRequest.Subject) -> DrivenRequest {
        defer { nextID += 1 }
        return DrivenRequest(id: nextID, subject: subject)
    }

    /// Returns the policy's answer, or that of whoever is asked where it leaves the request open.
    private func answer(
        _ entry: DrivenRequest, _ decided: ApprovalAnswer?, asking ask: @MainActor (any User) async -> ApprovalAnswer
    ) async -> ApprovalAnswer {
        if let decided {
            if case .refused = decided, asksBeyondPolicy, case .rules = policy, hasController {
                // Whoever controls the browser may know better.
            } else {
                return record(entry, decided, by: .policy)
            }
        }
        if let user { return record(entry, await ask(user), by: .user) }
        guard hasController else {
            let reason = localized("nobody is there to approve it")
            return record(entry, .refused(reason: reason), by: .browser)
        }
        return await wait(for: entry)
    }

    package func dismiss() {
        user?.dismiss()
        settleAll(.withdrawn, by: .browser, reason: nil)
    }

    /// Waits for the answer of whoever controls the browser.
    private func wait(for entry: DrivenRequest) async -> ApprovalAnswer {
        let deadline = Task { [weak self, time, patience] in
            do {
                try await time.sleep(for: patience)
            } catch {
                return
            }
            self?.settle(entry.id, .expired, by: .browser, reason: localized("nobody answered in time"))
        }
        defer { deadline.cancel() }
        return await withCheckedContinuation { continuation in
            open[entry.id] = continuation
            keep(entry)
        }
    }

    // MARK: Answers

    /// Approves an open request.
    ///
    /// - Parameters:
    ///   - id: The request.
    ///   - account: The account to sign in with; `nil` for the one that is selected, or the first.
    /// - Returns: False if no such request is open.
    package func approve(_ id: Int, account: AccountId?) -> Bool {
        guard let entry = requests.first(where: { $0.id == id && $0.state == .open }) else { return false }
        let candidates = entry.candidates
        let chosen = account ?? selected.flatMap { candidates.contains($0) ? $0 : nil } ?? candidates.first
        return settle(id, .approved, by: .controller, reason: nil, account: candidates.isEmpty ? nil : chosen)
    }

    /// Refuses an open request, as a user does, or for a reason that the page is told.
    ///
    /// - Returns: False if no such request is open.
    package func refuse(_ id: Int, reason: String?) -> Bool { settle(id, .refused, by: .controller, reason: reason) }

    /// Waits until a request is there.
    ///
    /// - Parameters:
    ///   - patience: The longest time to wait.
    ///   - isMeant: Chooses the request.
    /// - Returns: The oldest of those that are meant; `nil` if none came, or the task was cancelled.
    package func request(
        within patience: Duration, where isMeant: (DrivenRequest) -> Bool
    ) async -> DrivenRequest? {
        let due = time.now + patience
        while true {
            if let found = requests.first(where: isMeant) { return found }
            guard !Task.isCancelled, await change(until: due) else { return nil }
        }
    }

    @discardableResult
    private func settle(
        _ id: Int, _ state: DrivenRequest.State, by judge: DrivenRequest.Judge, reason: String?,
        account: AccountId? = nil
    ) -> Bool {
        guard let continuation = open.removeValue(forKey: id),
            let index = requests.firstIndex(where: { $0.id == id })
        else { return false }
        requests[index].state = state
        requests[index].judge = judge
        requests[index].reason = reason
        let answer: ApprovalAnswer =
            state == .approved ? .approved(account: account) : reason.map { .refused(reason: $0) } ?? .cancelled
        continuation.resume(returning: answer)
        note(requests[index])
        return true
    }

    private func settleAll(_ state: DrivenRequest.State, by judge: DrivenRequest.Judge, reason: String?) {
        for id in open.keys.sorted() { settle(id, state, by: judge, reason: reason) }
    }

    /// Notes a request that was answered without a question.
    private func record(
        _ entry: DrivenRequest, _ answer: ApprovalAnswer, by judge: DrivenRequest.Judge
    ) -> ApprovalAnswer {
        var entry = entry
        entry.judge = judge
        switch answer {
        case .approved, .approvedAccounts: entry.state = .approved
        case .cancelled: entry.state = .refused
        case .refused(let reason):
            entry.state = .refused
            entry.reason = reason
        }
        keep(entry)
        return answer
    }

    private func keep(_ entry: DrivenRequest) {
        requests.append(entry)
        if requests.count > Self.memory, let old = requests.firstIndex(where: { $0.state != .open }) {
            requests.remove(at: old)
        }
        note(entry)
    }

    private func note(_ entry: DrivenRequest) {
        onChange(entry)
        let woken = waiters.values
        waiters = [:]
        for waiter in woken { waiter.resume(returning: true) }
    }

    /// Waits for a change.
    ///
    /// - Returns: False at the deadline, or when the task is cancelled.
    private func change(until due: Duration) async -> Bool {
        let number = nextWaiter
        nextWaiter += 1
        let deadline = Task { [weak self, time] in
            do {
                try await time.sleep(until: due)
            } catch {
                return
            }
            self?.waiters.removeValue(forKey: number)?.resume(returning: false)
        }
        defer { deadline.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: false)
                } else {
                    waiters[number] = continuation
                }
            }
        } onCancel: {
            Task { @MainActor [weak self] in self?.waiters.removeValue(forKey: number)?.resume(returning: false) }
        }
    }
}
