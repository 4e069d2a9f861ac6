// SPDX-License-Identifier: MIT

import Glibc
import Logging

/// A log handler that ends its process with SIGKILL when a library logs a certain step.
struct KillingLogHandler: LogHandler {
    private let key: String
    private let value: Logger.MetadataValue?
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug

    /// Returns a logger that writes nothing.
    ///
    /// - Parameters:
    ///   - value: The step at which the process dies; `nil` for none.
    ///   - key: The metadata that names the step.
    static func logger(dyingAt value: String?, key: String) -> Logger {
        Logger(label: "child") { _ in KillingLogHandler(key: key, value: value.map { .string($0) }) }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        if let value, event.metadata?[key] == value { kill(getpid(), SIGKILL) }
    }
}
