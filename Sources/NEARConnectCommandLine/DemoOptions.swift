// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import SafeText

/// Options of `near-connect demo`.
package struct DemoOptions: ParsableArguments {
    /// The name and the help of the command, as both programs show them.
    package static let command = CommandConfiguration(
        commandName: "demo",
        abstract: localized("Sign in, send NEAR, sign a message and a delegate action, on an embedded chain."),
        discussion: paragraphs(
            localized(
                "Starts a NEAR chain inside this process, loads the wallet bridge in a WebKitGTK view and runs ten steps through it, each checked against the chain. Two more share an account’s key between three places, and replace it when shares were stolen. If there is no display, a virtual one is started. Nothing leaves this machine."
            ),
            localized("The exit code is 0 only if every check held.")))

    @Option(help: help("Write a PNG of the window when the steps are done.", valueName: "file"))
    package var screenshot: String?

    @Flag(help: help("Use a virtual display even if there is a desktop."))
    package var headless = false

    @Flag(help: help("Leave the window open at the end, until you close it."))
    package var keepOpen = false

    @OptionGroup package var output: OutputOptions

    @OptionGroup package var connector: ConnectorOptions

    package init() {}
}
