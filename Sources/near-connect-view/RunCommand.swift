// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARConnectProgram
import NEARConnectScenarioRunner
import NEARConnectScenarios
import SafeText

/// Runs scenario files.
struct RunCommand: ParsableCommand {
    static let configuration = RunOptions.command

    @OptionGroup var options: RunOptions

    func run() throws {
        let scenarios = try ScenarioSuite.read(options.files)
        Diagnostics.start(verbose: options.verbose)
        let status = try MainActor.assumeIsolated {
            let display = try DisplaySession.start(options.headless ? .virtual : .automatic)
            defer { display.stop() }
            return try MainLoop.run { try await runUntilInterrupted(scenarios) }
        }
        if status != .success { throw status }
    }

    /// Runs the scenarios until they end or a signal comes, and stops what was started.
    @MainActor
    private func runUntilInterrupted(_ scenarios: [Scenario]) async throws -> ExitCode {
        let work = Task { await runAll(scenarios) }
        let signals = Interruption()
        let interruption = Task {
            let number = await signals.wait()
            if number != nil { work.cancel() }
            return number
        }
        let results = await work.value
        interruption.cancel()
        // The exit code that shells report for a program that a signal ended.
        if let number = await interruption.value { return ExitCode(128 + number) }
        return ExitCode(results.exitStatus)
    }

    @MainActor
    private func runAll(_ scenarios: [Scenario]) async -> [ScenarioResult] {
        let runner = ScenarioRunner(screen: ScenarioWindow(folder: URL(filePath: "scenario-results")))
        var results: [ScenarioResult] = []
        let report = TextReport(isColored: isatty(STDOUT_FILENO) == 1)
        for scenario in scenarios {
            let result = await runner.run(scenario, repetition: 1)
            guard !Task.isCancelled else { break }
            results.append(result)
            if !options.json { StandardOutput.write(report.text(of: result)) }
        }
        if !Task.isCancelled {
            StandardOutput.write(options.json ? JSONReport.json(of: results).text : report.summary(of: results))
        }
        return results
    }
}
