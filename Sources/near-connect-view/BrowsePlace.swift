// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import NEARConnectCommandLine
import NEARConnectCore
import NEARConnectLocal
import ProcessSetup

/// The folder of one driven browser, which is gone when its process is, however that ends.
@MainActor
struct BrowsePlace {
    private let profile: TemporaryProfile
    private let keeper: FolderKeeper

    /// The folders of journal and permissions.
    var folders: ProfileFolders { profile.folders }

    /// Makes the folder.
    init() throws {
        profile = try TemporaryProfile()
        let folder = profile.root.deletingLastPathComponent().path
        keeper = try FolderKeeper(removing: [folder, folder + ".lock"])
    }

    /// Has what WebKit's sandbox and GTK leave in the user's folders be left here, before GTK is started.
    ///
    /// - Parameter hasOwnDisplay: True if nothing of the desktop's is needed from its folder for sockets.
    func takeCaches(hasOwnDisplay: Bool) {
        let folder = profile.root.appendingPathComponent("desktop")
        setenv("XDG_CACHE_HOME", folder.appendingPathComponent("cache").path, 1)
        // What Mesa compiles for software is used once.
        setenv("MESA_SHADER_CACHE_DISABLE", "true", 0)
        guard hasOwnDisplay else { return }
        let sockets = folder.appendingPathComponent("run").path
        do {
            try FileManager.default.createDirectory(
                atPath: sockets, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            setenv("XDG_RUNTIME_DIR", sockets, 1)
        } catch {
            // The folder of caches is the next best, and is made where it is missing.
            unsetenv("XDG_RUNTIME_DIR")
        }
    }

    /// Removes the folder.
    func remove() async throws {
        try await profile.remove()
        await keeper.remove()
    }
}
