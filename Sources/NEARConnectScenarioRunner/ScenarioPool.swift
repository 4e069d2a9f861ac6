// SPDX-License-Identifier: MIT

internal import NEARConnectCore
package import NEARConnectScenarios
internal import NEARPrimitives
internal import ProcessSetup
internal import SafeText

/// Runs a plan in several processes of this program, each with a display and a main loop of its own.
///
/// A process is told the next run as soon as it has answered the last one, and ends with this process, however that
/// ends: its input ends then. A run whose process breaks down has failed; it isn't run again.
@MainActor
package final class ScenarioPool {
    private let command: [String]
    private let plan: ScenarioPlan
    private var next = 0
    private var answers: [Int: ScenarioResult] = [:]
    private var reported = 0
    private let report: (ScenarioResult) -> Void

    /// Creates a pool.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments, which make it a process of this pool.
    ///   - plan: The runs.
    ///   - report: Called for each result in the order of the plan.
    package init(_ command: [String], plan: ScenarioPlan, report: @escaping (ScenarioResult) -> Void) {
        self.command = command
        self.plan = plan
        self.report = report
    }

    /// Runs the plan, and returns when all processes have ended.
    package func run(processes: Int) async {
        let workers = (0..<min(processes, plan.runs.count)).map { _ in Task { await self.work() } }
        await withTaskCancellationHandler {
            for worker in workers { await worker.value }
        } onCancel: {
            for worker in workers { worker.cancel() }
        }
    }

    /// Gives runs to one process after the other, a new one where the last has broken down.
    private func work() async {
        while next < plan.runs.count, !Task.isCancelled {
            let program: LineProgram
            do {
                program = try LineProgram(command)
            } catch {
                let index = take()
                finish(
                    index, with: broken(plan.runs[index], localized("No process could be started: %1$s", "\(error)")))
                continue
            }
            var isAlive = true
            while isAlive, next < plan.runs.count, !Task.isCancelled {
                let index = take()
                let result = await answer(of: program, to: plan.runs[index])
                isAlive = result != nil
                if Task.isCancelled { break }
                finish(index, with: result ?? broken(plan.runs[index], localized("The process of the scenario ended.")))
            }
            _ = await program.end()
        }
    }

    private func take() -> Int {
        next += 1
        return next - 1
    }

    private func answer(of program: LineProgram, to run: ScenarioPlan.Run) async -> ScenarioResult? {
        do {
            try program.write(WorkerRequest(position: run.position, repetition: run.repetition).text)
            let line = await withTaskCancellationHandler {
                await program.line()
            } onCancel: {
                Task { @MainActor in program.closeInput() }
            }
            guard let line else { return nil }
            return ScenarioResult(json: try JSONValue.parse(line))
        } catch {
            return nil
        }
    }

    /// Keeps a result, and reports all whose turn it is.
    private func finish(_ index: Int, with result: ScenarioResult) {
        answers[index] = result
        while let result = answers.removeValue(forKey: reported) {
            reported += 1
            report(result)
        }
    }

    private func broken(_ run: ScenarioPlan.Run, _ sentence: String) -> ScenarioResult {
        let steps = run.scenario.steps.map { step in
            ScenarioResult.Step(word: step.word, place: step.place, end: .skipped, duration: .zero, detail: "")
        }
        return ScenarioResult(
            file: run.scenario.file, name: run.scenario.name, repetition: run.repetition, steps: steps,
            duration: .zero, failure: ScenarioRunError(code: "process", sentence: sentence, status: .fault))
    }
}

/// The line by which a process of a pool is told what to run.
package struct WorkerRequest: Sendable, Hashable {
    /// The position of the scenario among those of all files.
    package let position: Int
    /// The number of the repetition.
    package let repetition: Int

    init(position: Int, repetition: Int) {
        self.position = position
        self.repetition = repetition
    }

    var text: String { "\(position) \(repetition)" }

    /// Reads a line; `nil` for any other text.
    package init?(_ text: String) {
        let numbers = text.split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 2, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
        self.init(position: numbers[0], repetition: numbers[1])
    }
}
