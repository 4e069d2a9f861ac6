// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A script beside this file, run with the clients that `Scripts/python/clients.sh` installs.
enum ClientScript {
    private static let python = ProcessInfo.processInfo.environment["NEAR_CONNECT_PYTHON"]

    /// True where there is a Python that has the clients.
    static var isPossible: Bool { python != nil }

    /// The reason why tests with clients are skipped.
    static let reason: Comment = "NEAR_CONNECT_PYTHON names no Python with Scripts/python/clients.txt"

    /// Runs a script, which must end well.
    ///
    /// - Returns: The last line that it printed.
    static func run(_ script: String, _ arguments: [String]) async throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(filePath: try #require(python))
        process.arguments = [folder.appending(path: script).path] + arguments
        // Nothing but the devnet is asked, whatever the user has set for a proxy or for these clients.
        process.environment = ProcessInfo.processInfo.environment.filter {
            !$0.key.uppercased().hasSuffix("_PROXY") && !$0.key.hasPrefix("NEAR_")
        }
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        async let said = text(output)
        async let complaints = text(errors)
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
        let (text, reasons) = try await (said, complaints)
        try #require(status == 0, "\(text.suffix(2_000))\n\(reasons.suffix(4_000))")
        return text.split(separator: "\n").last.map(String.init) ?? ""
    }

    private static func text(_ pipe: Pipe) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try pipe.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) } ?? ""
                    })
            }
        }
    }
}
