// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import SafeText

/// Options of `near-connect run`.
package struct RunOptions: ParsableArguments {
    /// The name and the help of the command, as both programs show them.
    package static let command = CommandConfiguration(
        commandName: "run",
        abstract: localized("Run scenarios: what a wallet is asked for, and what has to come of it."),
        discussion: paragraphs(
            localized(
                "Each file is a scenario in YAML: a chain, wallets, and steps with their expected results. A chain of its own in this process, a profile and a page are made for each. If there is no display, a virtual one is started."
            ),
            localized(
                "All files are read before anything is started; a fault in one is said with its line and column. The exit code is 0 only if every expectation was met."
            )))

    @Argument(help: help("The scenario files."), completion: .file(extensions: ["yaml", "yml"]))
    package var files: [String]

    @Option(
        help: help("Run only scenarios with this text in their names; may be given several times.", valueName: "text"))
    package var only: [String] = []

    @Option(help: help("Run one part of the scenarios, such as 2/5: the second of five machines.", valueName: "i/n"))
    package var shard: String = "1/1"

    @Option(name: .customLong("repeat"), help: help("Run each scenario so many times.", valueName: "n"))
    package var repetitions = 1

    @Option(help: help("Run so many scenarios at a time, each in a process of its own.", valueName: "n"))
    package var jobs = 1

    @Option(
        help: help("The folder for what is kept of failures, and for pictures.", valueName: "folder"),
        completion: .directory)
    package var results = "scenario-results"

    @Option(
        help: help(
            "A file with networks, for scenarios that name one without its nodes: addresses, and the nodes’ API keys.",
            valueName: "file"), completion: .file(extensions: ["json"]))
    package var networks: String?

    @Option(help: help("Write a report in JUnit’s XML too.", valueName: "file"), completion: .file(extensions: ["xml"]))
    package var junit: String?

    @Flag(help: help("Print the Test Anything Protocol instead of text."))
    package var tap = false

    @Flag(help: help("Print GitHub’s annotations too; without this only where GITHUB_ACTIONS is set."))
    package var github = false

    /// The socket at which a process of a run asks what to run; `nil` in the run itself.
    @Option(help: .hidden)
    package var worker: String?

    @Flag(help: help("Use a virtual display even if there is a desktop."))
    package var headless = false

    @OptionGroup package var output: OutputOptions

    /// The most repetitions and processes.
    private static let limits = (repetitions: 100_000, jobs: 64)

    package init() {}

    package func validate() throws {
        guard !(output.json || output.quiet) || !tap else {
            throw ValidationError(
                localized("--json, --tap and --quiet all say what is printed: leave all but one out."))
        }
        guard (1...Self.limits.repetitions).contains(repetitions) else {
            throw ValidationError(
                localized("--repeat takes a number from 1 to %1$s.", "\(Self.limits.repetitions)"))
        }
        guard (1...Self.limits.jobs).contains(jobs) else {
            throw ValidationError(localized("--jobs takes a number from 1 to %1$s.", "\(Self.limits.jobs)"))
        }
    }
}
