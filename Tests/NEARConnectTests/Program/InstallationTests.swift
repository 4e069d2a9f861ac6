// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import XCTest

/// The completions and the manual page that `Scripts/install-desktop` installs.
///
/// Shells must be able to read the former, and the latter must name every command.
final class InstallationTests: XCTestCase {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../..").standardizedFileURL

    private func run(_ program: String, _ arguments: [String], in environment: [String: String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = environment
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitForEnd()
        return process.terminationStatus
    }

    func testCompletionsAndTheManualPageComeAndGo() throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("install-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { XCTAssertNoThrow(try FileManager.default.removeItem(at: root)) }
        let environment = ["HOME": root.path, "XDG_DATA_HOME": "\(root.path)/data", "PATH": "/usr/bin:/bin"]
        let script = Self.package.appendingPathComponent("Scripts/install-desktop").path
        XCTAssertEqual(try run(script, [CommandRun.executable().path], in: environment), 0)
        let data = root.appendingPathComponent("data")
        let bash = data.appendingPathComponent("bash-completion/completions/near-connect").path
        XCTAssertEqual(try run("/usr/bin/bash", ["-n", bash], in: environment), 0)
        for path in ["fish/vendor_completions.d/near-connect.fish", "zsh/site-functions/_near-connect"] {
            let text = try String(contentsOf: data.appendingPathComponent(path), encoding: .utf8)
            XCTAssertTrue(text.contains("near-connect") && text.contains("wallets"), path)
        }
        let manual = try String(contentsOf: data.appendingPathComponent("man/man1/near-connect.1"), encoding: .utf8)
        let help = try CommandRun.run(["--help"], environment).output
        let commands = help.matches(of: /(?m)^  ([a-z][a-z-]*)\b/).map { String($0.1) }
        XCTAssertGreaterThan(commands.count, 6, help)
        for command in commands {
            let heading = "\n.SS \(command.replacing("-", with: "\\-"))\n"
            XCTAssertTrue(manual.contains(heading), "\(command) is not in the manual")
        }
        XCTAssertEqual(try run(script, ["--remove"], in: environment), 0)
        let left = try FileManager.default.subpathsOfDirectory(atPath: data.path)
        XCTAssertEqual(left.filter { $0.contains("near-connect") }, [])
    }
}
