// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import SafeText

/// Lists the wallets that this program knows, and those of a registry where that is asked for.
package struct WalletConnectWallets: WalletConnectVerb {
    package static let name = "walletconnect wallets"
    package static let configuration = CommandConfiguration(
        commandName: "wallets",
        abstract: localized("List wallets that may be connected; nobody is asked without --online."))

    @OptionGroup package var options: WalletConnectOptions

    @Option(
        help: help(
            "The NEAR network that wallets are wanted for: mainnet or testnet. Without it all that are known, and with --online mainnet."
        ))
    package var network: String?

    @Flag(
        help: help(
            "Ask WalletConnect’s registry, too. It learns this computer’s address, the project’s id and the network."))
    package var online = false

    @Option(
        help: help(
            "With --online, the registry: https://…, or http://… on this computer. Without it the profile’s setting, else WalletConnect’s own.",
            valueName: "url"))
    package var registry: String?

    @OptionGroup package var time: TimeoutOption

    package init() {}

    package func validate() throws {
        guard registry == nil || online else {
            throw ValidationError(localized("--registry needs --online: without it no registry is asked."))
        }
    }
}
