// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import NEARConnect
import NEARConnectScenarioRunner
import NEARConnectScenarios

/// Scenarios in one process, whose memory, descriptors and processes stay as they were after the first twenty.
@MainActor
struct ScenarioSoak {
    /// The scenarios that show the process what is coming.
    private static let warmUp = 20
    /// The samples at either end, whose medians are compared.
    private static let window = 20
    /// The most processes of WebKit's.
    ///
    /// Two each for the page that is used, for the next, and for one or two that are ending.
    private static let processLimit = 8

    let count: Int

    /// Runs without the pictures that only failures need.
    private final class NoScreen: ScenarioScreen {
        func picture(of _: NEARWalletManager, to _: URL) async throws {}
    }

    private static let text = """
        version: 1
        devnet:
          accounts: [alice.test.near, bob.test.near]
          contracts: {book.test.near: guest-book}
        steps:
          - sign-in: keystore
          - send: {to: bob.test.near, amount: 1 NEAR}
          - sign-message: {message: hello, recipient: shop.example}
          - call: {contract: book.test.near, method: add_message, args: {text: hi}}
        """

    /// - Returns: Whether nothing grew.
    func run() async throws -> Bool {
        let scenario = try ScenarioFile.scenarios(of: Array(Self.text.utf8), file: "soak.yaml")[0]
        var figures: [ProcessFigures] = []
        try await run(scenario, 1...Self.warmUp) { _ in }
        let before = try await atRest()
        try await run(scenario, (Self.warmUp + 1)...count) { figures.append($0) }
        let after = try await atRest()
        let start = Self.medians(figures.prefix(Self.window))
        let end = Self.medians(figures.suffix(Self.window))
        let most = figures.map(\.processes).max() ?? 0
        let growth = Double(end.resident) / Double(max(start.resident, 1)) - 1
        let isGood =
            growth < SoakLog.allowedGrowth && after.descriptors <= before.descriptors
            && most <= Self.processLimit
        let line =
            #"{"soak":"verdict","ok":\#(isGood),"scenarios":\#(count),"rss_kib":\#(end.resident)"#
            + #","rss_growth":\#((growth * 10_000).rounded() / 10_000),"bar":\#(SoakLog.allowedGrowth)"#
            + #","descriptors_at_rest":[\#(before.descriptors),\#(after.descriptors)]"#
            + #","most_webkit_processes":\#(most)}"#
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
        return isGood
    }

    private func run(
        _ scenario: Scenario, _ numbers: ClosedRange<Int>, sample: (ProcessFigures) -> Void
    ) async throws {
        let runner = ScenarioRunner(screen: NoScreen(), results: FileManager.default.temporaryDirectory)
        for number in numbers {
            let next = number < numbers.upperBound ? number + 1 : nil
            let result = await runner.run(
                .init(position: 0, repetition: number, scenario: scenario),
                next: next.map { .init(position: 0, repetition: $0, scenario: scenario) })
            if let failure = result.failure { throw ScenarioSoakError(description: failure.sentence) }
            sample(ProcessFigures.now())
        }
        await runner.end()
    }

    /// Returns the figures once no page is there any more: one that is being closed still has descriptors.
    private func atRest() async throws -> ProcessFigures {
        let clock = ContinuousClock()
        let limit = clock.now + .seconds(20)
        while !ProcessTree.descendants(named: "WebKit").isEmpty {
            guard clock.now < limit else { throw ScenarioSoakError(description: "a process of WebKit’s stays") }
            await MainLoop.turn()
        }
        return ProcessFigures.now()
    }

    private static func medians(_ figures: some Collection<ProcessFigures>) -> ProcessFigures {
        func median(_ field: (ProcessFigures) -> Int) -> Int {
            let values = figures.map(field).sorted()
            return values[values.count / 2]
        }
        return ProcessFigures(
            resident: median(\.resident), privateDirty: median(\.privateDirty), descriptors: median(\.descriptors),
            processes: median(\.processes))
    }
}

/// The reason why a soak ended early.
struct ScenarioSoakError: Error, CustomStringConvertible {
    let description: String
}
