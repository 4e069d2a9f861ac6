// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import Foundation

/// Options of `near-connect demo`.
package struct DemoOptions: ParsableArguments {
    /// The name and the help of the command, as both programs show them.
    package static let command = CommandConfiguration(
        commandName: "demo",
        abstract: "Sign in, send NEAR, sign a message and a delegate action, on an embedded chain.",
        discussion: """
            Starts a NEAR chain inside this process, loads the wallet bridge in a WebKitGTK view and runs ten steps through it, \
            each checked against the chain. Where no display is, a virtual one is started. Nothing leaves this machine.

            The exit code is 0 only if every check held.
            """)

    @Flag(help: "Print one JSON object a line instead of text.")
    package var json = false

    @Option(help: ArgumentHelp("Write a PNG of the window when the steps are done.", valueName: "file"))
    package var screenshot: String?

    @Flag(help: "Use a virtual display also where a desktop is there.")
    package var headless = false

    @Flag(help: "Keep the window open at the end, until it is closed.")
    package var keepOpen = false

    @Flag(name: .shortAndLong, help: "Log what happens inside to standard error.")
    package var verbose = false

    @OptionGroup package var connector: ConnectorOptions

    package init() {}
}
