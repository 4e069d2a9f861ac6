// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import XCTest

/// Tests of commands with a home folder of their own, and without a keyring.
class HomeTestCase: MainLoopTestCase {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent("home-\(UUID().uuidString)")

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws { try FileManager.default.removeItem(at: home) }

    /// The commands' environment: keys are in a file of the profile.
    var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["HOME"] = home.path
        environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(home.path)/none"
        for name in ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"] { environment[name] = nil }
        return environment
    }
}
