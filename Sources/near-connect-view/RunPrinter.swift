// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCommandLine
import NEARConnectScenarios
import NEARPrimitives

/// Prints the results of a run in the formats that the command line names.
@MainActor
final class RunPrinter {
    /// The results so far, in the order of the plan.
    private(set) var results: [ScenarioResult] = []

    private let options: RunOptions
    private let report = TextReport(isColored: isatty(STDOUT_FILENO) == 1)
    private let isText: Bool
    private let annotates: Bool

    /// Creates a printer.
    init(_ options: RunOptions) {
        self.options = options
        isText = !options.output.json && !options.tap
        let isGitHub = ProcessInfo.processInfo.environment["GITHUB_ACTIONS"].map { $0 == "true" } ?? false
        annotates = options.github || (isGitHub && isText)
    }

    /// Prints a result.
    func report(_ result: ScenarioResult) {
        results.append(result)
        guard isText, !(options.output.quiet && result.isSuccess) else { return }
        StandardOutput.write(report.text(of: result))
        StandardOutput.flush()
    }

    /// Prints what comes after all results, and writes the files.
    ///
    /// - Parameter isComplete: False where the run was interrupted.
    /// - Throws: An error of the file system.
    func end(isComplete: Bool) throws {
        if options.output.json { StandardOutput.write(JSONReport.json(of: results).text) }
        if options.tap { StandardOutput.write(TAPReport.text(of: results)) }
        if annotates { GitHubReport.annotations(of: results).forEach(StandardOutput.write) }
        if isText, isComplete, !options.output.quiet { StandardOutput.write(report.summary(of: results)) }
        if let file = options.junit {
            try Data(JUnitReport.xml(of: results).utf8).write(to: URL(filePath: file), options: .atomic)
        }
    }
}
