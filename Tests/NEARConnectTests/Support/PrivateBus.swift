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
    /// True if programs on this bus tell screen readers about their windows.
    private let isRead: Bool
    private let process = Process()
    /// The bus lives as long as this is open.
    private let lifeline = Pipe()

    /// The environment of programs on this bus.
    var environment: [String: String] {
        var environment = Self.environment(root)
        environment["DBUS_SESSION_BUS_ADDRESS"] = address
        // No accessibility bus for each of them.
        if !isRead { environment["NO_AT_BRIDGE"] = "1" }
        return environment
    }

    /// - Parameter services: The services that may be started on it; `nil` for all that the system has.
    init(services: [String]? = nil) throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent("bus-\(UUID().uuidString)")
        isRead = services?.contains(ScreenReader.service) ?? false
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        var options: [String] = []
        if let services { options.append("--config-file=\(try Self.configure(services, in: root))") }
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["dbus-run-session"] + options + [
                "--", "sh", "-c", "echo \"$DBUS_SESSION_BUS_ADDRESS\"; exec cat >/dev/null",
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

    /// Writes a bus's configuration, and returns its path.
    private static func configure(_ services: [String], in root: URL) throws -> String {
        let folder = root.appendingPathComponent("services")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for service in services {
            try FileManager.default.createSymbolicLink(
                atPath: folder.appendingPathComponent("\(service).service").path,
                withDestinationPath: "/usr/share/dbus-1/services/\(service).service")
        }
        let file = root.appendingPathComponent("bus.conf")
        try Data(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type><listen>unix:dir=\(root.path)</listen><auth>EXTERNAL</auth>
              <servicedir>\(folder.path)</servicedir>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
              </policy>
            </busconfig>
            """.utf8
        ).write(to: file)
        return file.path
    }

    func stop() async throws {
        try lifeline.fileHandleForWriting.close()
        while process.isRunning { await MainLoop.turn() }
        try await removeFolder(root)
    }

    private static func environment(_ root: URL) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for name in ["WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "NO_AT_BRIDGE"] { environment[name] = nil }
        for (name, folder) in [("DATA", "data"), ("CACHE", "cache"), ("STATE", "state"), ("CONFIG", "config")] {
            environment["XDG_\(name)_HOME"] = root.appendingPathComponent(folder).path
        }
        // xdg-open's own way of finding programs.
        environment["XDG_CURRENT_DESKTOP"] = "X-Generic"
        // A window on mainnet asks nobody outside of this computer: nothing listens there.
        for name in ["http_proxy", "https_proxy", "HTTPS_PROXY"] { environment[name] = "http://127.0.0.1:1" }
        for name in ["no_proxy", "NO_PROXY"] { environment[name] = "localhost,127.0.0.1,::1" }
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
