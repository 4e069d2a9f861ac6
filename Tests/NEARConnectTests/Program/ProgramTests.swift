// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import Glibc
import MainLoopTesting
import NEARPrimitives
import TestSupport
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The program as a user or a pipeline runs it.
final class ProgramTests: XCTestCase {
    private static var bareEnvironment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "GDK_BACKEND"] { environment[name] = nil }
        return environment
    }

    func testTheDemoHoldsWithoutADisplayAndDrawsItsWindow() throws {
        let picture = FileManager.default.temporaryDirectory.appendingPathComponent("demo-\(UUID().uuidString).png")
        defer { unlink(picture.path) }
        let run = try CommandRun.run(["demo", "--json", "--screenshot", picture.path], Self.bareEnvironment)
        XCTAssertEqual(run.status, 0, run.errors)
        let lines = try AnswerSchema.check(run, of: "demo")
        XCTAssertEqual(lines.count, 13)
        for line in lines { XCTAssertEqual(line["ok"]?.boolValue, true, line.text) }
        XCTAssertEqual(lines.compactMap { $0["hash"]?.stringValue }.count, 5)
        let image = try Data(contentsOf: picture)
        XCTAssertEqual(image.prefix(8), Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        XCTAssertGreaterThan(image.count, 5_000)
    }

    func testTheDemoIsSilentWhereNothingFails() throws {
        let run = try CommandRun.run(["demo", "--headless", "--quiet"], Self.bareEnvironment)
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(run.output, "")
    }

    func testWithoutDisplayAndXvfbThePackageIsNamed() throws {
        var environment = Self.bareEnvironment
        environment["PATH"] = "/nonexistent"
        let run = try CommandRun.run(["demo"], environment)
        XCTAssertNotEqual(run.status, 0)
        XCTAssertTrue(run.errors.contains("apt-get install xvfb"), run.errors)
    }

    func testAWindowForAUserSaysThatThereIsNoDisplay() throws {
        let run = try CommandRun.run(["shell"], Self.bareEnvironment)
        XCTAssertEqual(run.status, ExitStatus.noDisplay.rawValue)
        XCTAssertTrue(run.errors.contains("DISPLAY and WAYLAND_DISPLAY are not set"), run.errors)
        XCTAssertFalse(run.errors.localizedCaseInsensitiveContains("install"), "Xvfb may well be there: \(run.errors)")
    }

    func testOutputThatIsLostMakesACommandFail() throws {
        for arguments in [
            ["history"], ["contacts"], ["wallets", "list"], ["--version"], ["--help"], ["doctor", "--json"],
            ["demo", "--help"],
        ] {
            let process = try CommandRun.process(arguments, Self.bareEnvironment)
            let errors = Pipe()
            process.standardOutput = try XCTUnwrap(FileHandle(forWritingAtPath: "/dev/full"))
            process.standardError = errors
            try process.run()
            process.waitForEnd()
            XCTAssertEqual(process.terminationStatus, 1, "\(arguments)")
            let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            XCTAssertTrue(said.contains("standard output can’t be written: No space left"), "\(arguments): \(said)")
        }
    }

    func testAPortInUseIsNamed() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { Glibc.close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                XCTAssertEqual(bind(listener, $0, length), 0)
                XCTAssertEqual(listen(listener, 1), 0)
                XCTAssertEqual(getsockname(listener, $0, &length), 0)
            }
        }
        let port = UInt16(bigEndian: address.sin_port)
        let run = try CommandRun.run(["devnet", "--port", "\(port)"], Self.bareEnvironment)
        XCTAssertNotEqual(run.status, 0)
        XCTAssertTrue(run.errors.contains("\(port)"), run.errors)
    }

    func testTheHistoryIsShownWithoutADisplay() throws {
        let state = FileManager.default.temporaryDirectory.appendingPathComponent("history-\(UUID().uuidString)")
        defer { XCTAssertNoThrow(try FileManager.default.removeItem(at: state)) }
        let folder = state.appendingPathComponent("near-connect/shop")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("journal.jsonl")
        let hostile: [JournalRecord] = [
            .intent(try JournalBuilders.intent("b", time: .max)),
            .state(id: "b", part: 0, .failed(hash: nil, reason: "red\u{1B}[31m\u{202E}"), isSettled: true),
        ]
        let torn = Array(#"{"v":1,"type":"int"#.utf8)
        try Data(JournalBuilders.text(try JournalBuilders.settled("a") + hostile) + torn).write(to: file)
        var environment = Self.bareEnvironment
        environment["XDG_STATE_HOME"] = state.path
        let table = try CommandRun.run(["history", "--profile", "shop"], environment)
        XCTAssertEqual(table.status, 0, table.errors)
        XCTAssertTrue(
            table.output.contains("confirmed") && table.output.contains("alice.near → shop.near"), table.output)
        XCTAssertTrue(table.output.contains("transaction \(JournalBuilders.hash)"), table.output)
        XCTAssertFalse(table.output.contains("\u{1B}") || table.output.contains("\u{202E}"), "no terminal is steered")
        XCTAssertTrue(table.errors.contains("cut off"), table.errors)
        XCTAssertFalse(table.errors.contains("nothing in profile"), table.errors)
        let json = try CommandRun.run(["history", "--profile", "shop", "--network", "devnet", "--json"], environment)
        let lines = try json.output.split(separator: "\n").map { try JSONValue.parse(String($0)) }
        XCTAssertEqual(lines.map { $0["state"]?.stringValue }, ["failed", "confirmed"], "the newest first")
        let array = try CommandRun.run(["history", "--profile", "shop", "--format", "json"], environment)
        XCTAssertEqual(try JSONValue.parse(array.output), .array(lines))
        let csv = try CommandRun.run(["history", "--profile", "shop", "--format", "csv"], environment)
        XCTAssertEqual(csv.output.components(separatedBy: "\r\n").count, 4, csv.output)
        XCTAssertFalse(csv.output.contains("\u{1B}") || csv.output.contains("\u{202E}"), csv.output)
        for (format, output) in [("json", "[]\n"), ("jsonl", ""), ("csv", JournalEntry.csvHeader.description)] {
            let none = try CommandRun.run(
                ["history", "--profile", "shop", "--network", "mainnet", "--format", format], environment)
            XCTAssertEqual(none.output, output)
        }
        let other = try CommandRun.run(["history", "--profile", "shop", "--network", "mainnet"], environment)
        XCTAssertEqual(other.output, "Nothing was handed to a wallet yet.\n")
        let unreachable = try CommandRun.run(
            ["history", "--profile", "shop", "--network", "devnet", "--rpc-url", "http://127.0.0.1:1", "--reconcile"],
            environment)
        XCTAssertEqual(unreachable.status, 0, "nothing was open, so nobody was asked")
    }

    func testAnInterruptedDemoLeavesNoFolder() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { XCTAssertNoThrow(try FileManager.default.removeItem(at: folder)) }
        var environment = Self.bareEnvironment
        environment["TMPDIR"] = folder.path
        // In a window that stays open as well as without one that could be closed.
        for (arguments, number) in [(["demo", "--json"], SIGINT), (["demo", "--json", "--screenshot"], SIGTERM)] {
            let picture = arguments.count > 2 ? [folder.path + "/demo.png", "--keep-open"] : []
            let program = try CommandRun.process(arguments + picture, environment)
            let output = Pipe()
            program.standardOutput = output
            program.standardError = FileHandle.nullDevice
            try program.run()
            // The first step's line comes when the profile is there.
            _ = try XCTUnwrap(try output.fileHandleForReading.read(upToCount: 1))
            // A folder, and its lock beside it.
            XCTAssertEqual(try Self.profiles(in: folder).count, 2, "the profile of a demo at work")
            kill(program.processIdentifier, number)
            program.waitForEnd()
            XCTAssertEqual(program.terminationReason, .exit)
            XCTAssertEqual(program.terminationStatus, 128 + number)
            XCTAssertEqual(try Self.profiles(in: folder), [])
        }
    }

    /// A terminal sends Ctrl-C to the program's processes, too, and WebKit crashes a program whose processes end while
    /// starting.
    func testATerminalsCtrlCEndsTheDemoInOrderWhileWebKitStarts() throws {
        for name in ["WebKitNetworkPr", "WebKitWebProces"] {
            let program = try CommandRun.process(["demo", "--headless", "--json"], Self.bareEnvironment)
            program.standardOutput = FileHandle.nullDevice
            program.standardError = FileHandle.nullDevice
            try program.run()
            let group = program.processIdentifier
            XCTAssertEqual(getpgid(group), group, "the program has a group of its own")
            while ProcessTree.descendants(named: name, of: group).isEmpty, program.isRunning { sched_yield() }
            kill(-group, SIGINT)
            program.waitForEnd()
            XCTAssertEqual(program.terminationReason, .exit, name)
            XCTAssertEqual(program.terminationStatus, 128 + SIGINT, name)
        }
    }

    func testADevnetEndsInOrderFromItsFirstLineOn() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("devnet-\(UUID().uuidString)")
        defer { XCTAssertNoThrow(try FileManager.default.removeItem(at: folder)) }
        for _ in 0..<5 {
            let program = try CommandRun.process(["devnet", "--credentials", folder.path], Self.bareEnvironment)
            let output = Pipe()
            program.standardOutput = output
            try program.run()
            _ = try XCTUnwrap(try output.fileHandleForReading.read(upToCount: 1))
            kill(program.processIdentifier, SIGINT)
            program.waitForEnd()
            XCTAssertEqual(program.terminationReason, .exit)
            XCTAssertEqual(program.terminationStatus, 0)
        }
    }

    func testATerminalThatClosesEndsADevnetButNotUnderNohup() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("devnet-\(UUID().uuidString)")
        defer { XCTAssertNoThrow(try FileManager.default.removeItem(at: folder)) }
        for prefix in [["nohup"], []] {
            let devnet = try CommandRun.process(["devnet", "--credentials", folder.path], Self.bareEnvironment)
            let program = Process()
            program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            program.arguments = prefix + [try XCTUnwrap(devnet.executableURL).path] + (devnet.arguments ?? [])
            program.environment = Self.bareEnvironment
            program.standardInput = FileHandle.nullDevice
            let output = Pipe()
            program.standardOutput = output
            program.standardError = FileHandle.nullDevice
            try program.run()
            _ = try XCTUnwrap(try output.fileHandleForReading.read(upToCount: 1))
            let status = try String(contentsOfFile: "/proc/\(program.processIdentifier)/status", encoding: .utf8)
            let ignored = status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }?.split(separator: "\t").last
            let mask = try XCTUnwrap(ignored.flatMap { UInt64($0, radix: 16) })
            XCTAssertEqual(mask & 1 << (UInt64(SIGHUP) - 1) != 0, !prefix.isEmpty)
            kill(program.processIdentifier, prefix.isEmpty ? SIGHUP : SIGTERM)
            program.waitForEnd()
            XCTAssertEqual(program.terminationReason, .exit)
            XCTAssertEqual(program.terminationStatus, 0)
        }
    }

    private static func profiles(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("near-connect-") }
    }

    func testAKilledProgramLeavesNoDisplayServer() throws {
        let program = try CommandRun.process(["demo", "--headless", "--keep-open", "--json"], Self.bareEnvironment)
        let output = Pipe()
        program.standardOutput = output
        program.standardError = FileHandle.nullDevice
        try program.run()
        // The first step's line comes when everything has been started.
        _ = try XCTUnwrap(try output.fileHandleForReading.read(upToCount: 1))
        let keepers = ProcessTree.children(named: "sh", of: program.processIdentifier)
        XCTAssertEqual(keepers.count, 1, "the shell that holds the display server")
        let servers = keepers.flatMap { ProcessTree.children(named: "Xvfb", of: $0) }
        XCTAssertEqual(servers.count, 1)
        kill(program.processIdentifier, SIGKILL)
        program.waitForEnd()
        let limit = Date(timeIntervalSinceNow: 30)
        while servers.contains(where: ProcessTree.isRunning), Date() < limit { sched_yield() }
        for server in servers { XCTAssertFalse(ProcessTree.isRunning(server), "Xvfb \(server) outlived the program") }
    }
}
