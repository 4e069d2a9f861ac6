// SPDX-License-Identifier: MIT

import Dispatch
import Foundation

/// Catches Ctrl-C, `kill` and a closed terminal, so that a program can take down what it started. From its making on, no such signal ends
/// the process.
@MainActor
final class Interruption {
    private let signals: AsyncStream<Int32>
    private let sources: [(number: Int32, source: any DispatchSourceSignal)]

    init() {
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.signals = signals
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return (number, source)
        }
    }

    /// Suspends until SIGINT, SIGTERM or SIGHUP comes, or has come. From then on a second one ends the process at once.
    ///
    /// - Returns: The signal's number; `nil` when the task was cancelled first.
    @discardableResult
    func wait() async -> Int32? {
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
