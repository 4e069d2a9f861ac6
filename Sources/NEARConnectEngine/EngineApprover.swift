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
        // One operation at a time asks here; an older request belongs to one that is over.
        dismiss()
        lastId += 1
        let id = lastId
        current = id
        defer { if current == id { current = nil } }
        if tell(.approval, ApprovalFacts(request, id: id).json) {
            let outcome = await withCheckedContinuation { continuation in
                open = Open(id: id, candidates: request.candidates, continuation: continuation)
            }
            if case .answered(let answer) = outcome { return answer }
            // The operation may have ended since.
            guard current == id else { return .cancelled }
        }
        return await manager?.askInWindow(request) ?? .cancelled
    }

    func dismiss() {
        current = nil
        if let open = open.take() {
            _ = tell(.approvalEnded, ["id": .integer(Int128(open.id))])
            open.continuation.resume(returning: .answered(.cancelled))
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
        open.continuation.resume(returning: outcome)
        return true
    }
}
