// SPDX-License-Identifier: MIT

internal import NEARConnectCore
package import NEARConnectScenarios
internal import NEARPrimitives
internal import SafeText

/// Runs scenarios one after the other, each with a chain, a profile and a page of its own.
///
/// It needs a display and GLib's main loop.
@MainActor
package final class ScenarioRunner {
    private let screen: any ScenarioScreen
    private let clock = ContinuousClock()

    /// Creates a runner.
    ///
    /// - Parameter screen: The window for pictures.
    package init(screen: any ScenarioScreen) { self.screen = screen }

    /// Runs a scenario to its end.
    ///
    /// What it started is stopped when this returns, also if the task is cancelled.
    package func run(_ scenario: Scenario, repetition: Int) async -> ScenarioResult {
        let start = clock.now
        let files = ScenarioFiles(beside: scenario.file)
        var steps: [ScenarioResult.Step] = []
        var failure: ScenarioRunError?
        do {
            let stage = try await ScenarioStage.start(scenario, files: files)
            let worker = StepWorker(stage, files: files, screen: screen)
            failure = await perform(scenario, by: worker, until: start + scenario.deadline, &steps)
            try await stage.stop()
        } catch {
            failure = failure ?? ScenarioRunError(error)
        }
        for step in scenario.steps.dropFirst(steps.count) {
            steps.append(.init(word: step.word, place: step.place, end: .skipped, duration: .zero, detail: ""))
        }
        return ScenarioResult(
            file: scenario.file, name: scenario.name, repetition: repetition, steps: steps,
            duration: start.duration(to: clock.now), failure: failure)
    }

    /// Runs the steps until one fails.
    private func perform(
        _ scenario: Scenario, by worker: StepWorker, until end: ContinuousClock.Instant,
        _ results: inout [ScenarioResult.Step]
    ) async -> ScenarioRunError? {
        var values = scenario.values
        for step in scenario.steps {
            let start = clock.now
            func result(_ end: ScenarioResult.End, _ detail: String) -> ScenarioResult.Step {
                .init(
                    word: step.word, place: step.place, end: end, duration: start.duration(to: clock.now),
                    detail: DisplayText.line(detail))
            }
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
