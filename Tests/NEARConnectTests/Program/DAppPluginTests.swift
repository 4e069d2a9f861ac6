// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import XCTest

/// The packages of `Python/`: their wheels, their own tests, and those of `Examples/dapp-tests` with two workers.
///
/// They run where `NEAR_CONNECT_PYTHON` names a Python with `Scripts/python/clients.txt`.
final class DAppPluginTests: XCTestCase {
    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Scripts/python/test_plugin.py").standardizedFileURL

    func testThePluginAndTheExamplePass() throws {
        let environment = ProcessInfo.processInfo.environment
        guard let python = environment["NEAR_CONNECT_PYTHON"] else {
            throw XCTSkip("NEAR_CONNECT_PYTHON is not set")
        }
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/WebKitWebDriver") else {
            throw XCTSkip("WebKitWebDriver is not installed")
        }
        let program = try CommandRun.executable()
        let run = try CommandRun.run(
            [Self.script.path, program.path], environment.filter { !$0.key.uppercased().hasSuffix("_PROXY") },
            program: URL(fileURLWithPath: python), limit: 900)
        XCTAssertEqual(run.status, 0, "\(run.output.suffix(4000))\n\(run.errors.suffix(4000))")
        XCTAssertEqual(run.output.split(separator: "\n").last, "ok")
    }
}
