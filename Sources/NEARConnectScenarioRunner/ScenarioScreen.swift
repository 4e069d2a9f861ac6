// SPDX-License-Identifier: MIT

package import FoundationEssentials
package import NEARConnect

/// The window of scenarios, which shows the page of the one that runs.
@MainActor
package protocol ScenarioScreen: AnyObject {
    /// Writes a picture of the window with a manager's page to a PNG file.
    ///
    /// - Throws: An error of the file system or of the window.
    func picture(of manager: NEARWalletManager, to file: URL) async throws
}
