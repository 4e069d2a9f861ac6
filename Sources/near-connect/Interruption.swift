// SPDX-License-Identifier: MIT

import Dispatch
import Foundation

/// Waits for Ctrl-C, `kill` or a closed terminal, so that a program can take down what it started.
@MainActor
enum Interruption {
    /// Suspends until SIGINT, SIGTERM or SIGHUP comes. From then on a second one ends the process at once.
    ///
    /// - Returns: The signal's number; `nil` when the task was cancelled first.
    @discardableResult
    static func wait() async -> Int32? {
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return (number, source)
        }
        var first: Int32?
        for await number in signals {
            first = number
            break
        }
        for (number, source) in sources {
            source.cancel()
            signal(number, SIG_DFL)
        }
        return first
    }
}
