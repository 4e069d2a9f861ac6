// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import Foundation

/// Options of `near-connect doctor`.
package struct DoctorOptions: ParsableArguments {
    /// The name and the help of the command, as both programs show them.
    package static let command = CommandConfiguration(
        commandName: "doctor",
        abstract: "Say what works on this machine, what doesn\u{2019}t, and what to do about it.",
        discussion: """
            Looks at the versions, the display, the graphics, WebKit\u{2019}s sandbox, the session bus, programs that open links, the \
            profile\u{2019}s files, the kept code of wallets and the chain\u{2019}s nodes. It changes nothing. What it prints names no account and no key: it can be \
            attached to a report.

            The exit code is 1 if something doesn\u{2019}t work, and 0 if everything does, warnings or not.
            """)

    @Option(help: "mainnet, testnet, or the id of another chain together with --rpc-url.")
    package var network = "mainnet"

    @Option(help: NetworkChoice.urlHelp)
    package var rpcURL: [String] = []

    @Option(help: "The profile to look at.")
    package var profile = "default"

    @Flag(help: "Ask no node.")
    package var offline = false

    @Flag(help: "Print one JSON object.")
    package var json = false

    package init() {}
}
