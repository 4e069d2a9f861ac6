// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import GLibRuntime
package import NEARConnectCore

/// A new, empty profile in the temporary folder.
@MainActor
package struct TemporaryProfile {
    /// The profile's folder, which doesn't exist yet.
    package let root = FileManager.default.temporaryDirectory
        .appendingPathComponent("near-connect-\(UUID().uuidString)")

    package init() {}

    /// The profile's folders.
    package var folders: ProfileFolders { ProfileFolders(root: root) }

    /// Removes the profile once no process writes into it any more.
    ///
    /// WebKit's network process writes until it has heard that its context is gone, and one that has just started
    /// creates the folder again. It ends after the last context of this program.
    ///
    /// - Throws: An error of the file system.
    package func remove() async throws {
        for turn in 0..<2000 {
            guard !ProcessTree.children(named: "WebKitNetworkPr").isEmpty else { break }
            // Another environment or a page that is still referenced keeps it alive.
            if turn > 100 && LiveCount.of(.webContext) > 0 { break }
            await MainLoop.turn()
        }
        for _ in 0..<500 {
            guard FileManager.default.fileExists(atPath: root.path) else { return }
            do {
                return try FileManager.default.removeItem(at: root)
            } catch {
                await MainLoop.turn()
            }
        }
        try FileManager.default.removeItem(at: root)
    }
}
