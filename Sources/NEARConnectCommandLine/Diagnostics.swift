// SPDX-License-Identifier: MIT

internal import Logging

/// Sends the library's log to standard error.
package enum Diagnostics {
    /// Starts logging: errors only, or all down to debug messages if `verbose` is true.
    ///
    /// - Parameter verbose: True for debug messages.
    package static func start(verbose: Bool) {
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = verbose ? .debug : .error
            return handler
        }
    }
}
