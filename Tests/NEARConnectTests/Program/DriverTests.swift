// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import TestSupport
import XCTest

/// `near-connect browse --automation` under Debian's WebKitWebDriver.
///
/// They run where `NEAR_CONNECT_PYTHON` names a Python with `Scripts/python/clients.txt`.
final class DriverTests: XCTestCase {
    private static let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../Fixtures/Driver").standardizedFileURL

    func testSeleniumClicksThroughADApp() throws { try check("check_flows.py") }

    func testAPagesOwnCallsOfMappedHostsGoToTheChain() throws { try check("check_mapped_rpc.py") }

    func testADAppAsksForAllThatAWalletDoes() throws { try check("check_features.py") }

    func testWhatCanNotWorkIsSaid() throws { try check("check_problems.py") }

    func testNothingNativeWaitsAndNothingIsKept() throws { try check("check_natives.py") }

    func testADriverAttachesToAnEmbeddersProgram() throws { try check("check_embedder.py") }

    func testNeitherMainnetNorAnotherUserIsLetIn() throws { try check("check_strangers.py") }

    /// 8 sessions; `Scripts/soak dapp-sessions` runs 200.
    func testSessionsInARowLeaveNothing() throws {
        let count = SoakCount.full(or: 8)
        try check("check_sessions.py", "\(count)", "2", limit: 120 + 15 * Double(count))
    }

    func testNoEndOfASessionLeavesAnything() throws { try check("check_ends.py") }

    func testADrivenPageReachesNoDriverAndNoPortThatIsNotOpen() throws { try check("check_attacks.py") }

    func testWithoutTheFlagNothingListensForADriver() throws { try check("check_by_hand.py") }

    func testAClientWithoutALibraryClicksThroughADApp() throws {
        let deno = Self.scripts.appendingPathComponent("../../../../.build/check-tools/bin/deno").standardizedFileURL
        guard FileManager.default.isExecutableFile(atPath: deno.path) else {
            throw XCTSkip("Scripts/install-dependencies --check has not been run")
        }
        try requireDriver()
        let script = Self.scripts.appendingPathComponent("w3c_client.js").path
        let run = try CommandRun.run(
            ["run", "--no-config", "--allow-all", script, CommandRun.executable().path, Self.scripts.path],
            ProcessInfo.processInfo.environment, program: deno)
        XCTAssertEqual(run.status, 0, "\(run.output.suffix(1000))\n\(run.errors.suffix(4000))")
        XCTAssertEqual(run.output.split(separator: "\n").last, "ok")
    }

    func testADriverThatIsNoneOrThatOthersReachIsRefused() throws {
        let environment = ProcessInfo.processInfo.environment
        let words = ["browse", "--automation", "--devnet", "--policy", "allow"]
        for (address, reason) in [("", "No WebDriver has started this"), ("0.0.0.0:1", "whoever reaches it")] {
            let run = try CommandRun.run(
                words, environment.merging(["WEBKIT_INSPECTOR_SERVER": address]) { $1 })
            XCTAssertEqual(run.status, 64)
            XCTAssertTrue(run.errors.contains(reason), run.errors)
        }
    }

    @MainActor
    func testTheDoctorTriesADriver() throws {
        try requireDriver()
        let environment = ProcessInfo.processInfo.environment
        let run = try CommandRun.run(["doctor", "--offline", "--driver"], environment)
        XCTAssertTrue(run.output.contains("a click reached its page"), run.output)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("driver-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { XCTAssertNoThrow(try FileManager.default.removeItem(at: folder)) }
        try ShellProgram.install("echo 'no display' >&2; exit 3", at: folder.appendingPathComponent("WebKitWebDriver"))
        let path = "\(folder.path):\(environment["PATH"] ?? "")"
        let failed = try CommandRun.run(
            ["doctor", "--offline", "--driver"], environment.merging(["PATH": path]) { $1 })
        XCTAssertEqual(failed.status, 1)
        XCTAssertTrue(failed.output.contains("no test of a dApp can run"), failed.output)
        XCTAssertTrue(failed.output.contains("webkit2gtk-driver xvfb"), failed.output)
        XCTAssertTrue(failed.output.contains("ended by itself with exit code 3"), failed.output)
        XCTAssertTrue(failed.errors.contains("no display"), failed.errors)
    }

    func testTheConfigurationForAGridHasANodeADriver() throws {
        let environment = ProcessInfo.processInfo.environment
        let run = try CommandRun.run(
            ["driver-config", "--grid", "2", "--", "--devnet", "--policy", "deny"], environment)
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(run.output.split(separator: "\n").count { $0 == "[relay]" }, 2)
        XCTAssertTrue(run.output.contains("http://127.0.0.1:4446"), run.output)
        for wrong in [["--", "--devnet"], ["--grid", "0", "--", "--devnet", "--policy", "deny"]] {
            let run = try CommandRun.run(["driver-config"] + wrong, environment)
            XCTAssertEqual(run.status, 64, wrong.joined(separator: " "))
        }
    }

    private func requireDriver() throws {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/WebKitWebDriver") else {
            throw XCTSkip("WebKitWebDriver is not installed")
        }
    }

    private func check(_ script: String, _ arguments: String..., limit: Double = 180) throws {
        let environment = ProcessInfo.processInfo.environment
        let python = try XCTUnwrap(
            environment["NEAR_CONNECT_PYTHON"].map(URL.init(fileURLWithPath:)) ?? skip("NEAR_CONNECT_PYTHON is not set")
        )
        try requireDriver()
        let run = try CommandRun.run(
            [Self.scripts.appendingPathComponent(script).path, CommandRun.executable().path] + arguments,
            environment.filter { !$0.key.uppercased().hasSuffix("_PROXY") }, program: python, limit: limit)
        XCTAssertEqual(run.status, 0, "\(run.output.suffix(1000))\n\(run.errors.suffix(4000))")
        XCTAssertEqual(run.output.split(separator: "\n").last, "ok")
    }

    private func skip(_ reason: String) throws -> URL? { throw XCTSkip(reason) }
}
