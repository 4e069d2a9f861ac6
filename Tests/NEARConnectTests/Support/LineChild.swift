// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARPrimitives

/// A program that goes on, read line by line.
final class LineChild: Sendable {
    private let process: Process
    private let lines: AsyncStream<String>

    /// Starts `near-connect walletconnect`.
    convenience init(walletConnect arguments: [String], _ environment: [String: String]) throws {
        try self.init(try CommandRun.process(["walletconnect"] + arguments, environment))
    }

    /// Starts a program.
    init(_ process: Process) throws {
        self.process = process
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        Thread.detachNewThread {
            var line: [UInt8] = []
            var byte: UInt8 = 0
            while read(output.fileHandleForReading.fileDescriptor, &byte, 1) == 1 {
                if byte == UInt8(ascii: "\n") {
                    continuation.yield(String(decoding: line, as: UTF8.self))
                    line = []
                } else {
                    line.append(byte)
                }
            }
            continuation.finish()
        }
    }

    /// Returns the next line that `matches`.
    func next(where matches: @Sendable (JSONValue) -> Bool = { _ in true }) async throws -> JSONValue {
        for await line in lines {
            let json = try JSONValue.parse(line)
            if matches(json) { return json }
        }
        throw CocoaError(.fileReadUnknown)
    }

    /// Returns the next line, whatever it is; `nil` once there is none.
    func nextLine() async -> String? {
        for await line in lines { return line }
        return nil
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    func interrupt() -> Int32 {
        kill(process.processIdentifier, SIGINT)
        process.waitForEnd()
        return process.terminationStatus
    }

    func end() -> Int32 {
        process.waitForEnd()
        return process.terminationStatus
    }
}

extension CommandRun {
    /// Runs `near-connect walletconnect` on a thread that may wait for it, while the relay answers.
    static func walletConnect(_ arguments: [String], _ environment: [String: String]) async throws -> CommandRun {
        try await inBackground(["walletconnect"] + arguments, environment)
    }

    /// Runs the program on a thread that may wait for it, while this process goes on.
    static func inBackground(_ arguments: [String], _ environment: [String: String]) async throws -> CommandRun {
        try await inBackground(try process(arguments, environment))
    }

    /// Runs a process, which isn't started yet, on a thread that may wait for it.
    static func inBackground(_ process: Process) async throws -> CommandRun {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try CommandRun.run(process) }) }
        }
    }
}
