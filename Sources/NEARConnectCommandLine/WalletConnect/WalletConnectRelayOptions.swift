// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import SafeText

/// Options of `near-connect walletconnect relay`.
package struct WalletConnectRelayOptions: ParsableArguments {
    /// The name of the command, as it is typed.
    package static let name = "walletconnect relay"

    /// The name and the help of the command, as both programs show them.
    package static let command = CommandConfiguration(
        commandName: "relay",
        abstract: localized("Run a relay of WalletConnect for tests, on this computer."),
        discussion: [
            localized("It prints its address, and answers until standard input ends."),
            localized(
                "Each line of standard input is a JSON object: {\"rules\": […]} for other faults, {\"release\": true} for what rules hold back, {\"close\": CODE} and {\"cut\": true} for all connections, {\"calls\": true} for what clients have called."
            ),
            localized("docs/walletconnect.md has the faults."),
        ].joined(separator: " "))

    @Option(help: help("The port on 127.0.0.1; 0 picks a free one."))
    package var port: UInt16 = 0

    @Option(help: help("The faults, as a JSON list of rules.", valueName: "json"))
    package var rules = "[]"

    @Option(
        help: help("A project that is let in; may be given more than once. Without it, all are.", valueName: "id"))
    package var project: [String] = []

    @OptionGroup package var output: OutputOptions

    package init() {}
}
