// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import NEARConnectCore
internal import SafeText

/// Options of `near-connect open`.
package struct OpenOptions: ParsableArguments {
    /// The name and the help of the command, as both programs show them.
    package static let command = CommandConfiguration(
        commandName: "open",
        abstract: localized("Open a dApp in the window that is open, or in a new one, with your wallet in it."))

    @Argument(help: help("The app’s address. https is added where no scheme is written, http for this computer."))
    package var address: String

    @Option(
        help: help("The profile whose window is meant."), completion: .custom { _, _, _ in ProfileChoice.names() })
    package var profile = "default"

    @Option(
        help: help(
            "For a new window: mainnet (by default), testnet, or the id of another chain together with --rpc-url."))
    package var network: String?

    @Option(help: NetworkChoice.urlHelp)
    package var rpcURL: [String] = []

    @Option(help: NetworkChoice.fileHelp, completion: .file(extensions: ["json"]))
    package var networks: String?

    @Option(
        help: help("For a new window: the folder with near-cli’s credential files, instead of ~/.near-credentials."))
    package var credentials: String?

    @OptionGroup package var phones: RelayOptions

    @Flag(name: .shortAndLong, help: help("Log to standard error what happens inside."))
    package var verbose = false

    package func validate() throws {
        do throws(AddressInput.RefusedError) {
            _ = try AddressInput(address)
        } catch {
            throw ValidationError(error.description)
        }
    }

    /// The address as it is opened.
    package var opened: String {
        do {
            return try AddressInput(address).address.text
        } catch {
            return address
        }
    }

    /// Returns the options of the window that opens where none is open yet.
    ///
    /// - Throws: What the parser says of a value.
    package func shell() throws -> ShellOptions {
        var words = ["--profile", profile]
        if let network { words += ["--network", network] }
        for url in rpcURL { words += ["--rpc-url", url] }
        if let networks { words += ["--networks", networks] }
        if let credentials { words += ["--credentials", credentials] }
        if let relay = phones.relay { words += ["--relay", relay] }
        if let file = phones.relayCA { words += ["--relay-ca", file] }
        if let id = phones.projectId { words += ["--project-id", id] }
        if verbose { words.append("--verbose") }
        return try ShellOptions.parse(words)
    }

    package init() {}
}
