// SPDX-License-Identifier: MIT

package import NEARConnect

/// The window of scenarios, which shows the page of the one that runs.
@MainActor
package protocol ScenarioScreen: AnyObject {
    /// Writes a picture of a manager's page into the folder of the results.
    ///
    /// - Returns: The file's path.
    /// - Throws: An error of the file system or of the window.
    func picture(of manager: NEARWalletManager, named name: String) async throws -> String
}
