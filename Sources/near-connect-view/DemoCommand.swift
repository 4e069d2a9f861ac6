// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import Logging
import NEARConnect
import NEARConnectCommandLine
import NEARConnectCore
import NEARConnectLocal
import NEARConnectProgram
import NEARConnectShell
import NEARDevnet

/// Runs a wallet's whole way against an embedded chain and reports each step.
struct DemoCommand: JSONCommand {
    static let configuration = DemoOptions.command

    @OptionGroup var options: DemoOptions

    var printsJSON: Bool { options.output.json }

    func run() throws {
        Diagnostics.start(verbose: options.output.verbose)
        try MainActor.assumeIsolated {
            let display = try DisplaySession.start(options.headless ? .virtual : .automatic)
            defer { display.stop() }
            let isVisible = !display.isVirtual || options.screenshot != nil
            let exitCode = try MainLoop.run { try await runUntilInterrupted(isVisible: isVisible) }
            if exitCode != .success { throw exitCode }
        }
    }

    /// Runs the steps until they end or a signal comes.
    ///
    /// Ctrl-C ends the current step and removes what was started, the profile's folder included.
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
        // The exit code that shells report for a program that a signal ended.
        if let number = await interruption.value { return ExitCode(128 + number) }
        return succeeded ? .success : .failure
    }

    @MainActor
    private func runSteps(isVisible: Bool) async throws -> Bool {
        let printer = ScenarioPrinter(options.output)
        printer.start()
        let source = try options.connector.source()
        let login = try await DemoLogin.start()
        let environment = try await WalletTestEnvironment.start {
            $0.appName = "near-connect demo"
            $0.connector = source
        }
        let window = isVisible ? ConnectWindow(manager: environment.manager) : nil
        window?.explorer = environment.devnet.explorerURL
        window?.present()
        environment.onRestart = { window?.show($0) }
        let scenario = WalletScenario(environment, login: login.addresses)
        let succeeded = await scenario.run { report in
            // An interrupted step has not failed.
            if !Task.isCancelled { printer.report(report) }
        }
        if let screenshot = options.screenshot, !Task.isCancelled {
            try await window?.snapshot(to: URL(fileURLWithPath: screenshot))
        }
        if options.keepOpen {
            await withTaskCancellationHandler {
                await window?.closed()
            } onCancel: {
                Task { @MainActor in window?.close() }
            }
        }
        window?.close()
        try await environment.stop()
        await login.end()
        if !Task.isCancelled { printer.end(succeeded: succeeded, of: scenario.steps.count) }
        return succeeded
    }
}
