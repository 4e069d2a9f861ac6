// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import NEARConnectCore

/// The folders of a profile: absolute ones, whatever the environment says.
@Suite struct ProfileFoldersTests {
    private static let relative = ["", "rel", "./rel", "../rel", "~", "~/rel", " /rel", "rel/..", "$HOME"]

    @Test(arguments: relative, ["XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "HOME"])
    func aPathThatDependsOnTheCurrentFolderIsIgnored(_ path: String, _ variable: String) throws {
        let home = variable == "HOME" ? NSHomeDirectoryForUser(NSUserName()) : "/home/of/test"
        var environment = ["HOME": "/home/of/test"]
        environment[variable] = path
        let folders = try ProfileFolders(profile: "work", environment: environment)
        let found = [folders.data.path, folders.cache.path, folders.state.path]
        #expect(
            found == [".local/share", ".cache", ".local/state"].map { "\(home ?? "")/\($0)/near-connect/work" })
    }

    @Test func anAbsolutePathIsTaken() throws {
        let folders = try ProfileFolders(
            profile: "work", environment: ["HOME": "relative", "XDG_DATA_HOME": "/a b/c", "XDG_CACHE_HOME": "/d"])
        #expect(folders.data.path == "/a b/c/near-connect/work")
        #expect(folders.cache.path == "/d/near-connect/work")
    }
}
