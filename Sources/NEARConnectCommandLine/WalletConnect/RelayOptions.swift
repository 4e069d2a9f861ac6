// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import Glibc
internal import SafeText

/// Options that name WalletConnect's relay and the project there.
package struct RelayOptions: ParsableArguments {
    @Option(
        help: help(
            "WalletConnect’s relay: wss://…, or ws://… on this computer. Without it the profile’s setting, else WalletConnect’s own.",
            valueName: "url"))
    package var relay: String?

    @Option(
        name: .customLong("relay-ca"),
        help: help(
            "A PEM file with the certificates to trust for the relay, in place of the system’s.", valueName: "file"),
        completion: .file())
    package var relayCA: String?

    @Option(
        help: help(
            "The project’s id at the relay. Without it NEAR_CONNECT_WALLETCONNECT_PROJECT, else the profile’s setting.",
            valueName: "id"))
    package var projectId: String?

    @Flag(
        help: help(
            "Send the relay its token in the address, in place of a header: for a relay that wants it so. Logs on the way may keep it."
        ))
    package var relayTokenInQuery = false

    @Option(
        help: help(
            "A header for the relay, beside those of the connection, for example “Origin: https://app.example”. Give it again for more.",
            valueName: "name: value"))
    package var relayHeader: [String] = []

    /// True if one of them is named.
    package var isNamed: Bool {
        relay != nil || relayCA != nil || projectId != nil || relayTokenInQuery || !relayHeader.isEmpty
    }

    package init() {}

    package func validate() throws {
        guard let relayCA, access(relayCA, R_OK) != 0 else { return }
        throw ValidationError(
            localized(
                "The certificates %1$s can’t be read: %2$s. Check --relay-ca.",
                DisplayText.quotation(relayCA, limit: 200), String(cString: strerror(errno))))
    }
}
