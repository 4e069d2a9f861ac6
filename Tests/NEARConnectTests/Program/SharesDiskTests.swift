// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARPrimitives
import XCTest

/// A disk that fills up while a shared key is made and replaced: its account opens once there is room.
final class SharesDiskTests: MainLoopTestCase {
    func testAFullDiskLosesNothing() throws {
        try withScene { scene in
            let login = try ShareServiceProcess()
            var failures = 0
            // The largest file in KiB: none at all; then there is room for some of a profile's files.
            for (number, limit) in [0, 1, 2].enumerated() {
                _ = try login.tell(#"{"person": "person-\#(number)"}"#)
                var here = SharesComputer(scene: scene, login: login, name: "full-\(limit)")
                let account = "full-\(limit).alice.test.near"
                let making =
                    [account, "--creator", "alice.test.near", "--deposit", "2 NEAR"] + here.places + here.newWords
                    + (try here.changing())
                here.largestFile = limit
                let made = try here.run("create", making)
                if made.status != 0 {
                    failures += 1
                    XCTAssertTrue(made.output.contains("\"code\""), made.output + made.errors)
                }
                here.largestFile = nil
                XCTAssertEqual(try here.answer("create", making)["state"], "active", "\(limit) KiB")
                let key = try here.answer("sign-in", [account] + here.places)["key"]
                let rotating = [account] + here.places + here.newWords + (try here.changing())
                here.largestFile = limit
                let rotated = try here.run("rotate", rotating)
                if rotated.status != 0 {
                    failures += 1
                    XCTAssertTrue(rotated.output.contains("\"code\""), rotated.output + rotated.errors)
                }
                here.largestFile = nil
                _ = try here.answer("sign-in", [account] + here.places)
                XCTAssertNotEqual(try here.answer("rotate", rotating)["key"], key)
                _ = try here.answer("sign-in", [account] + here.places)
            }
            XCTAssertGreaterThan(failures, 3, "the disk was never full")
            try login.stop()
        }
    }
}
