// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCore
import XCTest

/// The end of a program that `ProgramProcess.run` runs, in a process of its own.
final class ProgramRunTests: XCTestCase {
    private static let child = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("near-connect-test-child")

    private static func run(
        _ end: String, _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> CommandRun {
        try CommandRun.run(["program", end], environment, program: child)
    }

    func testAProgramThatReturnsEndsWithZero() throws {
        let run = try Self.run("returns")
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(run.output, "begins\non the main thread: true\n")
        XCTAssertEqual(run.errors, "")
    }

    /// A sentence and a code from the table; what was printed before isn't lost, and there is no backtrace.
    func testAnErrorEndsInASentenceAndACode() throws {
        let sentences = [
            ("throwsNEARError", ExitStatus.refusedByWallet, "Not today"),
            ("throwsAnyError", .failure, "the shop is closed"),
            ("throwsFoundationError", .failure, "nowhere"),
        ]
        for (end, status, sentence) in sentences {
            let run = try Self.run(end)
            XCTAssertEqual(run.status, status.rawValue, run.errors)
            XCTAssertEqual(run.output, "begins\n")
            XCTAssertTrue(run.errors.hasPrefix("Error: ") && run.errors.hasSuffix(".\n"), run.errors)
            XCTAssertTrue(run.errors.contains(sentence), run.errors)
            XCTAssertEqual(run.errors.split(separator: "\n").count, 1, run.errors)
        }
    }

    func testWithoutADisplayThereIsAVirtualOneAndWithoutThatASentence() throws {
        var environment = ProcessInfo.processInfo.environment
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "GDK_BACKEND"] { environment[name] = nil }
        XCTAssertTrue(try Self.run("showsDisplay", environment).output.hasPrefix("begins\n:"))
        environment["PATH"] = "/nowhere"
        let run = try Self.run("showsDisplay", environment)
        XCTAssertEqual(run.status, ExitStatus.noDisplay.rawValue, run.errors)
        XCTAssertTrue(run.errors.hasPrefix("Error: ") && run.errors.contains("Xvfb"), run.errors)
    }

    /// It takes longer than all else that a program does itself until its page is ready, and comes after that.
    func testLibcurlIsLoadedWhenTheBridgeIsReadyAndNotBefore() throws {
        let run = try CommandRun.run(["libcurl"], ProcessInfo.processInfo.environment, program: Self.child)
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(run.output, "with the manager: false\nwith the bridge: true\n")
    }
}
