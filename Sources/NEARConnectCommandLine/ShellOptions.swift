// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import Foundation

/// Options of `near-connect shell`.
package struct ShellOptions: ParsableArguments {
    /// The name and the help of the command, as both programs show them.
    package static let command = CommandConfiguration(
        commandName: "shell", abstract: "Open the window: connect a wallet, see the account, send NEAR.")

    @Argument(help: "A link by which a wallet comes back. The desktop gives it; it reaches the window that is open.")
    package var link: String?

    @Option(help: "mainnet (by default), testnet, or the id of another chain together with --rpc-url.")
    package var network: String?

    @Flag(
        help:
            "Start a chain inside this process, with two funded accounts and an explorer in the menu; it ends with the window."
    )
    package var devnet = false

    @Option(help: NetworkChoice.urlHelp)
    package var rpcURL: [String] = []

    @Option(
        help: "The profile: an account and web storage of its own.",
        completion: .custom { _, _, _ in ProfileChoice.names() })
    package var profile = "default"

    @Option(help: "The folder with near-cli's credential files; ~/.near-credentials when not named.")
    package var credentials: String?

    @Flag(name: .shortAndLong, help: "Log what happens inside to standard error.")
    package var verbose = false

    @Option(
        help: ArgumentHelp(
            "A file with a wallet manifest of your own, in which code may be named by a relative path. Repeat it for more.",
            valueName: "file"), completion: .file(extensions: ["json"]))
    package var walletManifest: [String] = []

    @Option(help: WalletListChoice.help)
    package var walletList: [String] = []

    @Flag(help: WalletListChoice.loopbackHelp)
    package var insecureLoopback = false

    @Flag(help: "Offer only wallets that were agreed to with `near-connect wallets trust`.")
    package var trustedWalletsOnly = false

    @OptionGroup package var connector: ConnectorOptions

    package func validate() throws {
        guard devnet else { return }
        guard network == nil, rpcURL.isEmpty, credentials == nil, link == nil else {
            throw ValidationError(
                "--devnet brings a chain and its keys: leave --network, --rpc-url, --credentials and the link out.")
        }
    }

    package init() {}
}
