// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import FoundationEssentials
package import NEARConnectCore
internal import SafeText

/// Options of `near-connect serve`.
package struct ServeOptions: ParsableArguments {
    /// The name and the help of the command, as both programs show them.
    package static let command = CommandConfiguration(
        commandName: "serve",
        abstract: localized("Give other programs a wallet: JSON-RPC 2.0, one message a line, on the standard streams."),
        discussion: localized(
            "Each request is asked for by the program at the other end: approvals and policies name its executable. docs/embedding.md has the methods."
        ))

    /// The most characters of a client's name.
    private static let nameLimit = 64

    @Option(
        help: help(
            "Listen at this UNIX socket instead, for programs of the same user, until a signal comes. Its path is printed once they can connect.",
            valueName: "path"), completion: .file())
    package var socket: String?

    @Option(help: help("mainnet (by default), testnet, or the id of another chain."))
    package var network = "mainnet"

    @Option(help: NetworkChoice.urlHelp)
    package var rpcURL: [String] = []

    @Option(help: NetworkChoice.fileHelp, completion: .file(extensions: ["json"]))
    package var networks: String?

    @Option(
        help: help("The profile: an account and web storage of its own; “default” by default."),
        completion: .custom { _, _, _ in ProfileChoice.names() })
    package var profile: String?

    @Flag(help: help("Store nothing: no account, no history and no web storage."))
    package var ephemeral = false

    @Option(
        help: help("The folder with near-cli’s credential files, instead of ~/.near-credentials."),
        completion: .directory)
    package var credentials: String?

    @Option(
        help: help(
            "The policy that approves for the keystore wallet in place of a user; its rules name the program (“askers”).",
            valueName: "policy"), completion: .file(extensions: ["json"]))
    package var approve: String?

    @Option(
        help: help(
            "The name that the program gives itself; users see it in quotes, below its executable. Not with --socket, where there may be several.",
            valueName: "name"))
    package var clientName: String?

    @Option(
        help: help(
            "The address that wallets show as the app’s, if you vouch for it; for example https://shop.example.",
            valueName: "origin"))
    package var origin: String?

    @Flag(name: .shortAndLong, help: help("Log to standard error what happens inside."))
    package var verbose = false

    package init() {}

    package func validate() throws {
        guard !ephemeral || profile == nil else {
            throw ValidationError(localized("--ephemeral stores nothing: leave --profile out."))
        }
        if let socket {
            guard socket.hasPrefix("/") else {
                throw ValidationError(localized("--socket takes a path that begins with “/”."))
            }
            guard clientName == nil else {
                throw ValidationError(
                    localized("--client-name is for one program: leave it out with --socket."))
            }
        }
        if let clientName {
            guard !clientName.isEmpty, clientName.count <= Self.nameLimit else {
                throw ValidationError(
                    localized("--client-name takes 1 to %1$s characters.", "\(Self.nameLimit)"))
            }
        }
        _ = try NetworkChoice.network(network, rpcURLs: rpcURL, file: networks)
        _ = try bridgeOrigin()
    }

    /// Returns the origin that wallets show.
    package func bridgeOrigin() throws -> BridgeOrigin {
        guard let origin else { return .standard }
        guard let url = URL(string: origin) else {
            throw ValidationError(
                localized("--origin takes an address, not %1$s.", DisplayText.quotation(origin, limit: 80)))
        }
        do {
            return try BridgeOrigin(url)
        } catch {
            throw ValidationError(ErrorReport(error).sentence)
        }
    }
}
