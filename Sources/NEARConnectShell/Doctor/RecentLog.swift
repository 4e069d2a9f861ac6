// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import Logging
internal import SafeText
internal import Synchronization

/// The newest lines of a program's log, kept for the window that shows them.
///
/// Lines name sites, files and transactions, and no keys. Use it from any thread.
package final class RecentLog: Sendable {
    /// The most lines; the oldest go first.
    static let limit = 500
    /// The most characters of a line.
    static let lineLimit = 400

    private let list = Mutex<[String]>([])

    /// Creates a log without lines.
    package init() {}

    /// The lines, the oldest first.
    package var lines: [String] { list.withLock { $0 } }

    /// Returns a logger whose lines are kept here, beside what the program does with logs of this name.
    ///
    /// - Parameter label: The name.
    package func logger(_ label: String) -> Logger {
        let usual = Logger(label: label).handler
        return Logger(label: label) { _ in MultiplexLogHandler([usual, Handler(log: self)]) }
    }

    private func add(_ line: String) {
        list.withLock { list in
            if list.count == Self.limit { list.removeFirst() }
            list.append(line)
        }
    }

    private struct Handler: LogHandler {
        let log: RecentLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }
            let fields = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let text = ([event.message.description] + fields).joined(separator: " ")
            let line = DisplayText.line(Redacted.text(text)).replacing("\n", with: "\\n").prefix(RecentLog.lineLimit)
            log.add("\(Date().formatted(.iso8601)) \(event.level) \(line)")
        }
    }
}
