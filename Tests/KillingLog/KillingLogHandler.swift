// SPDX-License-Identifier: MIT

internal import Glibc
package import Logging

/// Ends its process with SIGKILL when a library logs that it has come to a certain step: for programs that tests have die on the way.
package struct KillingLogHandler: LogHandler {
    private let key: String
    private let value: Logger.MetadataValue
    package var metadata: Logger.Metadata = [:]
    package var logLevel = Logger.Level.debug

    /// - Parameters:
    ///   - key: The metadata that names the step.
    ///   - value: What it says at the step that is the last one.
    package init(key: String, value: String) {
        self.key = key
        self.value = .string(value)
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        if event.metadata?[key] == value { kill(getpid(), SIGKILL) }
    }
}
