// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARConnectTestKit
import NEARRPC
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectPeers
@testable import NEARConnectShell
@testable import NEARSharedKeys

/// A window over a devnet, with an identity provider that approves by itself and a share service.
@MainActor
struct SharedKeyWindowScene {
    let environment: WalletTestEnvironment
    let provider: IdentityProvider
    let service: ShareService
    let window: ConnectWindow

    static func start() async throws -> SharedKeyWindowScene {
        let provider = try await IdentityProvider.start(clients: ["near-connect"])
        let settings = ShareServiceSettings(
            issuers: [.init(provider.issuer, groups: ["near-connect": "near-connect"])])
        let environment = try await WalletTestEnvironment.start { $0.environment = [:] }
        let window = ConnectWindow(manager: environment.manager)
        window.present()
        return SharedKeyWindowScene(
            environment: environment, provider: provider, service: try await ShareService.start(settings),
            window: window)
    }

    /// Opens the window of shared keys by the start page's button.
    func open() throws -> SharedKeyWindow {
        window.body.pages.start.sharedKeys.press()
        return approving(try XCTUnwrap(SharedKeyWindow.open.last))
    }

    /// Has the browser of a window approve at once.
    func approving(_ view: SharedKeyWindow) -> SharedKeyWindow {
        view.model.browser = { address in
            guard let url = URL(string: address) else { return }
            Task {
                do throws(DownloadError) {
                    _ = try await Downloader(allowsPlainLoopback: true).file(at: url, limit: 65_536)
                } catch {
                    // As in a browser: the person sees an error page.
                }
            }
        }
        return view
    }

    func stop() async throws {
        window.close()
        await service.stop()
        await provider.stop()
        try await environment.stop()
    }
}

extension SharedKeyWindow {
    /// Waits for a pane, and returns it.
    func until<Pane: SharedKeyPane>(_ type: Pane.Type, _ isRight: (Pane) -> Bool = { _ in true }) async throws -> Pane {
        await waitUntil("\(type)") { (pane as? Pane).map(isRight) == true }
        return try XCTUnwrap(pane as? Pane)
    }

    /// Presses a button of the list.
    func press(_ choice: SharedKeyListPane.Choice) async throws {
        let list = try await until(SharedKeyListPane.self) { $0.buttons.contains { $0.choice == choice } }
        list.buttons.first { $0.choice == choice }?.button.press()
    }

    /// Waits for the end of the work, and returns what came of it.
    func end() async throws -> String {
        let pane = try await until(SharedKeyEndPane.self)
        defer { pane.back.press() }
        return pane.text.text
    }

    /// Gives a passphrase to a sealed file, twice where it is a new one.
    func givePassphrase(_ text: String) async throws {
        let pane = try await until(SharedKeyStepsPane.self) { $0.passphrase.isMapped }
        pane.passphrase.text = text
        if pane.again.isMapped { pane.again.text = text }
        pane.open.press()
    }
}
