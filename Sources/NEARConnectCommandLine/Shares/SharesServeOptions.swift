// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import SafeText

/// Options of `near-connect shares serve`.
package struct SharesServeOptions: ParsableArguments {
    /// The name of the command, as it is typed.
    package static let name = "shares serve"

    /// The name and the help of the command, as both programs show them.
    package static let command = CommandConfiguration(
        commandName: "serve",
        abstract: localized("Run an identity provider that approves by itself, and a share service that takes it."),
        discussion: [
            localized("Both are for tests, on this computer: whoever reaches them signs in as anybody."),
            localized(
                "Each line of standard input is a JSON object: {\"script\": […]}, {\"person\": SUBJECT}, {\"rotate\": true} or {\"events\": true}. The end of standard input ends both."
            ),
        ].joined(separator: " "))

    @Option(
        name: .customLong("client"), help: help("A program that may sign in, by its id; may be given several times."))
    package var clients: [String] = ["near-connect"]

    @Option(help: help("How the provider signs: RS256, ES256 or EdDSA."))
    package var algorithm = "RS256"

    @Option(
        help: help("The file that keeps the service’s shares, in plain; without it they are gone at the end."),
        completion: .file())
    package var database: String?

    @Option(
        help: help(
            "The file to whose end the audit list goes, a JSON object a line: time, call, share, digest, refusal."),
        completion: .file())
    package var audit: String?

    @Option(help: help("The service’s port on 127.0.0.1; 0 picks a free one."))
    package var port: UInt16 = 0

    @Option(help: help("The provider’s port on 127.0.0.1; 0 picks a free one. Shares belong to its address."))
    package var issuerPort: UInt16 = 0

    @OptionGroup package var output: OutputOptions

    package init() {}
}
