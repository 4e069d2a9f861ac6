// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectScenarioRunner
import NEARConnectScenarios
import XCTest

/// A run in processes that are no good.
final class ScenarioPoolTests: MainLoopTestCase {
    /// Returns a plan of two shared runs and one that wants a process of its own.
    private static func plan() throws -> ScenarioPlan {
        let shared = "version: 1\nmatrix: {n: [1, 2]}\nsteps:\n  - sign-in: keystore\n"
        let own = "version: 1\nprocess: own\nsteps:\n  - sign-in: keystore\n"
        let scenarios = try [("shared.yaml", shared), ("own.yaml", own)].flatMap { name, text in
            try ScenarioFile.scenarios(of: Array(text.utf8), file: name)
        }
        return ScenarioPlan(scenarios, only: [], shard: try XCTUnwrap(Shard("1/1")), repetitions: 1)
    }

    func testProcessesThatEndBeforeTheyAskEndTheRuns() throws {
        try run {
            for (program, count) in [("/bin/false", 1), ("/bin/false", 2), ("/nowhere", 2)] {
                var results: [ScenarioResult] = []
                let pool = ScenarioPool(try Self.plan()) { _ in
                    [program]
                } report: {
                    results.append($0)
                }
                try await pool.run(processes: count)
                XCTAssertEqual(results.map(\.file), ["shared.yaml", "shared.yaml", "own.yaml"])
                XCTAssertEqual(results.compactMap { $0.failure?.code }, ["process", "process", "process"])
                guard program == "/bin/false" else { continue }
                let sentence = try XCTUnwrap(results.first?.failure?.sentence)
                XCTAssertTrue(sentence.contains("exit code 1"), sentence)
            }
        }
    }
}
