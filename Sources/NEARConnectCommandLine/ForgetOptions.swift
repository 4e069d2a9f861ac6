// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import Foundation

/// Options of `near-connect forget`.
package struct ForgetOptions: ParsableArguments {
    /// The name and the help of the command, as both programs show them.
    package static let command = CommandConfiguration(
        commandName: "forget",
        abstract: "Forget a wallet: its account, its storage, the cookies of its sites, and answers about its links.",
        discussion: """
            The wallet is offered as before, and its code stays pinned; \u{201C}near-connect wallets remove\u{201D} ends that. Access keys \
            that it has added to an account stay on the chain until they are deleted there.
            """)

    @Argument(
        help: "The wallet\u{2019}s id.", completion: .custom { words, _, _ in WalletCompletion.ids(words) })
    package var wallet: String

    @Option(help: "mainnet, testnet, or the id of another chain together with --rpc-url.")
    package var network = "mainnet"

    @Option(help: NetworkChoice.urlHelp)
    package var rpcURL: [String] = []

    @Option(help: "The profile.", completion: .custom { _, _, _ in ProfileChoice.names() })
    package var profile = "default"

    @Flag(name: .shortAndLong, help: "Log what happens inside to standard error.")
    package var verbose = false

    package init() {}
}
