// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives

/// Offers to the program what the keystore wallet is about to sign.
///
/// The program decides it, or leaves it to the bridge widget.
@MainActor
final class EngineApprover: Approver {
    private enum Outcome {
        case answered(ApprovalAnswer)
        case leftToWindow
    }

    /// A request that the program has.
    private struct Open {
        let id: UInt64
        let candidates: [AccountId]
        let continuation: CheckedContinuation<Outcome, Never>
        /// The question to a node; `nil` where nothing is asked.
        let outlook: Task<Void, Never>?

        /// Ends the waiting.
        func end(_ outcome: Outcome) {
            outlook?.cancel()
            continuation.resume(returning: outcome)
        }
    }

    /// Takes what the program is to hear; returns false where nobody does.
    var tell: EngineManager.EventHandler = { _, _ in false }

    private weak var manager: NEARWalletManager?
    private var lastId: UInt64 = 0
    /// The request that is asked about, by the program or in the window.
    private var current: UInt64?
    private var open: Open?

    /// - Parameter manager: The manager whose bridge widget asks where the program leaves it to that.
    init(_ manager: NEARWalletManager) {
        self.manager = manager
    }

    func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
        // Nobody waits for the answer.
        guard !Task.isCancelled else { return .cancelled }
        // One operation at a time asks here; an older request belongs to one that is over.
        dismiss()
        lastId += 1
        let id = lastId
        current = id
        return await withTaskCancellationHandler {
            await ask(request, id)
        } onCancel: {
            Task { @MainActor [weak self] in
                guard let self, current == id else { return }
                dismiss()
            }
        }
    }

    private func ask(_ request: ApprovalRequest, _ id: UInt64) async -> ApprovalAnswer {
        defer { if current == id { current = nil } }
        if tell(.approval, ApprovalFacts(request, id: id).json) {
            // The program may have ended the operation, or its manager, while it was told.
            guard current == id else { return .cancelled }
            let outcome = await withCheckedContinuation { continuation in
                open = Open(
                    id: id, candidates: request.candidates, continuation: continuation,
                    outlook: request.outlook.map { tellOutlook(of: id, askedBy: $0) })
            }
            if case .answered(let answer) = outcome { return answer }
            // The operation may have ended since.
            guard current == id else { return .cancelled }
        }
        return await manager?.askInWindow(request) ?? .cancelled
    }

    /// Tells the program what a node says, as the library's dialog shows it: later than the rest.
    private func tellOutlook(
        of id: UInt64, askedBy askNode: @escaping @MainActor @Sendable () async -> ApprovalOutlook
    ) -> Task<Void, Never> {
        Task { [weak self] in
            let outlook = OutlookText(await askNode())
            guard !Task.isCancelled, let self, open?.id == id else { return }
            _ = tell(.approvalOutlook, ApprovalFacts.json(of: outlook, id: id))
        }
    }

    func dismiss() {
        current = nil
        if let open = open.take() {
            _ = tell(.approvalEnded, ["id": .integer(Int128(open.id))])
            open.end(.answered(.cancelled))
        }
        manager?.dismissWindowApproval()
    }

    /// Takes the program's decision.
    ///
    /// - Returns: False where nobody waits for it any more, or the account is none of those to choose from.
    func answer(_ decision: ApprovalDecision) -> Bool {
        guard let open, open.id == decision.id else { return false }
        let outcome: Outcome
        switch decision.answer {
        case .allow(let account):
            let chosen = account.map { text in open.candidates.first { $0.text.hasSameBytes(as: text) } }
            if case .some(.none) = chosen { return false }
            outcome = .answered(.approved(account: chosen ?? open.candidates.first))
        case .deny: outcome = .answered(.cancelled)
        case .show: outcome = .leftToWindow
        }
        self.open = nil
        open.end(outcome)
        return true
    }
}
