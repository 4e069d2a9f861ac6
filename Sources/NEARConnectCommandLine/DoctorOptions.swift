// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import SafeText

/// Options of `near-connect doctor`.
package struct DoctorOptions: ParsableArguments {
    /// The name and the help of the command, as both programs show them.
    package static let command = CommandConfiguration(
        commandName: "doctor",
        abstract: localized("Say what works on this machine, what doesn’t, and what to do about it."),
        discussion: paragraphs(
            localized(
                "Looks at the versions, the display, the graphics, WebKit’s sandbox, the session bus, programs that open links, the profile’s files, the stored code of wallets, the chain’s nodes, and what wallets on phones need. It changes nothing. Its output names no account and no key, so you can attach it to a report."
            ),
            localized("The exit code is 1 if something doesn’t work, and 0 if everything does, warnings or not.")))

    @Option(help: help("mainnet, testnet, or the id of another chain together with --rpc-url."))
    package var network = "mainnet"

    @Option(help: NetworkChoice.urlHelp)
    package var rpcURL: [String] = []

    @Option(help: NetworkChoice.fileHelp, completion: .file(extensions: ["json"]))
    package var networks: String?

    @Option(help: help("The profile to look at."))
    package var profile = "default"

    @Flag(help: help("Ask no node and no relay."))
    package var offline = false

    @Flag(help: help("Start a WebDriver and a browser for a moment, and click in its page: what tests of dApps need."))
    package var driver = false

    @OptionGroup package var timeout: TimeoutOption
    @OptionGroup package var output: OutputOptions

    package init() {}
}
