// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import ProcessSetup
import XCTest

@testable import NEARConnectCore

/// The program's command line as a whole: its words, and the one table of its exit codes.
final class CommandLineTests: XCTestCase {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Without a display: what starts the shell ends with 10.
    private static func run(_ arguments: [String]) throws -> CommandRun {
        var environment = ProcessInfo.processInfo.environment
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "GDK_BACKEND"] { environment[name] = nil }
        return try CommandRun.run(arguments, environment)
    }

    func testAnUnknownWordIsRefusedWithTheNearestCommand() throws {
        for (word, nearest) in [
            ("histroy", "“history”"), ("acount", "“account”"), ("Wallets", "“wallets”"), ("veiw", "“view”"),
            ("statsu", "“status”"), ("shel", "“shell”"), ("contact", "“contacts”"),
        ] {
            let run = try Self.run([word, "--json"])
            XCTAssertEqual(run.status, 64, run.errors)
            XCTAssertTrue(run.errors.contains("Did you mean \(nearest)?"), run.errors)
            XCTAssertEqual(run.output, "")
        }
        for word in [
            "frobnicate", "", "https://example.com/", "near-connect-returns:x", "near-connect-return",
            "vi\u{65}\u{301}w\u{202E}",
            String(repeating: "x", count: 100_000),
        ] {
            let run = try Self.run([word])
            XCTAssertEqual(run.status, 64, run.errors)
            XCTAssertTrue(run.errors.contains("is no command of near-connect"), run.errors)
            XCTAssertTrue(run.errors.utf8.count < 1000 && !run.errors.unicodeScalars.contains("\u{202E}"), run.errors)
        }
    }

    func testOnlyALinkIsTakenForALink() throws {
        for arguments in [["shell", "foo"], ["shell", "https://example.com"], ["--network", "testnet", "foo"]] {
            let run = try Self.run(arguments)
            XCTAssertEqual(run.status, 64, run.errors)
            XCTAssertTrue(run.errors.contains("begin with “near-connect-return:”"), run.errors)
        }
    }

    /// README and the manual page have each status with its sentence, and no other.
    func testTheTableOfExitCodesIsTheSameEverywhere() throws {
        let readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        let manual = try String(
            contentsOf: Self.root.appendingPathComponent("Resources/Desktop/near-connect.1"), encoding: .utf8)
        for status in ExitStatus.allCases {
            let row = "| \(status.rawValue) | \(status.meaning) |\n"
            XCTAssertTrue(readme.contains(row), "README lacks: \(row)")
            let entry = ".TP\n.B \(status.rawValue)\n\(status.meaning)\n"
            XCTAssertTrue(manual.contains(entry), "the manual page lacks: \(entry)")
        }
        let rows = readme.components(separatedBy: "\n").filter { $0.wholeMatch(of: /\| \d+ \| .*\|/) != nil }
        XCTAssertEqual(rows.count, ExitStatus.allCases.count, "\(rows)")
        XCTAssertEqual(
            manual.components(separatedBy: "\n").filter { $0.wholeMatch(of: /\.B \d+/) != nil }.count, rows.count)
        XCTAssertEqual(ExitCode.validationFailure.rawValue, ExitStatus.usage.rawValue)
        XCTAssertEqual(ProgramProcess.faultExitCode, ExitStatus.fault.rawValue)
    }

    /// The manual page has every command that help lists, and completions come from the same declarations.
    func testTheManualPageHasEveryCommand() throws {
        let manual = try String(
            contentsOf: Self.root.appendingPathComponent("Resources/Desktop/near-connect.1"), encoding: .utf8)
        let help = try Self.run(["--help"]).output
        let verbs = help.matches(of: /(?m)^  ([a-z][a-z-]*)\b/).map { String($0.1) }
        XCTAssertTrue(verbs.contains("account") && verbs.contains("view") && verbs.count >= 14, "\(verbs)")
        let script = try Self.run(["--generate-completion-script", "bash"])
        XCTAssertEqual(script.status, 0)
        let completions = script.output
        for verb in verbs {
            let heading = ".SS \(verb.replacing("-", with: "\\-"))\n"
            XCTAssertTrue(manual.contains(heading), "the manual page lacks \(verb)")
            XCTAssertTrue(completions.contains(verb), verb)
        }
        // Scripts/python/manual.py writes it, and Scripts/check looks whether it did so for this program.
        for verb in try DeclaredVerb.all() {
            for option in verb.shown {
                let name = "\\fB\\-\\-\(option.replacing("-", with: "\\-"))\\fR"
                XCTAssertTrue(manual.contains(name), "the manual page lacks --\(option) of \(verb.name)")
            }
        }
    }
}
