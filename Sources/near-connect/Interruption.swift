// SPDX-License-Identifier: MIT

import Dispatch
import Foundation

/// Waits for Ctrl-C, `kill` or a closed terminal, so that a program can take down what it started.
@MainActor
enum Interruption {
    /// Suspends until SIGINT, SIGTERM or SIGHUP comes. From then on a second one ends the process at once.
    static func wait() async {
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return (number, source)
        }
        for await _ in signals { break }
        for (number, source) in sources {
            source.cancel()
            signal(number, SIG_DFL)
        }
    }
}
