// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import SafeText

/// Options of all `near-connect walletconnect` commands.
package struct WalletConnectOptions: ParsableArguments {
    @Option(help: help("The profile."), completion: .custom { _, _, _ in ProfileChoice.names() })
    package var profile = "default"

    @OptionGroup package var place: RelayOptions

    @Option(
        help: help(
            "Where the sessions’ keys are: secret-service, sealed-file, plain-file. Without it where they were before, else the desktop’s keyring, else a file that only you can read.",
            valueName: "place"))
    package var secrets: String?

    @OptionGroup package var output: OutputOptions

    package init() {}
}

/// A command of `near-connect walletconnect`, which `near-connect-walletconnect` carries out.
package protocol WalletConnectVerb: JSONCommand {
    /// The command's name, as it is typed.
    static var name: String { get }

    /// The options that all of them have.
    var options: WalletConnectOptions { get }
}

extension WalletConnectVerb {
    package var printsJSON: Bool { options.output.json }
}
