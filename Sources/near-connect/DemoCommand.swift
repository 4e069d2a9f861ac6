// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import Logging
import NEARConnect
import NEARConnectTestKit

/// Runs the whole way of a wallet against an embedded chain and says how it went.
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Sign in, send NEAR, sign a message and a delegate action, on an embedded chain.",
        discussion: """
            Starts a NEAR chain inside this process, loads the wallet bridge in a WebKitGTK view and runs ten steps through it, \
            each checked against the chain. Where no display is, a virtual one is started. Nothing leaves this machine.

            The exit code is 0 only if every check held.
            """)

    @Flag(help: "Print one JSON object a line instead of text.")
    var json = false

    @Option(help: ArgumentHelp("Write a PNG of the window when the steps are done.", valueName: "file"))
    var screenshot: String?

    @Flag(help: "Use a virtual display also where a desktop is there.")
    var headless = false

    @Flag(help: "Keep the window open at the end, until it is closed.")
    var keepOpen = false

    @Flag(name: .shortAndLong, help: "Log what happens inside to standard error.")
    var verbose = false

    @OptionGroup var connector: ConnectorOptions

    func run() throws {
        Diagnostics.start(verbose: verbose)
        try MainActor.assumeIsolated {
            let display = try DisplaySession.start(headless ? .virtual : .automatic)
            defer { display.stop() }
            let succeeded = try MainLoop.run { try await runSteps(isVisible: !display.isVirtual || screenshot != nil) }
            if !succeeded { throw ExitCode.failure }
        }
    }

    @MainActor
    private func runSteps(isVisible: Bool) async throws -> Bool {
        let printer = ScenarioPrinter(json: json)
        printer.start()
        let source = try connector.source()
        let environment = try await WalletTestEnvironment.start {
            $0.appName = "near-connect demo"
            $0.connector = source
        }
        let window = isVisible ? ConnectWindow(manager: environment.manager) : nil
        window?.present()
        environment.onRestart = { window?.show($0) }
        let succeeded = await WalletScenario(environment).run(printer.report)
        if let screenshot { try await window?.snapshot(to: URL(fileURLWithPath: screenshot)) }
        if keepOpen { await window?.closed() }
        window?.close()
        try await environment.stop()
        printer.end(succeeded: succeeded)
        return succeeded
    }
}
