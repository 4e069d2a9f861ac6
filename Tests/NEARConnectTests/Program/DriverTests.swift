// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import XCTest

/// `near-connect browse --automation` under Debian's WebKitWebDriver.
///
/// They run where `NEAR_CONNECT_PYTHON` names a Python with `Scripts/python/clients.txt`.
final class DriverTests: XCTestCase {
    private static let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../Fixtures/Driver").standardizedFileURL

    func testSeleniumClicksThroughADApp() throws { try check("check_flows.py") }

    func testNoEndOfASessionLeavesAnything() throws { try check("check_ends.py") }

    func testADrivenPageReachesNoDriverAndNoPortThatIsNotOpen() throws { try check("check_attacks.py") }

    private func check(_ script: String) throws {
        let environment = ProcessInfo.processInfo.environment
        let python = try XCTUnwrap(
            environment["NEAR_CONNECT_PYTHON"].map(URL.init(fileURLWithPath:)) ?? skip("NEAR_CONNECT_PYTHON is not set")
        )
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/WebKitWebDriver") else {
            throw XCTSkip("WebKitWebDriver is not installed")
        }
        let run = try CommandRun.run(
            [Self.scripts.appendingPathComponent(script).path, CommandRun.executable().path],
            environment.filter { !$0.key.uppercased().hasSuffix("_PROXY") }, program: python)
        XCTAssertEqual(run.status, 0, "\(run.output.suffix(1000))\n\(run.errors.suffix(4000))")
        XCTAssertEqual(run.output.split(separator: "\n").last, "ok")
    }

    private func skip(_ reason: String) throws -> URL? { throw XCTSkip(reason) }
}
