// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import NEARConnectCore
internal import NEARConnectLocal
package import NEARConnectScenarios
internal import NEARPrimitives
internal import ProcessSetup
internal import SafeText

/// Runs a plan in several processes of this program, each with a display and a main loop of its own.
///
/// The processes ask for runs at a socket of this one (``WorkerCall``), and end with it, however it ends: their
/// connection does. A run whose process breaks down has failed, and isn't run again. A run that asks for a process of
/// its own gets one that runs nothing else.
@MainActor
package final class ScenarioPool {
    /// Makes the command of a process from the socket's path.
    package typealias Command = (_ socket: String) -> [String]

    private let command: Command
    private let runs: [ScenarioPlan.Run]
    private let report: (ScenarioResult) -> Void
    /// The indices of runs that nobody has, in their order.
    private var waiting: [Int]
    private var workers: [Int32: Worker] = [:]
    private var answers: [Int: ScenarioResult] = [:]
    private var reported = 0
    private var processes = 0
    private var closing: Task<Void, Never>?

    /// A process, with the runs that it has and hasn't answered.
    private struct Worker {
        var runs: [Int]
        let isForOne: Bool
        /// True once it has asked for a run that it begins with.
        var hasAsked = false
    }

    /// Creates a pool.
    ///
    /// - Parameters:
    ///   - plan: The runs.
    ///   - command: The program and its arguments, which make it a process of this pool.
    ///   - report: Called for each result in the order of the plan.
    package init(
        _ plan: ScenarioPlan, command: @escaping Command, report: @escaping (ScenarioResult) -> Void
    ) {
        self.command = command
        self.report = report
        runs = plan.runs
        waiting = Array(plan.runs.indices)
    }

    /// Runs the plan, and returns when all processes have ended.
    ///
    /// - Throws: `TemporaryFolderError`, `LocalServerError` where processes couldn't be spoken with.
    package func run(processes: Int) async throws {
        let folder = try TemporaryProfile()
        do {
            try await run(processes: processes, at: folder.root.appendingPathComponent("socket").path)
        } catch {
            try await folder.remove()
            throw error
        }
        try await folder.remove()
        // A process that was killed has left its own.
        TemporaryFolder.sweep()
    }

    private func run(processes: Int, at socket: String) async throws(LocalServerError) {
        let server = try await LocalServer.open(at: socket, role: .works, methods: methods())
        self.processes = min(processes, runs.count)
        let lanes = (0..<self.processes).map { _ in Task { await self.work(at: server.path) } }
        await withTaskCancellationHandler {
            for lane in lanes { await lane.value }
        } onCancel: {
            for lane in lanes { lane.cancel() }
            // The processes hear of it by the end of their connections.
            Task { @MainActor in self.close(server) }
        }
        await close(server).value
    }

    @discardableResult
    private func close(_ server: LocalServer) -> Task<Void, Never> {
        let task = closing ?? Task { await server.close() }
        closing = task
        return task
    }

    // MARK: Processes

    /// Starts one process after the other until no run waits.
    private func work(at socket: String) async {
        while !Task.isCancelled {
            let own = waiting.first { runs[$0].scenario.ownsProcess }
            guard own != nil || !waiting.isEmpty else { return }
            if let own { waiting.removeAll { $0 == own } }
            do {
                let program = try ChildProgram(command(socket))
                var worker = Worker(runs: own.map { [$0] } ?? [], isForOne: own != nil)
                guard let process = program.identifier else {
                    end(worker, status: await program.ended())
                    continue
                }
                workers[process] = worker
                let status = await program.ended()
                worker = workers.removeValue(forKey: process) ?? worker
                end(worker, status: status)
            } catch {
                guard let index = own ?? take(ahead: false) else { return }
                finish(
                    index, with: broken(runs[index], localized("No process could be started: %1$s", "\(error)")))
            }
        }
    }

    /// Takes note of a process's end.
    ///
    /// The run that it was in the midst of has failed; the one that it made ready waits again. One that ended before it
    /// asked for a run takes a waiting one with it: the next process would end like it, and so would all after that.
    private func end(_ worker: Worker, status: Int32) {
        waiting = (waiting + worker.runs.dropFirst()).sorted()
        guard !Task.isCancelled else { return }
        if let index = worker.runs.first {
            finish(index, with: broken(runs[index], localized("The process of the scenario ended.")))
        } else if !worker.isForOne, !worker.hasAsked, let index = take(ahead: false) {
            let sentence = localized(
                "The process for the scenario ended with exit code %1$s before it asked for one.", "\(status)")
            finish(index, with: broken(runs[index], sentence))
        }
    }

    /// Takes the next run that needs no process of its own.
    ///
    /// - Parameter ahead: True for a run to be made ready, which is left to processes that have none at the time.
    private func take(ahead: Bool) -> Int? {
        let shared = waiting.filter { !runs[$0].scenario.ownsProcess }
        let idle = processes - workers.values.count { !$0.runs.isEmpty }
        guard let first = shared.first, !ahead || shared.count > idle else { return nil }
        waiting.removeAll { $0 == first }
        return first
    }

    // MARK: Calls

    private func methods() -> [LocalMethod] {
        [
            LocalMethod(
                WorkerCall.next, for: .works,
                onMainActor: { [weak self] params, caller throws(LocalCallError) in
                    try self?.next(for: caller.pid, isAhead: params?["ahead"] == true) ?? .null
                }),
            LocalMethod(
                WorkerCall.result, for: .works,
                onMainActor: { [weak self] params, caller throws(LocalCallError) in
                    try self?.take(params, of: caller.pid)
                    return .null
                }),
            LocalMethod(WorkerCall.stay, for: .works) { _, _ throws(LocalCallError) in
                let (never, continuation) = AsyncStream.makeStream(of: Never.self)
                for await _ in never {}
                continuation.finish()
                throw .cancelled
            },
        ]
    }

    private func next(for process: Int32, isAhead: Bool) throws(LocalCallError) -> JSONValue {
        guard var worker = workers[process] else { throw Self.stranger }
        if worker.isForOne { return isAhead ? .null : worker.runs.first.map { WorkerRun(runs[$0]).json } ?? .null }
        if !isAhead { worker.hasAsked = true }
        defer { workers[process] = worker }
        guard let index = take(ahead: isAhead) else { return .null }
        worker.runs.append(index)
        return WorkerRun(runs[index]).json
    }

    private func take(_ params: JSONValue?, of process: Int32) throws(LocalCallError) {
        guard var worker = workers[process] else { throw Self.stranger }
        guard let run = WorkerRun(json: params?["run"]), let index = worker.runs.first, WorkerRun(runs[index]) == run,
            let result = params?["result"].flatMap(ScenarioResult.init(json:))
        else { throw .invalidParams(localized("this is no result of the process’s run")) }
        worker.runs.removeFirst()
        workers[process] = worker
        finish(index, with: result)
    }

    private static let stranger = LocalCallError.invalidParams(localized("this process has no part in the run"))

    // MARK: Results

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
