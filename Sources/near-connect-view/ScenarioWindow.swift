// SPDX-License-Identifier: MIT

import Foundation
import NEARConnect
import NEARConnectScenarioRunner
import NEARConnectShell

/// The window that shows a scenario's page for a picture, and is closed after it.
@MainActor
final class ScenarioWindow: ScenarioScreen {
    func picture(of manager: NEARWalletManager, to file: URL) async throws {
        let window = ConnectWindow(manager: manager)
        defer { window.close() }
        window.present()
        try await window.snapshot(to: file)
    }
}
