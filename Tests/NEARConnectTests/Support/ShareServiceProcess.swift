// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import MainLoopTesting
import NEARPrimitives
import XCTest

/// `near-connect shares serve`, started.
struct ShareServiceProcess {
    let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    let issuer: String
    let service: String

    /// - Parameter options: Further options of the command.
    init(_ options: [String] = []) throws {
        process.executableURL = try CommandRun.executable()
        process.arguments = ["shares", "serve", "--json"] + options
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let ready = try Self.line(output)
        (issuer, service) = (
            try XCTUnwrap(ready["issuer"]?.stringValue), try XCTUnwrap(ready["service"]?.stringValue)
        )
    }

    private static func line(_ output: Pipe) throws -> JSONValue {
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
            line.append(byte)
        }
        let run = CommandRun(status: 0, output: String(decoding: line, as: UTF8.self), errors: "")
        return try XCTUnwrap(try AnswerSchema.check(run, of: "shares serve").first)
    }

    /// Tells it something, and returns its answer.
    func tell(_ text: String) throws -> JSONValue {
        try input.fileHandleForWriting.write(contentsOf: Data((text + "\n").utf8))
        return try Self.line(output)
    }

    func stop() throws {
        try input.fileHandleForWriting.close()
        process.waitForEnd()
    }
}
