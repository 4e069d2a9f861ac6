// SPDX-License-Identifier: MIT

internal import NEARConnectScenarios

/// A scenario whose chain, profile and page are being made ready.
@MainActor
final class ScenarioPreparation {
    /// The run that it is for.
    let run: ScenarioPlan.Run
    /// The log of the scenario.
    let trace = TraceLog()
    /// The files that the scenario names.
    let files: ScenarioFiles

    private let work: Task<ScenarioStage, any Error>

    /// Begins at once.
    init(of run: ScenarioPlan.Run, shelf: ChainShelf, pages: ScenarioPages) {
        self.run = run
        files = ScenarioFiles(beside: run.scenario.file)
        work = Task { [trace, files] in
            try await StepDeadline.run(within: run.scenario.deadline) {
                try await ScenarioStage.start(run.scenario, files: files, shelf: shelf, pages: pages, trace: trace)
            }
        }
    }

    /// Waits for the stage.
    ///
    /// - Throws: The error that it can't be had for; `CancellationError` where the caller's task is cancelled.
    func stage() async throws -> ScenarioStage {
        try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    }

    /// Stops what was made, and returns when nothing of it is left.
    func discard() async {
        work.cancel()
        do {
            try await work.value.stop(isClean: false)
        } catch {
            // It wasn't made, or its folder stays until the next run removes it; nobody waits for this scenario.
            return
        }
    }
}
