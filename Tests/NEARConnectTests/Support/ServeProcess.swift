// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARPrimitives
import TestSupport
import XCTest

@testable import NEARConnectCore

/// `near-connect serve` with clients that send any bytes, over a socket or its standard streams.
@MainActor
final class ServeProcess {
    /// The socket that it listens at.
    let path: String
    private let process: Process
    private let child: LineChild?

    /// Starts it with a socket, and waits until it listens.
    init(listening scene: SigningScene) async throws {
        path = scene.root.appending(path: "run/wallet").path
        process = try CommandRun.process(
            ["serve", "--socket", path] + scene.address, ServeHelper.environment(scene, display: nil))
        let child = try LineChild(process)
        self.child = child
        let printed = await child.nextLine()
        XCTAssertEqual(printed, path)
    }

    /// Starts it over standard streams, which are one socket here.
    init(over scene: SigningScene) throws {
        path = ""
        process = try CommandRun.process(["serve"] + scene.address, ServeHelper.environment(scene, display: nil))
        child = nil
    }

    /// Starts the program on one end of a socket, and returns the client at the other.
    func startOverStreams() throws -> RawLocalClient {
        var ends: [CInt] = [-1, -1]
        XCTAssertEqual(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends), 0)
        let handle = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        (process.standardInput, process.standardOutput, process.standardError) = (handle, handle, FileHandle.nullDevice)
        try process.run()
        try handle.close()
        return RawLocalClient(owning: ends[0])
    }

    /// The bytes that its process has in memory.
    func residentByteCount() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = try XCTUnwrap(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try XCTUnwrap(Int(line.split(separator: " ").dropLast().last ?? "")) * 1024
    }

    /// The number of its open descriptors.
    func descriptorCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd").count
    }

    /// Ends it as a user does, and returns the exit code.
    func interrupt() -> Int32 {
        kill(process.processIdentifier, SIGINT)
        return end()
    }

    /// Returns the exit code once it has ended.
    func end() -> Int32 {
        process.waitForEnd()
        return process.terminationStatus
    }
}
