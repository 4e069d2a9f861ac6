// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import NEARConnectCore
internal import NEARPrimitives

/// One open request: its continuation, or its outcome when that came before anyone waited.
@MainActor
final class PendingRequest {
    let id: RequestID
    let kind: RequestKind
    /// The time that the answer may take.
    let deadline: Duration
    /// The end of that time, on the table's clock.
    let due: Duration
    /// The part that a user takes part in; `nil` for requests that the page answers by itself.
    let operation: InteractiveOperation?

    /// The one who wants it; the wallet's calls during the request come from the page, which knows nobody.
    var asker: Asker?

    /// The transactions that were signed for this request and may have been sent.
    private(set) var signedHashes: [CryptoHash] = []

    /// True if the request ended with the wallet's own word, a result or a failure.
    private(set) var wasAnswered = false

    /// Notes that a transaction was signed for this request.
    func noteSigned(_ hash: CryptoHash) {
        signedHashes.append(hash)
    }

    /// Notes that whatever ends the request next is the page's own word.
    func noteAnswer() {
        wasAnswered = true
    }

    /// Returns the meaning of `error`, which is not the wallet's word, for this request.
    ///
    /// Once something is signed, nobody may say that nothing happened.
    func ending(with error: NEARError) -> NEARError {
        signedHashes.last.map { .transactionUnknown(hash: $0) } ?? error
    }

    private enum State {
        case open
        case waiting(CheckedContinuation<RequestTable.Outcome, Never>)
        case ended(RequestTable.Outcome)
    }
    private var state: State = .open

    /// The work that is being done for the request alone, by its number.
    private var work: [Int: Task<Void, Never>] = [:]
    private var lastWork = 0

    init(id: RequestID, kind: RequestKind, deadline: Duration, due: Duration) {
        self.id = id
        self.kind = kind
        self.deadline = deadline
        self.due = due
        operation = kind.isInteractive ? InteractiveOperation() : nil
    }

    /// Suspends until the request has ended.
    ///
    /// At most one task may wait for a request.
    ///
    /// - Throws: The error that ended it.
    func reply() async throws(NEARError) -> BridgeMessage.Reply {
        try await outcome().get()
    }

    /// Suspends until the request has ended.
    ///
    /// At most one task may wait for a request.
    func outcome() async -> RequestTable.Outcome {
        switch state {
        case .ended(let outcome):
            return outcome
        case .waiting:
            preconditionFailure("two tasks wait for request \(id)")
        case .open:
            return await MainLoop.resumingOnMainThread {
                await withCheckedContinuation { continuation in
                    // Taking on another executor preference suspends: the request may have ended since it was looked
                    // at.
                    if case .ended(let outcome) = state {
                        continuation.resume(returning: outcome)
                    } else {
                        state = .waiting(continuation)
                    }
                }
            }
        }
    }

    /// Does `work` for the request alone: its task is cancelled as soon as the request ends, however that is.
    func perform(_ work: @escaping @MainActor () async -> Void) {
        lastWork += 1
        let number = lastWork
        let task = Task { [weak self] in
            await work()
            self?.work[number] = nil
        }
        if case .ended = state { task.cancel() } else { self.work[number] = task }
    }

    /// Ends the request.
    ///
    /// Only the table calls this, after it has removed the slot.
    func finish(_ outcome: RequestTable.Outcome) {
        operation?.end()
        switch state {
        case .open:
            state = .ended(outcome)
        case .waiting(let continuation):
            state = .ended(outcome)
            continuation.resume(returning: outcome)
        case .ended:
            preconditionFailure("request \(id) ended twice")
        }
        let left = work.values
        work = [:]
        for task in left { task.cancel() }
    }
}
