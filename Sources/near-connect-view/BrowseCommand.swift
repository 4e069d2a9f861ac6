// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import Glibc
import NEARConnect
import NEARConnectCommandLine
import NEARConnectProgram
import ProcessSetup
import SafeText

/// Opens a dApp with a wallet for tests, by hand or by a WebDriver.
struct BrowseCommand: ParsableCommand {
    static let configuration = BrowseOptions.command

    /// The name of a WebDriver's process, as the kernel shortens it.
    private static let driver = "WebKitWebDriver"

    @OptionGroup var options: BrowseOptions

    func run() throws {
        Diagnostics.start(verbose: options.verbose)
        if options.automation { try prepareForDriver() }
        try MainActor.assumeIsolated {
            let place = try BrowsePlace()
            if options.automation { place.takeCaches(hasOwnDisplay: options.display == .own) }
            let display = try DisplaySession.start(choice)
            defer { display.stop() }
            let status = try MainLoop.run { try await browse(in: place) }
            if status != .success { throw status }
        }
    }

    private var choice: DisplaySession.Choice {
        switch options.display {
        case .own: .virtual
        case .given: .desktop
        case nil: .automatic
        }
    }

    /// Gives WebKit the driver's address back, and ends this process with the driver.
    private func prepareForDriver() throws {
        guard let address = Program.inspector else {
            throw ValidationError(
                localized(
                    "No WebDriver has started this. Name this command in the driver’s capabilities: docs/dapp-testing.md shows how."
                ))
        }
        guard InspectorAddress.isLocal(address) else {
            throw ValidationError(
                localized(
                    "WEBKIT_INSPECTOR_SERVER is %1$s: whoever reaches it drives this browser, so it has to be 127.0.0.1.",
                    DisplayText.quotation(address, limit: 60)))
        }
        InspectorAddress.set(address)
        // Without this renderer WebKit 2.50 ends the program at the first screenshot of a driver (a null pointer in the
        // view's snapshot); in shared memory it needs no graphics card.
        unsetenv("WEBKIT_DISABLE_DMABUF_RENDERER")
        setenv("WEBKIT_DMABUF_RENDERER_FORCE_SHM", "1", 0)
        if ParentProcess.name == Self.driver { ParentProcess.bindLifetime() }
    }

    /// Browses until the last page is closed, the driver is gone or a signal comes.
    @MainActor
    private func browse(in place: BrowsePlace) async throws -> ExitCode {
        // Signals must be blocked before WebKit starts a process.
        let signals = Interruption()
        let stage: BrowseStage
        do {
            stage = try await BrowseStage.start(options, in: place.folders)
        } catch {
            try await place.remove()
            throw error
        }
        let interruption = Task {
            let number = await signals.wait()
            if number != nil { stage.browser.close() }
            return number
        }
        await stage.browser.ended()
        interruption.cancel()
        let number = await interruption.value
        await stage.stop()
        try await place.remove()
        // The exit code that shells report for a program that a signal ended.
        return number.map { ExitCode(128 + $0) } ?? .success
    }
}
