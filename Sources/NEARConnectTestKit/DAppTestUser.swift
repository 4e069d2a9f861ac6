// SPDX-License-Identifier: MIT

public import NEARConnectCore

/// The user of a ``DAppTestEnvironment``: answers what pages ask the wallet for, and remembers it.
@MainActor
public final class DAppTestUser: Approver {
    /// Answers a request; by default it is approved, with the first account where one is to be chosen.
    public var answer: @MainActor (ApprovalRequest) -> ApprovalAnswer = { $0.approvedWithFirstAccount }
    /// True to leave the next questions open, until ``approve()`` or until they are closed.
    public var waits = false
    /// The requests, the oldest first.
    public private(set) var asked: [ApprovalRequest] = []
    private var thinking: CheckedContinuation<ApprovalAnswer, Never>?

    /// Makes a user who approves everything.
    public init() {}

    /// Answers a request of a page.
    public func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
        asked.append(request)
        guard waits else { return answer(request) }
        return await withCheckedContinuation { thinking = $0 }
    }

    /// Approves the question that is open.
    public func approve() {
        guard let request = asked.last else { return }
        thinking.take()?.resume(returning: request.approvedWithFirstAccount)
    }

    /// Closes the question that is open: it counts as refused.
    public func dismiss() {
        thinking.take()?.resume(returning: .cancelled)
    }
}

extension ApprovalRequest {
    /// The answer that approves this, with the first account where one is to be chosen.
    public var approvedWithFirstAccount: ApprovalAnswer { .approved(account: candidates.first) }
}
