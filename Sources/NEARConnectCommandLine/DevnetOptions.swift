// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import SafeText

/// Options of `near-connect devnet`.
package struct DevnetOptions: ParsableArguments {
    /// The name of the command.
    package static let name = "devnet"

    /// The name and the help of the command, as both programs show them.
    package static let command = CommandConfiguration(
        commandName: name,
        abstract: localized("Run the embedded chain and print its address, accounts and keys."))

    @Option(help: help("The port on 127.0.0.1; 0 picks a free one."))
    package var port: UInt16 = 0

    @Option(
        help: help("Accounts to create, separated by commas, 10,000 NEAR each. A name without a dot gets .test.near."))
    package var accounts = "alice,bob"

    @Option(
        help: help("Store the chain in this folder, and go on with the one that is there.", valueName: "dir"))
    package var state: String?

    @Option(
        help: help("Make a block each so many milliseconds, instead of when there is work.", valueName: "ms"))
    package var blockTime: Int?

    @Flag(help: help("Make blocks at once when there is work for them. This is the default without --block-time."))
    package var auto = false

    @Option(
        help: help(
            "Write the keys as near-cli’s credential files into this folder instead of the program’s own.",
            valueName: "dir"))
    package var credentials: String?

    @Option(
        help: help(
            "Let web pages of this origin change the chain, for example http://localhost:5173; * for any page. May be given more than once.",
            valueName: "origin"))
    package var allowOrigin: [String] = []

    @OptionGroup package var output: OutputOptions

    @Option(
        help: help(
            "Write that JSON object into this file once the chain answers, and remove the file at the end.",
            valueName: "file"), completion: .file())
    package var readyFile: String?

    /// True in the process of a command's `--devnet`.
    @Flag(help: .hidden)
    package var forCommand = false

    /// The command line of the process of a command's `--devnet`.
    package static let argumentsForCommand = [name, "--for-command", "--json"]

    package init() {}

    package func validate() throws {
        if let blockTime {
            guard !auto else {
                throw
                    ValidationError(localized("--auto and --block-time contradict each other: leave one out."))
            }
            guard blockTime > 0 else { throw ValidationError(localized("--block-time must be at least 1 ms.")) }
        }
    }
}
