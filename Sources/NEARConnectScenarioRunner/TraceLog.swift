// SPDX-License-Identifier: MIT

package import Logging
internal import NEARConnectScenarios
internal import Synchronization

/// The log of the scenario that runs, with times from its start on, for the folder of a failure.
///
/// The libraries' logs name requests, nodes' answers and the page's messages, and no keys. Use it from any thread.
package final class TraceLog: Sendable {
    /// The most entries; later ones are left out.
    private static let limit = 20_000

    private struct State {
        var start = ContinuousClock().now
        var entries: [TraceEntry] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Returns a handler that adds what it is given; for `LoggingSystem.bootstrap`.
    package func handler() -> any LogHandler { Handler(log: self) }

    /// Forgets all entries, and counts times from now on.
    func begin() { state.withLock { $0 = State() } }

    /// Adds an entry.
    func add(_ source: String, _ text: String) {
        let now = ContinuousClock().now
        state.withLock { state in
            guard state.entries.count < Self.limit else { return }
            state.entries.append(
                TraceEntry(time: state.start.duration(to: now), source: source, text: Redacted.text(text)))
        }
    }

    /// The entries so far.
    func entries() -> [TraceEntry] { state.withLock { $0.entries } }

    private struct Handler: LogHandler {
        let log: TraceLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.debug

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }
            let fields = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            log.add(event.source, ([event.message.description] + fields).joined(separator: " "))
        }
    }
}
