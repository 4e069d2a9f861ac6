// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import GLibRuntime
package import NEARConnectCore

/// A new, empty profile in the temporary folder of this process.
@MainActor
package struct TemporaryProfile {
    /// The profile's folder, which doesn't exist yet.
    package let root: URL

    private let folder: TemporaryFolder

    /// Names a folder; what killed processes have left of theirs is removed first.
    ///
    /// - Throws: ``TemporaryFolderError``.
    package init() throws(TemporaryFolderError) {
        folder = try TemporaryFolder.take()
        root = folder.newName()
    }

    /// The profile's folders.
    package var folders: ProfileFolders { ProfileFolders(root: root) }

    /// Removes the profile.
    ///
    /// WebKit's network process writes until it has heard that its context is gone, and one that has just started
    /// creates the folder again. It ends after the last context of this program. So the last profile is removed when it
    /// has ended, with whatever of the others came back.
    ///
    /// - Throws: An error of the file system.
    package func remove() async throws {
        let isLast = folder.giveBack()
        guard isLast else { return TemporaryFolder.removeWhatGoes(root) }
        for turn in 0..<2000 {
            guard !ProcessTree.children(named: "WebKitNetworkPr").isEmpty else { break }
            // A page that is still referenced keeps it alive.
            if turn > 100 && LiveCount.of(.webContext) > 0 { break }
            await MainLoop.turn()
        }
        for _ in 0..<500 {
            do {
                return try folder.removeIfUnused()
            } catch {
                await MainLoop.turn()
            }
        }
        try folder.removeIfUnused()
    }
}
