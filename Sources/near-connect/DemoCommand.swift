// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import Logging
import NEARConnect
import NEARConnectTestKit
import NEARDevnet

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
            let isVisible = !display.isVirtual || screenshot != nil
            let exitCode = try MainLoop.run { try await runUntilInterrupted(isVisible: isVisible) }
            if exitCode != .success { throw exitCode }
        }
    }

    /// Runs the steps; Ctrl-C ends the one that is at work, and takes down what was started, the profile's folder included.
    @MainActor
    private func runUntilInterrupted(isVisible: Bool) async throws -> ExitCode {
        let steps = Task { try await runSteps(isVisible: isVisible) }
        let signals = Interruption()
        let interruption = Task {
            let number = await signals.wait()
            if number != nil { steps.cancel() }
            return number
        }
        let succeeded = try await steps.value
        interruption.cancel()
        // As a shell says it of a program that a signal has ended.
        if let number = await interruption.value { return ExitCode(128 + number) }
        return succeeded ? .success : .failure
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
        window?.explorer = environment.devnet.explorerURL
        window?.present()
        environment.onRestart = { window?.show($0) }
        let succeeded = await WalletScenario(environment).run { report in
            // A step that was interrupted has not failed.
            if !Task.isCancelled { printer.report(report) }
        }
        if let screenshot, !Task.isCancelled { try await window?.snapshot(to: URL(fileURLWithPath: screenshot)) }
        if keepOpen {
            await withTaskCancellationHandler {
                await window?.closed()
            } onCancel: {
                Task { @MainActor in window?.close() }
            }
        }
        window?.close()
        try await environment.stop()
        if !Task.isCancelled { printer.end(succeeded: succeeded) }
        return succeeded
    }
}
