// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import Glibc
import MainLoopTesting
import XCTest

/// A session bus of a test's own, under `dbus-run-session`, with folders of its own for whatever starts on it.
@MainActor
final class PrivateBus {
    let root: URL
    let address: String
    private let process = Process()
    /// The bus lives as long as this is open.
    private let lifeline = Pipe()

    /// The environment of programs on this bus.
    var environment: [String: String] { Self.environment(root).merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 } }

    init() throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent("bus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "dbus-run-session", "--", "sh", "-c", "echo \"$DBUS_SESSION_BUS_ADDRESS\"; exec cat >/dev/null",
        ]
        process.environment = Self.environment(root)
        process.standardInput = lifeline
        // Other children, web processes among them, must not hold it.
        XCTAssertEqual(fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC), 0)
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = try XCTUnwrap(String(data: output.fileHandleForReading.availableData, encoding: .utf8))
        address = line.trimmingCharacters(in: .whitespacesAndNewlines)
        XCTAssertTrue(address.hasPrefix("unix:"), address)
    }

    func stop() async throws {
        try lifeline.fileHandleForWriting.close()
        while process.isRunning { await MainLoop.turn() }
        try await removeFolder(root)
    }

    private static func environment(_ root: URL) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for name in ["WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"] { environment[name] = nil }
        for (name, folder) in [("DATA", "data"), ("CACHE", "cache"), ("STATE", "state"), ("CONFIG", "config")] {
            environment["XDG_\(name)_HOME"] = root.appendingPathComponent(folder).path
        }
        // No accessibility bus for each of them, and xdg-open's own way of finding programs.
        environment["NO_AT_BRIDGE"] = "1"
        environment["XDG_CURRENT_DESKTOP"] = "X-Generic"
        return environment
    }

    /// A program's exit status and output.
    struct Run {
        let status: Int32
        let errors: String
    }

    /// Starts a program on this bus.
    func start(_ program: URL, _ arguments: [String], errors: Pipe? = nil) throws -> Process {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors ?? FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Runs a program on this bus to its end, while the main loop turns.
    ///
    /// Its output must fit into a pipe's buffer. After thirty seconds it is killed, which its status says.
    func run(_ program: URL, _ arguments: [String]) async throws -> Run {
        let errors = Pipe()
        let process = try start(program, arguments, errors: errors)
        let limit = ContinuousClock.now + .seconds(30)
        while process.isRunning {
            if ContinuousClock.now > limit { kill(process.processIdentifier, SIGKILL) }
            await MainLoop.turn()
        }
        return Run(
            status: process.terminationStatus,
            errors: String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self))
    }
}
