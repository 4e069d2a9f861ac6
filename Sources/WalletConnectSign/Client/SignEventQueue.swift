// SPDX-License-Identifier: MIT

internal import Synchronization

/// The events that wait for one subscriber, within bounds.
///
/// A stream of the standard library that is full drops whatever is the oldest, the end of a session too. Here what is
/// overtaken goes first: the relay's earlier states, and earlier changes of the same session. Of the events that
/// wallets send as often as they like, the newest stay. The others are as few as the requests and sessions that this
/// program has made.
final class SignEventQueue: Sendable {
    private struct Content {
        var events: [SignEvent] = []
        var reader: CheckedContinuation<SignEvent?, Never>?
        var isEnded = false
        var isDropped = false
    }

    private let content = Mutex(Content())

    /// True once nobody will read it any more.
    var isDropped: Bool { content.withLock { $0.isDropped } }

    /// Adds an event, and takes those away that it overtakes.
    func add(_ event: SignEvent) {
        let reader = content.withLock { content -> CheckedContinuation<SignEvent?, Never>? in
            if content.isEnded { return nil }
            if let reader = content.reader.take() { return reader }
            content.events.removeAll { event.overtakes($0) }
            if event.isSentByWallet, content.events.count(where: \.isSentByWallet) >= SignLimits.events,
                let oldest = content.events.firstIndex(where: \.isSentByWallet)
            {
                content.events.remove(at: oldest)
            }
            content.events.append(event)
            return nil
        }
        reader?.resume(returning: event)
    }

    /// Ends the stream after the events that wait.
    func end() {
        let reader = content.withLock { content -> CheckedContinuation<SignEvent?, Never>? in
            content.isEnded = true
            return content.reader.take()
        }
        reader?.resume(returning: nil)
    }

    /// Ends the stream at once, since its reader has gone.
    func drop() {
        let reader = content.withLock { content -> CheckedContinuation<SignEvent?, Never>? in
            (content.isEnded, content.isDropped, content.events) = (true, true, [])
            return content.reader.take()
        }
        reader?.resume(returning: nil)
    }

    /// Waits for the next event; `nil` after the end, and where another reader waits already.
    func next() async -> SignEvent? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = content.withLock { content -> SignEvent?? in
                    if !content.events.isEmpty { return .some(content.events.removeFirst()) }
                    if content.isEnded || content.reader != nil || Task.isCancelled { return .some(nil) }
                    content.reader = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let reader = content.withLock { $0.reader.take() }
            reader?.resume(returning: nil)
        }
    }
}

/// The subscription of one stream, which ends with it.
final class SignSubscription: Sendable {
    let queue: SignEventQueue

    init(_ queue: SignEventQueue) {
        self.queue = queue
    }

    deinit {
        queue.drop()
    }
}

extension SignEvent {
    fileprivate var isSentByWallet: Bool { if case .event = self { true } else { false } }

    /// True if an earlier event says nothing any more once this one is there.
    fileprivate func overtakes(_ earlier: SignEvent) -> Bool {
        switch (self, earlier) {
        case (.relay, .relay): true
        case (.updated(let new), .updated(let old)), (.extended(let new), .extended(let old)): new.topic == old.topic
        default: false
        }
    }
}
