// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARPrimitives
import TestSupport
import XCTest

/// A folder with scenario files, and runs of them by the program.
final class ScenarioRun: Sendable {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("run-\(UUID().uuidString)")
    /// The folder of the results.
    var results: URL { folder.appending(path: "results") }

    /// The folder of what the runs keep for as long as they take.
    private var temporary: URL { folder.appending(path: "tmp") }

    init() throws { try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true) }

    /// Returns the names of what runs have left in their temporary folder.
    func temporaryFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: temporary.path)
    }

    /// Removes the folder.
    func end() throws { try FileManager.default.removeItem(at: folder) }

    /// The environment of the runs, without anything of the user's own.
    var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(
            [
                "HOME": folder.path, "XDG_STATE_HOME": "\(folder.path)/state", "GITHUB_ACTIONS": "",
                "TMPDIR": temporary.path,
            ]) { $1 }
    }

    /// The examples of the repository.
    static func examples() throws -> [String] {
        let folder = root.appending(path: "Examples/scenarios")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
        XCTAssertGreaterThanOrEqual(names.count, 3)
        return names.sorted().map { folder.appending(path: $0).path }
    }

    /// Writes a scenario file, and returns its path.
    func file(_ text: String, named name: String = "case.yaml") throws -> String {
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// Prepares a run.
    func process(_ arguments: [String]) throws -> Process {
        let process = try CommandRun.process(["run"] + arguments, environment)
        process.currentDirectoryURL = folder
        return process
    }

    /// Runs the program.
    func run(_ arguments: [String]) throws -> CommandRun { try CommandRun.run(try process(arguments)) }

    /// Runs the program with `--json`, and looks whether the schema takes the answer.
    func json(
        _ arguments: [String], status: Int32 = 0, file: StaticString = #filePath, line: UInt = #line
    ) throws -> JSONValue {
        let run = try run(arguments + ["--json"])
        XCTAssertEqual(run.status, status, run.errors + run.output, file: file, line: line)
        let answer = try XCTUnwrap(try run.json().first, run.errors, file: file, line: line)
        let schema = try Data(contentsOf: Self.root.appending(path: "docs/schemas/run.schema.json"))
        XCTAssertTrue(
            try JSONSchema(try JSONValue.parse(Array(schema))).accepts(answer), answer.text, file: file, line: line)
        return answer
    }
}

extension JSONValue {
    /// The ends of the steps of a run's only scenario.
    var ends: [String] {
        (self["scenarios"]?[0]?["steps"]?.arrayValue ?? []).compactMap { $0["end"]?.stringValue }
    }

    /// The failure of a run's first scenario.
    var failure: JSONValue? { self["scenarios"]?[0]?["failure"] }
}
