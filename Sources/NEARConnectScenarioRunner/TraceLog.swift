// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore
internal import NEARConnectScenarios
internal import SafeText
internal import Synchronization

/// The log of one scenario, with times from its making on, for the folder of a failure.
///
/// The libraries' logs name requests, nodes' answers and the page's messages, and no keys. Use it from any thread.
final class TraceLog: Sendable {
    /// The most entries; later ones are left out.
    private static let limit = 20_000

    private let start = ContinuousClock().now
    private let list = Mutex<[TraceEntry]>([])

    /// Adds an entry.
    func add(_ source: String, _ text: String) {
        let time = start.duration(to: ContinuousClock().now)
        list.withLock { list in
            guard list.count < Self.limit else { return }
            list.append(TraceEntry(time: time, source: source, text: Redacted.text(text)))
        }
    }

    /// The entries so far.
    func entries() -> [TraceEntry] { list.withLock { $0 } }
}

/// Adds what it is given to the trace that is set at the time.
///
/// A chain that is used again keeps its log, and the scenario that it works for is another one each time.
final class TraceRelay: Sendable {
    private let target = Mutex<TraceLog?>(nil)

    /// Creates a relay.
    init(to trace: TraceLog? = nil) { set(trace) }

    /// Adds to another trace from now on; to none with `nil`.
    func set(_ trace: TraceLog?) { target.withLock { $0 = trace } }

    /// Returns a log that adds to the trace, beside what the program does with logs of this name.
    func logger(_ label: String) -> Logger {
        TextLogHandler.logger(label, from: .debug) { event, text in self.add(event.source, text) }
    }

    private func add(_ source: String, _ text: String) {
        target.withLock { $0 }?.add(source, text)
    }
}
