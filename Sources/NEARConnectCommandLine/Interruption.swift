// SPDX-License-Identifier: MIT

internal import Glibc
internal import ProcessSetup

/// Catches Ctrl-C, `kill` and a closed terminal, so that a program can shut down what it started.
///
/// From its initializer on, no such signal ends the process, and none is lost.
@MainActor
package final class Interruption {
    private let signals: AsyncStream<Int32>
    private var watches: [UnixSignal]

    package init() {
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.signals = signals
        // Under nohup a closed terminal doesn't end the program.
        let numbers = [SIGINT, SIGTERM] + (UnixSignal.isIgnored(SIGHUP) ? [] : [SIGHUP])
        watches = numbers.map { number in UnixSignal(number) { continuation.yield(number) } }
    }

    /// Suspends until SIGINT, SIGTERM or SIGHUP has arrived.
    ///
    /// From then on a second one ends the process at once.
    ///
    /// - Returns: The signal's number; `nil` if the task was cancelled first.
    @discardableResult
    package func wait() async -> Int32? {
        defer { watches = [] }
        for await number in signals { return number }
        return nil
    }
}
