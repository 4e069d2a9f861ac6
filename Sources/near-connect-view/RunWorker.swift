// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import NEARConnectCommandLine
import NEARConnectCore
import NEARConnectScenarioRunner
import NEARConnectScenarios
import NEARPrimitives

/// A process of `run --jobs`: it runs what lines of its input name, one after the other.
///
/// The end of its input ends it, also in the middle of a scenario, and stops what that has started.
@MainActor
struct RunWorker {
    /// The longest line, in bytes.
    private nonisolated static let lineLimit = 1024

    private let scenarios: [Scenario]
    private let runner: ScenarioRunner

    init(_ scenarios: [Scenario], runner: ScenarioRunner) {
        self.scenarios = scenarios
        self.runner = runner
    }

    /// Runs until the input or a signal ends it.
    func run() async {
        let (requests, continuation) = AsyncStream.makeStream(of: WorkerRequest.self)
        let work = Task { await answer(requests) }
        let end = Task {
            for await line in Self.lines() {
                if let request = WorkerRequest(line) { continuation.yield(request) }
            }
            continuation.finish()
            work.cancel()
        }
        let signals = Interruption()
        let interruption = Task {
            if await signals.wait() != nil { work.cancel() }
        }
        await work.value
        interruption.cancel()
        end.cancel()
    }

    private func answer(_ requests: AsyncStream<WorkerRequest>) async {
        for await request in requests {
            guard scenarios.indices.contains(request.position) else { return }
            let result = await runner.run(scenarios[request.position], repetition: request.repetition)
            guard !Task.isCancelled else { return }
            StandardOutput.write(JSONReport.json(result).text)
            StandardOutput.flush()
        }
    }

    /// Returns the lines of standard input; a thread of its own waits for them.
    private static func lines() -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            var reader = LineReader(limit: lineLimit)
            var piece = [UInt8](repeating: 0, count: lineLimit)
            while true {
                let count = read(STDIN_FILENO, &piece, piece.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { break }
                reader.append(piece[..<count])
                do throws(LineReader.TooLongError) {
                    while let line = try reader.next() { continuation.yield(String(decoding: line, as: UTF8.self)) }
                } catch {
                    // Nobody but a pool writes, and it writes short lines.
                    break
                }
            }
            continuation.finish()
        }
        return stream
    }
}
