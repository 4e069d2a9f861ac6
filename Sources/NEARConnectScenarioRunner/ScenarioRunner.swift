// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import NEARConnect
internal import NEARConnectCore
package import NEARConnectScenarios
internal import NEARDevnet
internal import NEARPrimitives
internal import SafeText

/// Runs scenarios one after the other, each with a chain, a profile and a page of its own.
///
/// While one runs, those of the next are made ready. It needs a display and GLib's main loop.
@MainActor
package final class ScenarioRunner {
    private let screen: any ScenarioScreen
    private let results: URL
    private let shelf = ChainShelf()
    private let pages = ScenarioPages()
    private let clock = ContinuousClock()
    private var prepared: ScenarioPreparation?

    /// The longest time for what is kept of a failure.
    private static let keepingLimit = Duration.seconds(20)

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - screen: The window for pictures.
    ///   - results: The folder for what is kept of failures, and for pictures.
    package init(screen: any ScenarioScreen, results: URL) {
        self.screen = screen
        self.results = results
    }

    /// Makes the chain, the profile and the page of a run ready, unless that was begun.
    package func prepare(_ run: ScenarioPlan.Run) async {
        if let prepared, prepared.run.isSame(as: run) { return }
        await prepared?.discard()
        prepared = ScenarioPreparation(of: run, shelf: shelf, pages: pages)
    }

    /// Waits until the page of the run that is being made ready is loaded.
    ///
    /// - Throws: The error that it can't be had for.
    package func ready() async throws { try await prepared?.stage().manager.ready() }

    /// Stops what was made ready for runs that don't come.
    package func end() async {
        await prepared?.discard()
        prepared = nil
        await shelf.clear()
        await pages.end()
    }

    /// Runs a scenario to its end, and makes the next one ready meanwhile.
    ///
    /// All that it started is stopped when this returns, also if the task is cancelled; ``end()`` stops the rest.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - next: The run that comes next; `nil` if there is none.
    package func run(_ run: ScenarioPlan.Run, next: ScenarioPlan.Run? = nil) async -> ScenarioResult {
        let start = clock.now
        await prepare(run)
        guard let preparation = prepared else { preconditionFailure("a run was made ready, and is not there") }
        prepared = next.map { ScenarioPreparation(of: $0, shelf: shelf, pages: pages) }
        let (scenario, trace, files) = (run.scenario, preparation.trace, preparation.files)
        let folder = ResultFolder(in: results, for: scenario)
        var picture: String?
        var state: String?
        var steps: [ScenarioResult.Step] = []
        var failure: ScenarioRunError?
        do {
            let stage = try await preparation.stage()
            let worker = StepWorker(stage, files: files, screen: screen, folder: folder)
            failure = await perform(scenario, by: worker, noting: trace, until: start + scenario.deadline, &steps)
            if failure != nil, !Task.isCancelled {
                picture = await kept("page.png", in: folder, noting: trace) { [screen] in
                    try await screen.picture(of: stage.manager, to: $0)
                }
                if let devnet = stage.devnet {
                    state = await kept("devnet", in: folder, noting: trace) { try await devnet.save(to: $0) }
                }
            }
            let expectsErrors = scenario.steps.contains { $0.expectation.errorCode != nil }
            try await stage.stop(isClean: failure == nil && !expectsErrors && !Task.isCancelled)
        } catch {
            failure = failure ?? ScenarioRunError(error)
        }
        for step in scenario.steps.dropFirst(steps.count) {
            steps.append(.init(word: step.word, place: step.place, end: .skipped, duration: .zero, detail: ""))
        }
        var result = ScenarioResult(
            file: scenario.file, name: scenario.name, repetition: run.repetition, steps: steps,
            duration: start.duration(to: clock.now), failure: failure)
        if failure != nil, !Task.isCancelled {
            do {
                try folder.write(result, trace: trace.entries(), picture: picture, state: state)
            } catch {
                result.failure = failure.map { failure in
                    ScenarioRunError(
                        code: failure.code,
                        sentence: localized(
                            "%1$s What was found can’t be kept: %2$s", failure.sentence, DisplayText.words(error)),
                        status: failure.status, place: failure.place)
                }
            }
        }
        result.folder = folder.url?.path
        return result
    }

    /// Keeps something of a failure.
    ///
    /// - Returns: Its name; `nil` where that failed, which the trace says.
    private func kept(
        _ name: String, in folder: ResultFolder, noting trace: TraceLog,
        _ work: @escaping @MainActor (URL) async throws -> Void
    ) async -> String? {
        do {
            let file = try folder.make().appendingPathComponent(name)
            try await StepDeadline.run(within: Self.keepingLimit) { try await work(file) }
            return name
        } catch {
            trace.add("run", "\(name) can’t be kept: \(DisplayText.words(error))")
            return nil
        }
    }

    /// Runs the steps until one fails.
    private func perform(
        _ scenario: Scenario, by worker: StepWorker, noting trace: TraceLog, until end: ContinuousClock.Instant,
        _ results: inout [ScenarioResult.Step]
    ) async -> ScenarioRunError? {
        var values = scenario.values
        for step in scenario.steps {
            let start = clock.now
            func result(_ end: ScenarioResult.End, _ detail: String) -> ScenarioResult.Step {
                .init(
                    word: step.word, place: step.place, end: end, duration: start.duration(to: clock.now),
                    detail: DisplayText.name(detail))
            }
            trace.add("run", "step \(step.word) in line \(step.place.line)")
            do {
                let findings = try await perform(
                    step, by: worker, values,
                    within: min(step.deadline ?? scenario.stepDeadline, start.duration(to: end)))
                if let name = step.resultName { values[name] = findings.value }
                results.append(result(.passed, findings.detail))
            } catch {
                var failure = ScenarioRunError(error)
                failure.place = step.place
                results.append(result(.failed, failure.sentence))
                trace.add("run", "failed: \(failure.sentence)")
                return failure
            }
        }
        return nil
    }

    /// Does a step's work and compares the findings; a read is repeated as often as it may be.
    private func perform(
        _ step: Scenario.Step, by worker: StepWorker, _ values: ScenarioValues, within limit: Duration
    ) async throws -> StepFindings {
        let check = ExpectationCheck(expectation: step.expectation, values: values)
        guard limit > .zero else { throw NEARError.timedOut(after: limit) }
        do {
            return try await StepDeadline.run(within: limit) {
                var retries = step.retries
                while true {
                    do {
                        let findings = try await worker.perform(step, values)
                        try check.compare(findings)
                        return findings
                    } catch {
                        guard retries > 0, !Task.isCancelled else { throw error }
                        retries -= 1
                        try await ContinuousClock().sleep(for: .milliseconds(100))
                    }
                }
            }
        } catch let failure as ScenarioRunError {
            throw failure
        } catch {
            guard !Task.isCancelled else { throw NEARError.taskCancelled }
            return StepFindings(detail: try check.compare(error))
        }
    }
}
