// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

/// The program, running a devnet.
struct DevnetProgram: Sendable {
    let url: URL
    private let process: Process

    /// Starts the program and waits until it says where it is.
    init(state: URL, _ arguments: [String] = []) async throws {
        let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let process = Process()
        process.executableURL = URL(filePath: test).deletingLastPathComponent().appending(path: "near-connect")
        process.arguments = ["devnet", "--state", state.path] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
        url = try await Self.address(output.fileHandleForReading)
    }

    /// Kills the program `delay` after `reached` has ended.
    func kill(once reached: AsyncStream<Void>, after delay: Duration) async throws {
        for await _ in reached {}
        try await Task.sleep(for: delay)
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private static func address(_ output: FileHandle) async throws -> URL {
        let bytes = AsyncStream<Data> { continuation in
            output.readabilityHandler = { handle in
                let data = handle.availableData
                if data.isEmpty { continuation.finish() } else { continuation.yield(data) }
            }
        }
        defer { output.readabilityHandler = nil }
        var text = ""
        for await data in bytes {
            text += String(decoding: data, as: UTF8.self)
            for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            where line.hasPrefix("RPC") {
                return try #require(URL(string: line.dropFirst(3).trimmingCharacters(in: .whitespaces)))
            }
        }
        throw NoAddress(text: text)
    }

    struct NoAddress: Error {
        let text: String
    }
}
