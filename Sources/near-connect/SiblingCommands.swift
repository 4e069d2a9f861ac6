// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import SafeText

/// Opens the window, by way of `near-connect-view`.
struct ShellCommand: ParsableCommand {
    static let configuration = ShellOptions.command
    @OptionGroup var options: ShellOptions

    func run() throws { try SiblingProgram.view.execute() }
}

/// Opens a dApp in the window, by way of `near-connect-view`.
struct OpenCommand: ParsableCommand {
    static let configuration = OpenOptions.command
    @OptionGroup var options: OpenOptions

    func run() throws { try SiblingProgram.view.execute() }
}

/// Runs the demo, by way of `near-connect-view`.
struct DemoCommand: JSONCommand {
    static let configuration = DemoOptions.command
    @OptionGroup var options: DemoOptions

    var printsJSON: Bool { options.output.json }

    func run() throws { try SiblingProgram.view.execute() }
}

/// Runs scenario files, by way of `near-connect-view`.
struct RunCommand: JSONCommand {
    static let configuration = RunOptions.command
    @OptionGroup var options: RunOptions

    var printsJSON: Bool { options.output.json }

    func run() throws { try SiblingProgram.view.execute() }
}

/// Opens a dApp with a wallet for tests, by way of `near-connect-view`.
struct BrowseCommand: ParsableCommand {
    static let configuration = BrowseOptions.command
    @OptionGroup var options: BrowseOptions

    func run() throws { try SiblingProgram.view.execute() }
}

/// Gives other programs a wallet, by way of `near-connect-view`.
struct ServeCommand: ParsableCommand {
    static let configuration = ServeOptions.command
    @OptionGroup var options: ServeOptions

    func run() throws { try SiblingProgram.view.execute() }
}

/// Looks at this machine, by way of `near-connect-view`: half of what it looks at is GTK's and WebKit's.
struct DoctorCommand: JSONCommand {
    static let configuration = DoctorOptions.command
    @OptionGroup var options: DoctorOptions

    var printsJSON: Bool { options.output.json }

    func run() throws { try SiblingProgram.view.execute() }
}

/// Forgets a wallet, by way of `near-connect-view`: the wallet's storage and cookies are WebKit's files.
struct ForgetCommand: JSONCommand {
    static let configuration = ForgetOptions.command
    @OptionGroup var options: ForgetOptions

    var printsJSON: Bool { options.output.json }

    func run() throws { try SiblingProgram.view.execute() }
}

/// Measures the bridge, by way of `near-connect-view`, which reads the arguments.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: localized("Measure the bridge."), shouldDisplay: false)
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try SiblingProgram.view.execute() }
}

/// Runs the embedded chain, by way of `near-connect-devnet`.
struct DevnetCommand: JSONCommand {
    static let configuration = DevnetOptions.command
    @OptionGroup var options: DevnetOptions

    var printsJSON: Bool { options.output.json }

    func run() throws { try SiblingProgram.devnet.execute() }
}
