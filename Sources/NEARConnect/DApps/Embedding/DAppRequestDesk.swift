// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Holds the questions of a host until the program answers them, or hands them to dialogs.
@MainActor
final class DAppRequestDesk {
    /// The most questions that are open at once; a host asks one at a time.
    private static let limit = 16

    /// Asks the user in the program's place.
    var dialogs: (any Approver & SiteQuestionPresenter)?
    /// The questions that are open, the oldest first.
    private(set) var open: [DAppOpenRequest] = []

    private let patience: Duration
    private let time: DeadlineTime
    private var lastID: UInt64 = 0
    private var isClosed = false
    private var deadlines: [UInt64: Task<Void, Never>] = [:]
    private var approvals: [UInt64: CheckedContinuation<ApprovalAnswer, Never>] = [:]
    private var decisions: [UInt64: CheckedContinuation<Bool, Never>] = [:]
    private var waiters: [UInt64: CheckedContinuation<Bool, Never>] = [:]
    private var lastWaiter: UInt64 = 0

    /// - Parameters:
    ///   - patience: The time that a question waits for its answer.
    ///   - clock: Measures it.
    init(patience: Duration, clock: any Clock<Duration>) {
        self.patience = patience
        time = DeadlineTime(clock)
    }

    // MARK: Answers

    /// Approves a question.
    ///
    /// - Throws: ``DAppRequestError``; the question stays as it is.
    func approve(_ request: DAppOpenRequest, as accounts: [AccountId]) throws(DAppRequestError) {
        try requireOpen(request)
        switch request.subject {
        case .site:
            guard accounts.isEmpty else { throw .tooManyAccounts }
            end(request, .approved, decision: true)
        case .approval(let asked):
            end(request, .approved, answer: try Self.answer(to: asked, with: accounts))
        }
    }

    /// Refuses a question.
    ///
    /// - Throws: ``DAppRequestError``.
    func refuse(_ request: DAppOpenRequest, reason: String?) throws(DAppRequestError) {
        try requireOpen(request)
        end(request, .refused, answer: reason.map { .refused(reason: $0) } ?? .cancelled)
    }

    private func requireOpen(_ request: DAppOpenRequest) throws(DAppRequestError) {
        if let end = request.end { throw .ended(end) }
        guard open.contains(where: { $0 === request }) else { throw .otherHost }
    }

    private static func answer(
        to asked: ApprovalRequest, with accounts: [AccountId]
    ) throws(DAppRequestError) -> ApprovalAnswer {
        let candidates = asked.candidates
        for account in accounts where !candidates.contains(account) { throw .accountNotOffered(account) }
        guard let only = candidates.first else { return .approved(account: nil) }
        guard Set(accounts).count == accounts.count, accounts.count <= 1 || asked.takesSeveralAccounts else {
            throw .tooManyAccounts
        }
        if accounts.count > 1 { return .approvedAccounts(accounts) }
        guard let chosen = accounts.first ?? (candidates.count == 1 ? only : nil) else {
            throw .accountNeeded(candidates)
        }
        return .approved(account: chosen)
    }

    /// Ends all questions, and everybody who waits for one.
    func close() {
        isClosed = true
        dismiss()
        wake()
    }

    // MARK: Listeners

    /// Waits for the first open question with a greater number.
    ///
    /// - Returns: `nil` if the host is closed, or the task is cancelled.
    func request(after id: UInt64) async -> DAppOpenRequest? {
        while !Task.isCancelled {
            if let found = open.first(where: { $0.id > id }) { return found }
            guard !isClosed, await change() else { return nil }
        }
        return nil
    }

    /// Waits for a new question, or for the end.
    ///
    /// - Returns: False if the task is cancelled.
    private func change() async -> Bool {
        lastWaiter += 1
        let number = lastWaiter
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { continuation.resume(returning: false) } else { waiters[number] = continuation }
            }
        } onCancel: {
            Task { @MainActor [weak self] in self?.waiters.removeValue(forKey: number)?.resume(returning: false) }
        }
    }

    private func wake() {
        let woken = waiters.values
        waiters = [:]
        for waiter in woken { waiter.resume(returning: true) }
    }

    // MARK: Questions

    private func add(_ subject: DAppOpenRequest.Subject) -> DAppOpenRequest? {
        guard !isClosed, open.count < Self.limit else { return nil }
        lastID += 1
        let request = DAppOpenRequest(id: lastID, subject)
        open.append(request)
        deadlines[request.id] = Task { [weak self, time, patience] in
            do {
                try await time.sleep(for: patience)
            } catch {
                return  // The question has ended before.
            }
            self?.end(request, .expired, answer: .refused(reason: localized("nobody answered in time")))
        }
        return request
    }

    private func end(
        _ request: DAppOpenRequest, _ end: DAppOpenRequest.End, answer: ApprovalAnswer = .cancelled,
        decision: Bool = false
    ) {
        guard request.finish(end) else { return }
        open.removeAll { $0 === request }
        deadlines.removeValue(forKey: request.id)?.cancel()
        approvals.removeValue(forKey: request.id)?.resume(returning: answer)
        decisions.removeValue(forKey: request.id)?.resume(returning: decision)
    }
}

extension DAppRequestDesk: Approver {
    func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
        if let dialogs { return await dialogs.approve(request) }
        guard let open = add(.approval(request)) else {
            return .refused(reason: localized("nobody is there to approve it"))
        }
        return await withCheckedContinuation { continuation in
            approvals[open.id] = continuation
            wake()
        }
    }

    func dismiss() {
        dialogs?.dismiss()
        for request in open { end(request, .withdrawn) }
    }
}

extension DAppRequestDesk: SiteQuestionPresenter {
    func decide(_ question: SiteQuestion) async -> Bool {
        if let dialogs { return await dialogs.decide(question) }
        guard let open = add(.site(question)) else { return false }
        return await withCheckedContinuation { continuation in
            decisions[open.id] = continuation
            wake()
        }
    }
}
