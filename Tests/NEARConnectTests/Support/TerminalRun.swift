// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import XCTest

/// A command in a terminal of its own, where a user reads questions and types.
final class TerminalRun {
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()
    /// All that stood in the terminal so far, with what was typed and shown.
    private(set) var shown = ""
    private var read = ""

    /// Starts a command.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - environment: Its variables.
    init(_ words: [String], _ environment: [String: String]) throws {
        process = try CommandRun.process([], environment)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/script")
        let command = words.map { "'\($0)'" }.joined(separator: " ")
        process.arguments = ["--quiet", "--return", "--command", command, "/dev/null"]
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        try output.fileHandleForWriting.close()
    }

    /// Waits until the terminal shows something that it hasn't shown before, and returns what stands up to its end.
    @discardableResult
    func wait(for text: String, line: UInt = #line) throws -> String {
        while true {
            if let range = read.range(of: text) {
                defer { read = String(read[range.upperBound...]) }
                return String(read[..<range.upperBound])
            }
            guard try more() else {
                XCTFail("it ended before it said “\(text)”: \(shown)", line: line)
                throw CancellationError()
            }
        }
    }

    /// Types an answer to a question.
    @discardableResult
    func answer(_ question: String, _ text: String, line: UInt = #line) throws -> String {
        let before = try wait(for: question, line: line)
        try input.fileHandleForWriting.write(contentsOf: Data((text + "\n").utf8))
        return before
    }

    /// Reads to the end, and returns the exit status.
    func end() throws -> Int32 {
        while try more() {}
        process.waitForEnd()
        try input.fileHandleForWriting.close()
        return process.terminationStatus
    }

    private func more() throws -> Bool {
        let data = output.fileHandleForReading.availableData
        guard !data.isEmpty else { return false }
        let text = String(decoding: data, as: UTF8.self).replacing("\r", with: "")
        shown += text
        read += text
        return true
    }
}
