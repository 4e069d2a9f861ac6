// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import NEARConnectCore
internal import SafeText

/// Options of `near-connect shell`.
package struct ShellOptions: ParsableArguments {
    /// The name and the help of the command, as both programs show them.
    package static let command = CommandConfiguration(
        commandName: "shell",
        abstract: localized("Open the window: connect a wallet, see the account, send NEAR."))

    @Argument(
        help: help("A link by which a wallet comes back. The desktop passes it; it reaches the window that is open."))
    package var link: String?

    @Option(
        help: help(
            "mainnet, testnet, or the id of another chain together with --rpc-url; by default the network that the window was left with, mainnet at first."
        ))
    package var network: String?

    @Flag(
        help:
            help(
                "Start a chain inside this process, with two funded accounts and a page with its explorer; it ends with the window."
            ))
    package var devnet = false

    @Option(help: help("The page that the window shows, in place of the one that it was left with."))
    package var page: WindowPage?

    @Option(help: NetworkChoice.urlHelp)
    package var rpcURL: [String] = []

    @Option(help: NetworkChoice.fileHelp, completion: .file(extensions: ["json"]))
    package var networks: String?

    @Option(
        help: help("The profile: an account and web storage of its own."),
        completion: .custom { _, _, _ in ProfileChoice.names() })
    package var profile = "default"

    @Option(help: help("The folder with near-cli’s credential files, instead of ~/.near-credentials."))
    package var credentials: String?

    @Flag(name: .shortAndLong, help: help("Log to standard error what happens inside."))
    package var verbose = false

    @Option(
        help: help(
            "A file with a wallet manifest of your own, in which code may be named by a relative path. Repeat it for more.",
            valueName: "file"), completion: .file(extensions: ["json"]))
    package var walletManifest: [String] = []

    @Option(help: WalletListChoice.listHelp)
    package var walletList: [String] = []

    @Flag(help: WalletListChoice.loopbackHelp)
    package var insecureLoopback = false

    @Flag(help: help("Offer only wallets that are pinned by “near-connect wallets trust”."))
    package var trustedWalletsOnly = false

    @OptionGroup package var phones: RelayOptions

    @OptionGroup package var connector: ConnectorOptions

    /// Returns whether a word is a link by which a wallet comes back.
    package static func isLink(_ word: String) -> Bool {
        word.lowercased().hasPrefix("\(ReturnScheme.shell.name):")
    }

    /// Returns the arguments that open the same window for another profile.
    ///
    /// The link is left out, and so are the page and the network: a profile's window begins as it was left.
    ///
    /// - Parameter profile: The other profile's name.
    package func arguments(forProfile profile: String) -> [String] {
        // With “=”, a value that begins with a hyphen is no option.
        func pair(_ name: String, _ value: String?) -> [String] { value.map { ["--\(name)=\($0)"] } ?? [] }
        func flag(_ name: String, _ isThere: Bool) -> [String] { isThere ? ["--\(name)"] : [] }
        var words = ["shell"] + pair("profile", profile) + pair("networks", networks)
        words += pair("credentials", credentials) + flag("verbose", verbose)
        words += walletManifest.flatMap { pair("wallet-manifest", $0) } + walletList.flatMap { pair("wallet-list", $0) }
        words += flag("insecure-loopback", insecureLoopback) + flag("trusted-wallets-only", trustedWalletsOnly)
        words += pair("relay", phones.relay) + pair("relay-ca", phones.relayCA)
        words += pair("project-id", phones.projectId) + flag("relay-token-in-query", phones.relayTokenInQuery)
        words += phones.relayHeader.flatMap { pair("relay-header", $0) } + pair("connector", connector.connector)
        return words + flag("insecure-connector", connector.insecureConnector)
    }

    package func validate() throws {
        if let link, !Self.isLink(link) {
            throw ValidationError(
                localized(
                    "%1$s is no link by which a wallet comes back: those begin with “%2$s:”. Leave it out.",
                    DisplayText.quotation(link, limit: 60), ReturnScheme.shell.name))
        }
        guard devnet || page != .devnet else {
            throw ValidationError(
                localized("Only a window with --devnet begins with the page devnet: add it, or name another page."))
        }
        guard devnet else { return }
        guard network == nil, rpcURL.isEmpty, networks == nil, credentials == nil, link == nil else {
            throw ValidationError(
                localized(
                    "--devnet has its own chain and keys: leave out --network, --rpc-url, --networks, --credentials and the link."
                ))
        }
    }

    package init() {}
}

/// A page of the window, by the name that the command line and the desktop file have for it.
package enum WindowPage: String, CaseIterable, ExpressibleByArgument, Sendable {
    case wallet, send, contract, message, delegate, activity, apps, devnet
}
