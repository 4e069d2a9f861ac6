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
        guard !options.worker else { return try work(on: scenarios) }
        let plan = try plan(scenarios)
        let trace = TraceLog()
        Diagnostics.start(verbose: options.verbose, trace: trace.handler())
        let status = try MainActor.assumeIsolated {
            let display = options.jobs > 1 ? nil : try self.display()
            defer { display?.stop() }
            return try MainLoop.run { try await runUntilInterrupted(plan, trace) }
        }
        if status != .success { throw status }
    }

    /// Chooses the runs that the command line names.
    private func plan(_ scenarios: [Scenario]) throws -> ScenarioPlan {
        guard let shard = Shard(options.shard) else {
            throw ValidationError(
                localized(
                    "%1$s is no part of a suite. Write, for example, --shard 2/5.",
                    DisplayText.quotation(options.shard, limit: 60)))
        }
        if let unknown = ScenarioPlan.unknown(options.only, among: scenarios) {
            let word = DisplayText.quotation(unknown.word, limit: 60)
            throw ValidationError(
                unknown.meant.map { localized("No scenario has %1$s in its name. Did you mean “%2$s”?", word, $0) }
                    ?? localized("No scenario has %1$s in its name.", word))
        }
        return ScenarioPlan(scenarios, only: options.only, shard: shard, repetitions: options.repetitions)
    }

    @MainActor
    private func display() throws -> DisplaySession {
        try DisplaySession.start(options.headless ? .virtual : .automatic)
    }

    private var results: URL { URL(filePath: options.results, directoryHint: .isDirectory).absoluteURL }

    // MARK: This process

    /// Runs the plan until it ends or a signal comes, and stops what was started.
    @MainActor
    private func runUntilInterrupted(_ plan: ScenarioPlan, _ trace: TraceLog) async throws -> ExitCode {
        let printer = RunPrinter(options)
        let work = Task { await run(plan, trace, for: printer) }
        let signals = Interruption()
        let interruption = Task {
            let number = await signals.wait()
            if number != nil { work.cancel() }
            return number
        }
        await work.value
        interruption.cancel()
        let number = await interruption.value
        try printer.end(isComplete: number == nil)
        // The exit code that shells report for a program that a signal ended.
        if let number { return ExitCode(128 + number) }
        return ExitCode(printer.results.exitStatus)
    }

    @MainActor
    private func run(_ plan: ScenarioPlan, _ trace: TraceLog, for printer: RunPrinter) async {
        guard options.jobs == 1 else {
            let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
            var command = [program, "run", "--worker", "--results", results.path]
            if options.headless { command.append("--headless") }
            if options.verbose { command.append("--verbose") }
            let pool = ScenarioPool(command + ["--"] + options.files, plan: plan) { printer.report($0) }
            return await pool.run(processes: options.jobs)
        }
        let runner = ScenarioRunner(screen: ScenarioWindow(), results: results, trace: trace)
        for run in plan.runs {
            let result = await runner.run(run.scenario, repetition: run.repetition)
            guard !Task.isCancelled else { return }
            printer.report(result)
        }
    }

    // MARK: A process of --jobs

    /// Runs what the lines of standard input name, and prints a line of JSON for each, until the input ends.
    private func work(on scenarios: [Scenario]) throws {
        let trace = TraceLog()
        Diagnostics.start(verbose: options.verbose, trace: trace.handler())
        try MainActor.assumeIsolated {
            let display = try display()
            defer { display.stop() }
            try MainLoop.run {
                let runner = ScenarioRunner(screen: ScenarioWindow(), results: results, trace: trace)
                await RunWorker(scenarios, runner: runner).run()
            }
        }
    }
}
