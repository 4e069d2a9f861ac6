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

    @Flag(help: help("Print one JSON object instead of text."))
    package var json = false

    @Flag(help: help("Use a virtual display even if there is a desktop."))
    package var headless = false

    @Flag(name: .shortAndLong, help: help("Log to standard error what happens inside."))
    package var verbose = false

    package init() {}
}
