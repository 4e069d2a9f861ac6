// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import XCTest

/// gnome-keyring on a bus of a test's own, which the test ends and starts again.
@MainActor
final class TestKeyring {
    let bus: PrivateBus
    private var process: Process?

    /// - Parameter bus: The bus that it serves, and which ends with it; `nil` for a new one.
    init(on bus: PrivateBus? = nil) throws { self.bus = try bus ?? PrivateBus(services: []) }

    /// Starts it, with its keyring unlocked or not, and waits until it answers.
    ///
    /// - Parameter name: The folder of its keyrings within the bus's; `nil` for the usual one.
    func start(unlocked: Bool = true, keyrings name: String? = nil) async throws {
        let process = Process()
        let input = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/gnome-keyring-daemon")
        process.arguments = (unlocked ? ["--unlock"] : []) + ["--foreground", "--components=secrets"]
        process.environment = bus.environment
        // Its control socket, which would be another daemon's.
        process.environment?["XDG_RUNTIME_DIR"] = bus.root.path
        process.environment?["HOME"] = bus.root.path
        if let name {
            let data = bus.root.appending(path: name)
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
            process.environment?["XDG_DATA_HOME"] = data.path
        }
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data("correct horse".utf8))
        try input.fileHandleForWriting.close()
        self.process = process
        try await untilNamed(true)
    }

    /// Kills it, and waits until the bus has seen it.
    func kill() async throws {
        let process = try XCTUnwrap(process)
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitForEnd()
        self.process = nil
        try await untilNamed(false)
    }

    func stop() async throws {
        if process != nil { try await kill() }
        try await bus.stop()
    }

    private func untilNamed(_ isThere: Bool) async throws {
        let connection = try await SessionBus.connect(environment: bus.environment)
        while try await connection.names().contains("org.freedesktop.secrets") != isThere { await MainLoop.turn() }
    }
}
