// SPDX-License-Identifier: MIT

import ConnectorTesting
import Foundation
import WebKitGTK

/// The embedded connector and another one, each in a page of its own.
@MainActor
final class ConnectorPair {
    /// The rhythm of calls.
    struct Pace {
        /// The number of calls that come one right after the other.
        let burst: Int
        /// The time for which the connector is left alone before each burst.
        let pause: Duration?

        /// Calls as a user makes them: the wallet has been left alone for a moment.
        static let single = Pace(burst: 1, pause: .milliseconds(300))
        /// Calls as a page makes them: a few, after a moment without any.
        static let burst = Pace(burst: 8, pause: .milliseconds(500))
        /// Calls without pauses.
        static let sustained = Pace(burst: 50, pause: nil)
    }

    private let embedded: ConnectorPage
    private let other: ConnectorPage
    private let only: String
    private let clock = ContinuousClock()

    /// - Parameters:
    ///   - other: What the embedded connector is compared with.
    ///   - only: What the names of the figures begin with that are measured.
    init(other: TestedConnector, only: String) async throws {
        self.only = only
        embedded = ConnectorPage(.embedded, module: "Bench/bench.js")
        self.other = ConnectorPage(other, module: "Bench/bench.js")
        try await embedded.reload()
        try await self.other.reload()
    }

    /// Chooses the executor in both pages.
    func use(_ executor: String) async throws {
        for page in [embedded, other] {
            _ = try await page.view.call("return await module.use(name)", arguments: ["name": executor])
        }
    }

    /// Times calls of both in turns, and writes the figure.
    ///
    /// The bursts before the first one that counts show both connectors what is coming; four is what it takes from two
    /// spare frames to sixteen.
    func measure(
        _ metric: String, bursts: Int, pace: Pace, call: String, bar: ConnectorFigure.Bar
    ) async throws {
        guard metric.hasPrefix(only) else { return }
        var times: [[Double]] = [[], []]
        let unmeasured = pace.burst > 1 ? 4 : 1
        for burst in 0..<(unmeasured + max(1, bursts)) {
            for (index, page) in [embedded, other].enumerated() {
                if let pause = pace.pause { try await clock.sleep(for: pause) }
                for _ in 0..<pace.burst {
                    let begin = clock.now
                    try await Self.call(page, call)
                    let time = begin.duration(to: clock.now) / .milliseconds(1)
                    if burst >= unmeasured { times[index].append(time) }
                }
            }
        }
        let figure = ConnectorFigure(metric: metric, embedded: times[0], other: times[1], bar: bar)
        FileHandle.standardOutput.write(Data("\(figure.line)\n".utf8))
    }

    private static func call(_ page: ConnectorPage, _ name: String) async throws {
        if name == "list" {
            _ = try await page.view.call("return await module.list()")
        } else {
            _ = try await page.view.call("return await module.call(name)", arguments: ["name": name])
        }
    }
}
