// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import SafeText

/// Options of `near-connect walletconnect wallet`.
package struct WalletConnectWalletOptions: ParsableArguments {
    /// The name of the command, as it is typed.
    package static let name = "walletconnect wallet"

    /// The name and the help of the command, as both programs show them.
    package static let command = CommandConfiguration(
        commandName: "wallet",
        abstract: localized("Be a wallet on a phone for tests, which signs for real and follows a script."),
        discussion: [
            localized("It signs with a devnet’s keys, tells what happens, and ends with standard input."),
            localized(
                "Each line of standard input is a JSON object: {\"pair\": LINK}, {\"script\": {…}}, {\"go\": true}, {\"sleep\": true}, {\"wake\": true}, {\"update\": {…}}, {\"event\": {…}}, {\"extend\": SECONDS}, {\"ping\": true}, {\"disconnect\": {…}}."
            ),
            localized("docs/walletconnect.md has the steps of scripts."),
        ].joined(separator: " "))

    @Argument(
        help: help(
            "The link that a program shows, or - to read it from the first line of standard input; without it, links come by {\"pair\": LINK}."
        ))
    package var link: String?

    @Option(help: help("The relay’s address, such as ws://127.0.0.1:5000.", valueName: "url"))
    package var relay: String

    @Option(
        name: .customLong("account"),
        help: help("An account of the devnet; may be given more than once.", valueName: "id"))
    package var accounts: [String] = ["alice.test.near"]

    @Option(help: help("The devnet’s seed, which its accounts’ keys are made from."))
    package var seed: String?

    @Option(help: help("The node by which the wallet adds keys that programs ask for.", valueName: "url"))
    package var node: String?

    @Option(help: help("The script, as a JSON object of steps by method.", valueName: "json"))
    package var script = "{}"

    @OptionGroup package var output: OutputOptions

    package init() {}

    package func validate() throws {
        let isLoopback = ["ws://127.0.0.1:", "ws://localhost:"].contains { relay.hasPrefix($0) }
        guard isLoopback else {
            throw ValidationError(
                localized(
                    "--relay takes a relay on this computer, such as ws://127.0.0.1:5000, and not %1$s.",
                    DisplayText.quotation(relay, limit: 80)))
        }
    }
}
