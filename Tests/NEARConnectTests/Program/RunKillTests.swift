// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import MainLoopTesting
import TestSupport
import XCTest

@testable import GLibRuntime

/// Runs that are killed at any point of their work.
final class RunKillTests: MainLoopTestCase {
    private var runs: ScenarioRun!

    override func setUpWithError() throws { runs = try ScenarioRun() }

    override func tearDownWithError() throws { try runs.end() }

    /// No X server and no other process outlives a run that is killed.
    ///
    /// The next run works, and removes what was left.
    ///
    /// `Scripts/soak run-kills` does so at fifty points.
    func testAKilledRunLeavesNothingBehindTheNextOne() throws {
        let file = try runs.file(
            """
            version: 1
            wallets: {scripted: }
            steps:
              - sign-in: scripted
              - send: {to: bob.test.near, amount: 1 NEAR}
              - sign-message: {message: a, recipient: b}
            """)
        var points: [String] = []
        for point in 0..<SoakCount.full(or: 4) {
            let jobs = point.isMultiple(of: 2) ? "1" : "2"
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/timeout")
            let after = String(format: "%.3f", Double.random(in: 0.02...2.5))
            // A failure is sought again at the same point.
            let place = "killed after \(after) s, with --jobs \(jobs)"
            process.arguments =
                ["--foreground", "--signal", "KILL", after, try CommandRun.executable().path, "run", file]
                + ["--headless", "--repeat", "1000", "--jobs", jobs]
            process.environment = runs.environment
            process.currentDirectoryURL = runs.folder
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitForEnd()
            XCTAssertTrue(
                [124, 137].contains(process.terminationStatus),
                "it ended by itself, with \(process.terminationStatus): \(place)")
            let home = "HOME=\(runs.folder.path)"
            try run {
                await waitUntil("the end of a run's processes, \(place)") { Self.processes(with: home).isEmpty }
            }
            points.append(place)
        }
        _ = try runs.json([file, "--headless"])
        XCTAssertEqual(try runs.temporaryFiles(), [], points.joined(separator: "; "))
    }

    /// Returns the living processes that have a variable in their environment: whatever a run has started has.
    private static func processes(with variable: String) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { entry in
                guard Int32(entry) != nil, let data = FileManager.default.contents(atPath: "/proc/\(entry)/environ")
                else { return false }
                return data.split(separator: 0).contains { $0.elementsEqual(variable.utf8) }
            }
        } catch {
            return ["\(error)"]
        }
    }
}
