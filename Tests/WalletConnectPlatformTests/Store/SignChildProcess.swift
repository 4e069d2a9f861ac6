// SPDX-License-Identifier: MIT

import Foundation

/// `near-connect-sign-child`, which stands beside the tests' own program.
final class SignChildProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(_ arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("near-connect-sign-child")
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    var pid: Int32 { process.processIdentifier }

    /// Waits for a line that begins so.
    func waitForOutput(_ start: String) throws {
        var said = ""
        while !said.hasPrefix(start) {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw CocoaError(.fileReadUnknown) }
            said += String(decoding: more, as: UTF8.self)
        }
    }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Waits for the end.
    ///
    /// - Returns: The lines that the child has said, and the signal that ended it or 0.
    func end() throws -> (lines: [String], signal: Int32) {
        try input.fileHandleForWriting.close()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (
            String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init),
            process.terminationReason == .uncaughtSignal ? process.terminationStatus : 0
        )
    }
}
