// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARPrimitives
import XCTest

/// One run of the program, as a user or a pipeline starts it, with its result.
struct CommandRun {
    let status: Int32
    let output: String
    let errors: String

    /// The program that was built together with these tests.
    static func executable() throws -> URL {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let program = folder.appendingPathComponent("near-connect")
        try XCTSkipUnless(
            FileManager.default.isExecutableFile(atPath: program.path), "near-connect was not built with the tests")
        return program
    }

    /// The program, ready to be started, with nothing to read.
    static func process(_ arguments: [String], _ environment: [String: String]) throws -> Process {
        let process = Process()
        process.executableURL = try executable()
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        return process
    }

    /// Runs the program, or another one, to its end.
    ///
    /// - Parameter limit: The seconds after which it is ended by force.
    static func run(
        _ arguments: [String], _ environment: [String: String], program: URL? = nil, limit: Double = 60
    ) throws -> CommandRun {
        let process = try process(arguments, environment)
        if let program { process.executableURL = program }
        return try run(process, limit: limit)
    }

    /// Runs a shell's command with `argument` as its `$1`, and returns its status.
    static func shell(_ command: String, _ argument: String) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command, "sh", argument]
        try process.run()
        process.waitForEnd()
        return process.terminationStatus
    }

    /// Runs `process`, which isn't started yet, to its end.
    static func run(_ process: Process, limit: Double = 60) throws -> CommandRun {
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let (printed, said) = (PrintedText(output), PrintedText(errors))
        process.waitForEnd(limit: limit)
        return CommandRun(status: process.terminationStatus, output: try printed.text(), errors: try said.text())
    }

    /// Returns the values that it printed, one a line.
    func json() throws -> [JSONValue] {
        try output.split(separator: "\n").map { try JSONValue.parse(String($0)) }
    }
}
