// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import XCTest

/// `near-connect browse` without a policy, as a user starts it.
final class BrowseByHandTests: HomeTestCase {
    func testTheBannerSaysThatTheUserAnswers() throws {
        let home = home.path
        try run {
            let bus = try PrivateBus(services: [ScreenReader.service])
            let reader = try await ScreenReader(on: bus)
            let browser = try CommandRun.process(
                ["browse", "--devnet", "--display", "given", "http://127.0.0.1:9/"],
                bus.environment.merging(["HOME": home]) { $1 })
            (browser.standardOutput, browser.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try browser.run()
            let banner = try await reader.find("label", "This is a browser for tests")
            XCTAssertEqual(banner.text, "This is a browser for tests: you answer requests; chain devnet.")
            browser.terminate()
            browser.waitForEnd()
            try await bus.stop()
        }
    }
}
