// SPDX-License-Identifier: MIT

internal import NEARConnectCore

/// The approval of a relayed action, which is asked for while no wallet's operation can ask.
///
/// An ``Approver`` has one question at a time: another one would take this one's place, and answer it with “cancelled”.
@MainActor
final class RelayApprover: Approver {
    /// True if an operation was open when it was to be asked for.
    private(set) var wasBusy = false
    private var isAsking = false
    private let next: any Approver
    private let requests: WalletRequests

    /// - Parameters:
    ///   - next: The one that asks.
    ///   - requests: The operations that ask as well.
    init(_ next: any Approver, besides requests: WalletRequests) {
        self.next = next
        self.requests = requests
    }

    func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
        wasBusy = requests.isBusy
        guard !wasBusy, !Task.isCancelled else { return .cancelled }
        (isAsking, requests.isAskedBesides) = (true, true)
        defer { (isAsking, requests.isAskedBesides) = (false, false) }
        return await withTaskCancellationHandler {
            await next.approve(request)
        } onCancel: {
            Task { @MainActor [weak self] in self?.dismiss() }
        }
    }

    func dismiss() {
        // A question that was asked since isn't this one's.
        if isAsking { next.dismiss() }
    }
}
