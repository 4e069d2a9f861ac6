// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import SafeText

/// Options of `near-connect forget`.
package struct ForgetOptions: ParsableArguments {
    /// The name and the help of the command, as both programs show them.
    package static let command = CommandConfiguration(
        commandName: "forget",
        abstract: localized(
            "Forget a wallet: its account, its storage, the cookies of its sites, your answers about its links, and its sessions with phones."
        ),
        discussion: localized(
            "The wallet is offered as before, and its code stays pinned; “near-connect wallets remove” ends that. Access keys that it has added to an account stay on the chain until you delete them there."
        ))

    @Argument(
        help: help("The wallet’s id."), completion: .custom { words, _, _ in WalletCompletion.ids(words) })
    package var wallet: String

    @Option(help: help("mainnet, testnet, or the id of another chain together with --rpc-url."))
    package var network = "mainnet"

    @Option(help: NetworkChoice.urlHelp)
    package var rpcURL: [String] = []

    @Option(help: NetworkChoice.fileHelp, completion: .file(extensions: ["json"]))
    package var networks: String?

    @Option(help: help("The profile."), completion: .custom { _, _, _ in ProfileChoice.names() })
    package var profile = "default"

    @OptionGroup package var phones: RelayOptions

    @OptionGroup package var output: OutputOptions

    package init() {}
}
