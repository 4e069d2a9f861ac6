// SPDX-License-Identifier: MIT

internal import Logging

/// Where the library's log goes: standard error, warnings only unless more is asked for.
package enum Diagnostics {
    package static func start(verbose: Bool) {
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = verbose ? .debug : .error
            return handler
        }
    }
}
