// SPDX-License-Identifier: MIT

import Logging
import Synchronization

/// The lines of a log, for tests that look at them.
final class RecordedLog: Sendable {
    struct Line {
        let level: Logger.Level
        let message: String
        let metadata: [String: String]
    }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }
            log.add(
                Line(
                    level: event.level, message: "\(event.message)", metadata: all.mapValues { "\($0)" }))
        }
    }

    private let recorded = Mutex<[Line]>([])

    var lines: [Line] { recorded.withLock { $0 } }
    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    private func add(_ line: Line) { recorded.withLock { $0.append(line) } }
}
