// SPDX-License-Identifier: MIT

import NEARConnectTesting

/// An asynchronous method, which XCTest can't run under GLib's loop: it fails at once, and isn't begun.
///
/// SwiftPM's list of tests names it, so this is what a dApp's author sees; its failure is what is wanted here.
final class AsynchronousMethodTests: MainLoopTestCase {
    private var failures: [String] = []
    private var isBegun = false
    private var isOver = false

    func testAnAsynchronousMethodIsNotBegun() async throws {
        isBegun = true
    }

    override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
        if isOver {
            super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
        } else {
            failures.append(description)
        }
    }

    override func tearDown() {
        isOver = true
        XCTAssertFalse(isBegun)
        XCTAssertEqual(failures, ["threw error \"\(AsynchronousMethodError())\""])
        XCTAssertEqual(AsynchronousMethodError().description.filter { $0 == "." }.count, 1, "one sentence")
    }
}
