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
struct RunCommand: JSONCommand {
    static let configuration = RunOptions.command

    @OptionGroup var options: RunOptions

    var printsJSON: Bool { options.output.json }

    func run() throws {
        let scenarios = try ScenarioSuite.read(options.files, try options.networks.map(NetworksFile.init))
        Diagnostics.start(verbose: options.output.verbose)
        if let socket = options.worker { return try work(on: scenarios, at: socket) }
        let plan = try plan(scenarios)
        let status = try MainActor.assumeIsolated {
            let display = options.jobs > 1 ? nil : try self.display()
            defer { display?.stop() }
            return try MainLoop.run { try await runUntilInterrupted(plan) }
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
    private func runUntilInterrupted(_ plan: ScenarioPlan) async throws -> ExitCode {
        let printer = RunPrinter(options)
        let work = Task { try await run(plan, for: printer) }
        let signals = Interruption()
        let interruption = Task {
            let number = await signals.wait()
            if number != nil { work.cancel() }
            return number
        }
        let ended = await work.result
        interruption.cancel()
        let number = await interruption.value
        if number == nil { try ended.get() }
        try printer.end(isComplete: number == nil)
        // The exit code that shells report for a program that a signal ended.
        if let number { return ExitCode(128 + number) }
        return ExitCode(printer.results.exitStatus)
    }

    @MainActor
    private func run(_ plan: ScenarioPlan, for printer: RunPrinter) async throws {
        guard options.jobs == 1 else { return try await runProcesses(options.jobs, for: plan, printer) }
        let runner = ScenarioRunner(screen: ScenarioWindow(), results: results)
        var position = 0
        while position < plan.runs.count, !Task.isCancelled {
            let run = plan.runs[position]
            position += 1
            if run.scenario.ownsProcess {
                try await runProcesses(1, for: ScenarioPlan(run), printer)
                continue
            }
            let result = await runner.run(
                run, next: plan.runs[position...].first { !$0.scenario.ownsProcess })
            if !Task.isCancelled { printer.report(result) }
        }
        await runner.end()
    }

    // MARK: Other processes

    @MainActor
    private func runProcesses(_ count: Int, for plan: ScenarioPlan, _ printer: RunPrinter) async throws {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
        var flags: [String] = []
        if options.headless { flags.append("--headless") }
        if options.output.verbose { flags.append("--verbose") }
        if let networks = options.networks { flags += ["--networks", networks] }
        let pool = ScenarioPool(plan) { socket in
            [program, "run", "--worker", socket, "--results", results.path] + flags + ["--"] + options.files
        } report: {
            printer.report($0)
        }
        try await pool.run(processes: count)
    }

    /// Runs what the process at the socket names, until it has nothing left or a signal comes.
    private func work(on scenarios: [Scenario], at socket: String) throws {
        try MainActor.assumeIsolated {
            let display = try display()
            defer { display.stop() }
            try MainLoop.run {
                let runner = ScenarioRunner(screen: ScenarioWindow(), results: results)
                let work = Task { try await ScenarioWorker(scenarios, runner: runner).run(at: socket) }
                let signals = Interruption()
                let interruption = Task {
                    if await signals.wait() != nil { work.cancel() }
                }
                let ended = await work.result
                interruption.cancel()
                try ended.get()
            }
        }
    }
}
