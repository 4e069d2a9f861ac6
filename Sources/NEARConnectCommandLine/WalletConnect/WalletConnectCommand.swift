// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import SafeText

/// Speaks with wallets on phones, or in other programs, by WalletConnect.
package struct WalletConnectCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "walletconnect",
        abstract: localized("Connect wallets on phones by WalletConnect, and ask them."),
        discussion: localized(
            "The relay needs a project id, which WalletConnect gives away. Save it as “projectId” in walletconnect.json in the profile’s folder of settings, or set NEAR_CONNECT_WALLETCONNECT_PROJECT."
        ),
        subcommands: [
            WalletConnectConnect.self, WalletConnectWallets.self, WalletConnectSessions.self,
            WalletConnectAccounts.self,
            WalletConnectRequest.self, WalletConnectSigning.self, WalletConnectPing.self, WalletConnectDisconnect.self,
            WalletConnectListen.self, WalletConnectForget.self,
        ])

    package init() {}
}

/// Connects a wallet: prints a link and its QR code, and then the session.
package struct WalletConnectConnect: WalletConnectVerb {
    package static let name = "walletconnect connect"
    package static let configuration = CommandConfiguration(
        commandName: "connect",
        abstract: localized("Print a link and its QR code for a wallet, and wait until the wallet has connected."))

    @OptionGroup package var options: WalletConnectOptions

    @Option(help: help("The NEAR network: mainnet or testnet. Without it, and without --chain, testnet."))
    package var network: String?

    @Option(
        help: help(
            "Another chain that is needed, by its CAIP-2 id, for example eip155:137. May be given more than once.",
            valueName: "caip2"))
    package var chain: [String] = []

    @Option(
        help: help(
            "A method that is needed on the chains of --chain. May be given more than once.", valueName: "name"))
    package var method: [String] = []

    package init() {}
}

/// Lists the sessions.
package struct WalletConnectSessions: WalletConnectVerb {
    package static let name = "walletconnect sessions"
    package static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: localized("List the connected wallets; the relay isn’t asked."))

    @OptionGroup package var options: WalletConnectOptions

    package init() {}
}

/// Lists the accounts that sessions grant.
package struct WalletConnectAccounts: WalletConnectVerb {
    package static let name = "walletconnect accounts"
    package static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: localized("List the accounts of the connected wallets; the relay isn’t asked."))

    @OptionGroup package var options: WalletConnectOptions

    @Argument(help: help("The session’s topic or its beginning; all sessions without it."))
    package var topic: String?

    package init() {}
}

/// Asks a wallet.
package struct WalletConnectRequest: WalletConnectVerb {
    package static let name = "walletconnect request"
    package static let configuration = CommandConfiguration(
        commandName: "request",
        abstract: localized("Ask a wallet by any method that its session grants, and print its answer as it is."))

    @OptionGroup package var options: WalletConnectOptions

    @Argument(help: help("The session’s topic, or its beginning."))
    package var topic: String

    @Argument(help: help("The method, for example near_getAccounts."))
    package var method: String

    @Argument(help: help("The method’s parameters as JSON; {} without them.", valueName: "json"))
    package var params: String?

    @Option(
        help: help(
            "The chain by its CAIP-2 id; needed where the session has several.", valueName: "caip2"))
    package var chain: String?

    @Option(help: help("How long the wallet’s user has, from 300 to 604800 seconds.", valueName: "seconds"))
    package var expiry: Int = 300

    package init() {}
}

/// Asks whether a wallet is there.
package struct WalletConnectPing: WalletConnectVerb {
    package static let name = "walletconnect ping"
    package static let configuration = CommandConfiguration(
        commandName: "ping", abstract: localized("See whether a wallet answers, for 30 seconds."))

    @OptionGroup package var options: WalletConnectOptions

    @Argument(help: help("The session’s topic, or its beginning."))
    package var topic: String

    package init() {}
}

/// Ends a session.
package struct WalletConnectDisconnect: WalletConnectVerb {
    package static let name = "walletconnect disconnect"
    package static let configuration = CommandConfiguration(
        commandName: "disconnect", abstract: localized("End a session, and tell its wallet."))

    @OptionGroup package var options: WalletConnectOptions

    @Argument(help: help("The session’s topic, or its beginning."))
    package var topic: String

    @OptionGroup package var time: TimeoutOption

    package init() {}
}

/// Prints what wallets do.
package struct WalletConnectListen: WalletConnectVerb {
    package static let name = "walletconnect listen"
    package static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: localized("Stay connected, and print what wallets do until you press Ctrl-C."))

    @OptionGroup package var options: WalletConnectOptions

    package init() {}
}

/// Has a transaction signed.
package struct WalletConnectSigning: WalletConnectVerb {
    package static let name = "walletconnect sign"
    package static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: localized("Have a wallet sign a transaction that “--unsigned” has prepared; nothing is sent."),
        discussion: localized(
            "The answer is compared with what was asked for, byte by byte, and its signature is checked. “send-signed” sends it."
        ))

    @OptionGroup package var options: WalletConnectOptions

    @Argument(help: help("The session’s topic, or its beginning."))
    package var topic: String

    @Argument(
        help: help("The transaction in Base64; @FILE for a file’s, - for standard input.", valueName: "base64"))
    package var transaction: String

    @Option(
        help: help(
            "The chain by its CAIP-2 id; needed where the session has several.", valueName: "caip2"))
    package var chain: String?

    package init() {}
}

/// Forgets everything.
package struct WalletConnectForget: WalletConnectVerb {
    package static let name = "walletconnect forget"
    package static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: localized("End all sessions, tell their wallets, and remove everything that is stored of them."),
        discussion: localized(
            "This computer’s own key at the relay goes, too: wallets see another program from then on."))

    @OptionGroup package var options: WalletConnectOptions
    @OptionGroup package var time: TimeoutOption

    package init() {}
}
