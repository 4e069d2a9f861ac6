// SPDX-License-Identifier: MIT

import ConnectorTesting
import Foundation
import WebKitGTK

/// The embedded connector and another one, each in a page of its own.
@MainActor
final class ConnectorPair {
    private let embedded: ConnectorPage
    private let other: ConnectorPage
    private let clock = ContinuousClock()
    /// What asking a page for nothing takes, in milliseconds; see ``measureTrip(calls:)``.
    private var trip = 0.0

    /// - Parameter other: What the embedded connector is compared with.
    init(other: ConnectorSource) async throws {
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

    /// Finds out what asking a page for nothing takes after a pause, which each of the other figures contains.
    func measureTrip(calls: Int) async throws {
        let figure = try await measure("trip", calls: calls, pause: .milliseconds(300), call: "nothing", bar: nil)
        trip = ConnectorFigure.median(figure.embedded + figure.other)
    }

    /// Times calls of both in turns.
    ///
    /// - Parameters:
    ///   - burst: How many calls follow each other at once; each is timed.
    ///   - pause: How long both are left alone before each burst.
    ///   - bar: How many times faster the embedded one's median has to be, `nil` when there is no bar.
    func measure(
        _ metric: String, calls: Int, burst: Int = 1, pause: Duration? = nil, call: String, bar: Double?
    ) async throws -> ConnectorFigure {
        var times: [[Double]] = [[], []]
        for _ in 0..<max(1, calls) {
            for (index, page) in [embedded, other].enumerated() {
                if let pause { try await clock.sleep(for: pause) }
                for _ in 0..<burst {
                    let begin = clock.now
                    try await Self.call(page, call)
                    times[index].append(begin.duration(to: clock.now) / .milliseconds(1))
                }
            }
        }
        return ConnectorFigure(metric: metric, embedded: times[0], other: times[1], bar: bar, trip: trip)
    }

    private static func call(_ page: ConnectorPage, _ name: String) async throws {
        if name == "list" {
            _ = try await page.view.call("return await module.list()")
        } else {
            _ = try await page.view.call("return await module.call(name)", arguments: ["name": name])
        }
    }
}
