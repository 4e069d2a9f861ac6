// SPDX-License-Identifier: MIT

import Foundation
import NEARConnect
import NEARConnectScenarioRunner
import NEARConnectShell

/// The window that shows a scenario's page for a picture, and is closed after it.
@MainActor
final class ScenarioWindow: ScenarioScreen {
    private let folder: URL

    /// Creates a window.
    ///
    /// - Parameter folder: The folder of the pictures.
    init(folder: URL) { self.folder = folder }

    func picture(of manager: NEARWalletManager, named name: String) async throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: name)
        let window = ConnectWindow(manager: manager)
        defer { window.close() }
        window.present()
        try await window.snapshot(to: file)
        return file.path
    }
}
