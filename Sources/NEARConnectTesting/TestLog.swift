// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Logging
internal import Synchronization

/// The last lines that a test's chain and manager have logged, which are shown only where the test has failed.
final class TestLog: Sendable {
    private static let lineLimit = 1_000

    private let lines = Mutex<[String]>([])

    /// A logger that writes here, everything from debug level on.
    var logger: Logger {
        Logger(label: "near-connect") { _ in Handler(log: self) }
    }

    /// Returns the lines since the last call, as one text.
    func take() -> String {
        lines.withLock { lines in
            defer { lines = [] }
            return lines.map { $0 + "\n" }.joined()
        }
    }

    /// Writes the lines to standard error.
    func show() {
        FileHandle.standardError.write(Data(take().utf8))
    }

    private func add(_ line: String) {
        lines.withLock { lines in
            if lines.count == Self.lineLimit { lines.removeFirst() }
            lines.append(line)
        }
    }

    private struct Handler: LogHandler {
        let log: TestLog
        var logLevel = Logger.Level.debug
        var metadata: Logger.Metadata = [:]

        init(log: TestLog) {
            self.log = log
        }

        subscript(metadataKey key: String) -> Logger.MetadataValue? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = metadata.merging(event.metadata ?? [:]) { $1 }
            let words = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
            log.add("\(Date.now.ISO8601Format()) \(event.level) \(event.source): \(event.message)\(words)")
        }
    }
}
