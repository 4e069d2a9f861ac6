// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import XCTest

/// `near-connect browse` without a policy, as a user starts it.
final class BrowseByHandTests: HomeTestCase {
    func testTheBannerSaysThatTheUserAnswers() throws {
        let home = home
        try run {
            let program = try await ReadProgram(
                ["browse", "--devnet", "--display", "given", "http://127.0.0.1:9/"], home: home)
            let banner = try await program.reader.find("label", "This is a browser for tests")
            XCTAssertEqual(banner.text, "This is a browser for tests: you answer requests; chain devnet.")
            try await program.stop()
        }
    }
}
