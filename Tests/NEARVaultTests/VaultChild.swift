// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import XCTest

/// `near-connect-vault-child`, and a look into its memory.
final class VaultChild {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// The program, beside the tests' own.
    static var executable: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("near-connect-vault-child")
    }

    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        process.executableURL = Self.executable
        process.arguments = arguments
        process.environment = environment
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    func send(_ bytes: [UInt8]) throws { try input.fileHandleForWriting.write(contentsOf: Data(bytes)) }

    /// Waits for a line, which the child writes in one piece; empty if the child ends first.
    func line() -> String {
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        return line.last == "\n" ? String(line.dropLast()) : line
    }

    /// Waits for a line; fails if it is another one, or if the child ends first.
    func expectLine(_ expected: String) throws { XCTAssertEqual(line(), expected) }

    /// Runs `body` while the child is stopped.
    func whileStopped<Value>(_ body: () throws -> Value) rethrows -> Value {
        kill(process.processIdentifier, SIGSTOP)
        defer { kill(process.processIdentifier, SIGCONT) }
        return try body()
    }

    func end() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0)
    }

    /// Returns how often `marker` is in what a core dump of the child would have.
    func countInADump(of marker: [UInt8]) throws -> Int {
        try ProcessMemory(of: process.processIdentifier).counts(of: [marker], asInADump: true)[0]
    }

    /// Returns how often `marker` is in the child's memory.
    func count(of marker: [UInt8]) throws -> Int {
        try ProcessMemory(of: process.processIdentifier).count(of: marker)
    }
}
