// SPDX-License-Identifier: MIT

package import Logging

/// Sends the library's log to standard error.
package enum Diagnostics {
    /// Starts logging: errors only, or all down to debug messages if `verbose` is true.
    ///
    /// - Parameters:
    ///   - verbose: True for debug messages.
    ///   - trace: A handler that gets everything too.
    package static func start(verbose: Bool, trace: (any LogHandler)? = nil) {
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = verbose ? .debug : .error
            guard let trace else { return handler }
            return MultiplexLogHandler([handler, trace])
        }
    }
}
