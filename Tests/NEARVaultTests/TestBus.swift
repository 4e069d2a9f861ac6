// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import XCTest

/// A session bus of a test's own, and the keyrings that run on it.
///
/// The bus knows only the services that the test gives it.
///
/// Nothing of the user's session is reached: home, data and runtime folders are thrown away with the bus.
@MainActor
final class TestBus {
    let root: URL
    private(set) var environment: [String: String]
    private let bus = Process()
    /// The bus lives as long as this is open.
    private let lifeline = Pipe()
    private var keyring: Process?

    /// Starts a bus.
    ///
    /// - Parameter startsKeyring: Whether the bus may start gnome-keyring by itself, locked, when it is asked for.
    init(startsKeyring: Bool = false) throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent("vault-bus-\(UUID().uuidString)")
        environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": root.path,
            "XDG_DATA_HOME": "\(root.path)/data", "XDG_CACHE_HOME": "\(root.path)/cache",
            "XDG_CONFIG_HOME": "\(root.path)/config", "XDG_RUNTIME_DIR": "\(root.path)/run",
        ]
        for folder in ["data", "cache", "config", "run", "services"] {
            try FileManager.default.createDirectory(
                at: root.appendingPathComponent(folder), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        if startsKeyring {
            try write(
                """
                [D-BUS Service]
                Name=org.freedesktop.secrets
                Exec=/usr/bin/gnome-keyring-daemon --start --foreground --components=secrets
                """, to: "services/org.freedesktop.secrets.service")
        }
        try write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type><listen>unix:dir=\(root.path)/run</listen><auth>EXTERNAL</auth>
              <servicedir>\(root.path)/services</servicedir>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
              </policy>
            </busconfig>
            """, to: "bus.conf")
        let output = Pipe()
        bus.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        bus.arguments = [
            "dbus-run-session", "--config-file=\(root.path)/bus.conf", "--", "sh", "-c",
            "echo \"$DBUS_SESSION_BUS_ADDRESS\"; exec cat >/dev/null",
        ]
        bus.environment = environment
        bus.standardInput = lifeline
        XCTAssertEqual(fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC), 0)
        bus.standardOutput = output
        bus.standardError = FileHandle.nullDevice
        try bus.run()
        let line = try XCTUnwrap(String(data: output.fileHandleForReading.availableData, encoding: .utf8))
        environment["DBUS_SESSION_BUS_ADDRESS"] = line.trimmingCharacters(in: .whitespacesAndNewlines)
        XCTAssertTrue(line.hasPrefix("unix:"), line)
    }

    private func write(_ text: String, to name: String) throws {
        try Data("\(text)\n".utf8).write(to: root.appendingPathComponent(name))
    }

    /// Starts gnome-keyring with its `login` keyring unlocked, and waits until it answers.
    func startUnlockedKeyring() async throws {
        try await startKeyring(["--unlock"])
    }

    /// Starts gnome-keyring with its keyrings locked, and waits until it answers.
    func startLockedKeyring() async throws {
        try await startKeyring([])
    }

    private func startKeyring(_ arguments: [String]) async throws {
        let process = Process()
        let input = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/gnome-keyring-daemon")
        process.arguments = arguments + ["--foreground", "--components=secrets"]
        process.environment = environment
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data("correct horse".utf8))
        try input.fileHandleForWriting.close()
        keyring = process
        let connection = try await SessionBus.connect(environment: environment)
        try await waitUntil("the keyring's name on the bus") {
            try await connection.names().contains("org.freedesktop.secrets")
        }
    }

    /// Sends a signal to the keyring that this test started.
    func signalKeyring(_ number: Int32) throws {
        XCTAssertEqual(kill(try XCTUnwrap(keyring).processIdentifier, number), 0)
    }

    /// Ends the keyring that this test started, and waits until the bus has seen it.
    func endKeyring(_ number: Int32 = SIGTERM) async throws {
        let process = try XCTUnwrap(keyring)
        try signalKeyring(number)
        keyring = nil
        try await waitUntil("the keyring's end") { !process.isRunning }
        let connection = try await SessionBus.connect(environment: environment)
        try await waitUntil("the bus to notice") { try await !connection.names().contains("org.freedesktop.secrets") }
    }

    /// Ends the bus, as a crash of it would; a keyring ends with it.
    func endBus() async throws {
        try lifeline.fileHandleForWriting.close()
        if let keyring {
            self.keyring = nil
            try await waitUntil("the keyring's end") { !keyring.isRunning }
        }
        try await waitUntil("the bus's end") { !self.bus.isRunning }
    }

    /// Ends all that was started, and removes the folders.
    func stop() async throws {
        if keyring != nil {
            try signalKeyring(SIGCONT)
            try await endKeyring(SIGKILL)
        }
        if bus.isRunning { try await endBus() }
        try FileManager.default.removeItem(at: root)
    }

    /// Waits, turn by turn of the main loop, until a condition holds; fails after thirty seconds.
    func waitUntil(_ what: String, _ condition: @MainActor () async throws -> Bool) async throws {
        let limit = ContinuousClock.now + .seconds(30)
        while try await !condition() {
            guard ContinuousClock.now < limit else { throw TestBusError(description: "waited in vain for \(what)") }
            await MainLoop.turn()
        }
    }
}

/// A test's own failure.
struct TestBusError: Error, CustomStringConvertible {
    let description: String
}
