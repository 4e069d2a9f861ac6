// SPDX-License-Identifier: MIT

internal import NEARConnectCore
package import NEARConnectScenarios
internal import NEARPrimitives

/// The work of a process that a ``ScenarioPool`` has started: it asks for runs, and hands over their results.
///
/// It ends when there is no run left, when its task is cancelled, and with the pool's process, however that ends; also
/// in the middle of a scenario, whose work is stopped.
@MainActor
package struct ScenarioWorker {
    /// The time that the pool may take for an answer, which it never makes anybody wait for.
    private nonisolated static let patience = Duration.seconds(60)
    /// The time after which nobody has a run any more.
    private nonisolated static let lifetime = Duration.seconds(365 * 86_400)

    private let scenarios: [Scenario]
    private let runner: ScenarioRunner

    /// Creates a worker.
    ///
    /// - Parameters:
    ///   - scenarios: The scenarios of all files, as the pool has them.
    ///   - runner: Runs them.
    package init(_ scenarios: [Scenario], runner: ScenarioRunner) {
        self.scenarios = scenarios
        self.runner = runner
    }

    /// Works for the pool whose socket is at `path`.
    ///
    /// - Throws: `LocalClientError` where the pool doesn't answer; nothing where it has ended.
    package func run(at path: String) async throws {
        do {
            try await work(for: try await LocalClient.connect(to: path, within: Self.patience))
        } catch LocalClientError.ended, LocalClientError.notRunning {
            return
        }
    }

    private func work(for client: LocalClient) async throws {
        let work = Task { try await answer(client) }
        let end = Task {
            do throws(LocalClientError) {
                _ = try await client.call(WorkerCall.stay, within: Self.lifetime)
            } catch {
                work.cancel()
            }
        }
        let result = await withTaskCancellationHandler {
            await work.result
        } onCancel: {
            work.cancel()
        }
        let isCancelled = work.isCancelled
        end.cancel()
        await runner.end()
        client.close()
        // Nobody hears of an error behind the end.
        if !isCancelled { try result.get() }
    }

    private func answer(_ client: LocalClient) async throws {
        var next = try await ask(client, isAhead: false)
        while let run = next, !Task.isCancelled {
            let ahead = try await ask(client, isAhead: true)
            let result = await runner.run(run, next: ahead)
            guard !Task.isCancelled else { return }
            let answer: JSONValue = ["run": WorkerRun(run).json, "result": JSONReport.json(result)]
            _ = try await client.call(WorkerCall.result, answer, within: Self.patience)
            if let ahead { next = ahead } else { next = try await ask(client, isAhead: false) }
        }
    }

    private func ask(_ client: LocalClient, isAhead: Bool) async throws -> ScenarioPlan.Run? {
        let answer = try await client.call(WorkerCall.next, ["ahead": .bool(isAhead)], within: Self.patience)
        guard let run = WorkerRun(json: answer), scenarios.indices.contains(run.position) else { return nil }
        return ScenarioPlan.Run(
            position: run.position, repetition: run.repetition, scenario: scenarios[run.position])
    }
}
