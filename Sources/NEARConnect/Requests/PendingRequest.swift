// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import NEARConnectCore
internal import NEARPrimitives

/// One open request: its continuation, or its outcome when that came before anyone waited.
@MainActor
final class PendingRequest {
    let id: RequestID
    let kind: RequestKind
    /// How long the answer may take.
    let deadline: Duration
    /// When the deadline is, on the table's time.
    let due: Duration

    /// The transactions that were signed for this request and may have been sent.
    var signedHashes: [CryptoHash] = []

    /// Whether the request ended with the wallet's own word, a result or a failure.
    var wasAnswered = false

    /// What `error`, which is not the wallet's word, means for this request: once something is signed, nobody may say that nothing happened.
    func ending(with error: NEARError) -> NEARError {
        signedHashes.last.map { .transactionUnknown(hash: $0) } ?? error
    }

    private enum State {
        case open
        case waiting(CheckedContinuation<BridgeMessage.Reply, any Error>)
        case ended(RequestTable.Outcome)
    }
    private var state: State = .open

    init(id: RequestID, kind: RequestKind, deadline: Duration, due: Duration) {
        self.id = id
        self.kind = kind
        self.deadline = deadline
        self.due = due
    }

    /// Suspends until the request has ended. At most one task may wait for a request.
    ///
    /// - Throws: The ``NEARError`` that ended it.
    func reply() async throws -> BridgeMessage.Reply {
        switch state {
        case .ended(let outcome):
            return try outcome.get()
        case .waiting:
            preconditionFailure("two tasks wait for request \(id)")
        case .open:
            return try await MainLoop.resumingOnMainThread {
                try await withCheckedThrowingContinuation { continuation in
                    // Taking on another executor preference suspends: the request may have ended since it was looked at.
                    if case .ended(let outcome) = state {
                        continuation.resume(with: outcome.mapError { $0 as any Error })
                    } else {
                        state = .waiting(continuation)
                    }
                }
            }
        }
    }

    /// Ends the request. Only the table calls this, after it has removed the slot.
    func finish(_ outcome: RequestTable.Outcome) {
        switch state {
        case .open:
            state = .ended(outcome)
        case .waiting(let continuation):
            state = .ended(outcome)
            continuation.resume(with: outcome.mapError { $0 as any Error })
        case .ended:
            preconditionFailure("request \(id) ended twice")
        }
    }
}
