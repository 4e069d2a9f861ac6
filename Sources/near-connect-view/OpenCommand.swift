// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine

/// Opens a dApp's address in the window that is open, or in a new one.
struct OpenCommand: ParsableCommand {
    static let configuration = OpenOptions.command

    @OptionGroup var options: OpenOptions

    func run() throws {
        Diagnostics.start(verbose: options.verbose)
        try ShellWindow(options: try options.shell(), app: options.opened).run()
    }
}
