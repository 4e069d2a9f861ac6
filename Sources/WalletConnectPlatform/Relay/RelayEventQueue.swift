// SPDX-License-Identifier: MIT

internal import Synchronization
internal import WalletConnectSign

/// The events that wait for the transport's one reader, within bounds.
///
/// A stream of the standard library has no bound by bytes, and where it has one by events it loses some without a word.
final class RelayEventQueue: Sendable {
    private struct Content {
        var events: [RelayTransportEvent] = []
        var bytes = 0
        var reader: CheckedContinuation<RelayTransportEvent?, Never>?
        var isEnded = false
    }

    private let content = Mutex(Content())
    private let limit: Int

    init(limit: Int = RelaySettings.waiting) {
        self.limit = limit
    }

    /// Adds an event.
    ///
    /// - Returns: False if it is a text and too much waits already; it isn't added then.
    func add(_ event: RelayTransportEvent) -> Bool {
        let size = event.bytes
        let (isAdded, reader) = content.withLock {
            content -> (Bool, CheckedContinuation<RelayTransportEvent?, Never>?) in
            if content.isEnded { return (true, nil) }
            if let reader = content.reader {
                content.reader = nil
                return (true, reader)
            }
            let isFull = content.bytes + size > limit || content.events.count >= RelaySettings.waitingEvents
            if isFull, size > 0 || event.kind == .heard { return (false, nil) }
            content.events.append(event)
            content.bytes += size
            return (true, nil)
        }
        reader?.resume(returning: event)
        return isAdded
    }

    /// Drops what waits of a connection that this side has closed.
    func removeAll(of connection: Int) {
        content.withLock { content in
            content.events.removeAll { $0.connection == connection }
            content.bytes = content.events.reduce(0) { $0 + $1.bytes }
        }
    }

    /// Ends the stream: the reader gets no more events.
    func end() {
        let reader = content.withLock { content -> CheckedContinuation<RelayTransportEvent?, Never>? in
            content.isEnded = true
            content.events = []
            content.bytes = 0
            defer { content.reader = nil }
            return content.reader
        }
        reader?.resume(returning: nil)
    }

    /// Waits for the next event; `nil` after the end, and where another reader waits already.
    func next() async -> RelayTransportEvent? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = content.withLock { content -> RelayTransportEvent?? in
                    if !content.events.isEmpty {
                        let event = content.events.removeFirst()
                        content.bytes -= event.bytes
                        return .some(event)
                    }
                    if content.isEnded || content.reader != nil || Task.isCancelled { return .some(nil) }
                    content.reader = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let reader = content.withLock { content -> CheckedContinuation<RelayTransportEvent?, Never>? in
                defer { content.reader = nil }
                return content.reader
            }
            reader?.resume(returning: nil)
        }
    }
}

extension RelayTransportEvent {
    /// The size of its text, in bytes.
    fileprivate var bytes: Int {
        if case .text(let text) = kind { text.utf8.count } else { 0 }
    }
}
