// SPDX-License-Identifier: MIT

package import Logging

/// Gives each entry of a log to a function, its message and its metadata as one text.
package struct TextLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var logLevel: Logger.Level
    private let write: @Sendable (_ event: LogEvent, _ text: String) -> Void

    /// Returns a logger that writes, beside what the program does with logs of this name.
    ///
    /// - Parameters:
    ///   - label: The name.
    ///   - level: The lowest level that is written.
    ///   - write: Takes an entry; on any thread.
    package static func logger(
        _ label: String, from level: Logger.Level,
        write: @escaping @Sendable (_ event: LogEvent, _ text: String) -> Void
    ) -> Logger {
        let usual = Logger(label: label).handler
        return Logger(label: label) { _ in
            MultiplexLogHandler([usual, TextLogHandler(logLevel: level, write: write)])
        }
    }

    private init(logLevel: Logger.Level, write: @escaping @Sendable (_ event: LogEvent, _ text: String) -> Void) {
        (self.logLevel, self.write) = (logLevel, write)
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let fields = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        write(event, ([event.message.description] + fields).joined(separator: " "))
    }
}
