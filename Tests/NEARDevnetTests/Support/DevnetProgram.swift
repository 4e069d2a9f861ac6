// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

/// The program, running a devnet.
struct DevnetProgram: Sendable {
    let url: URL
    let process: Process

    /// Starts the program and waits until it says where it is.
    init(state: URL, _ arguments: [String] = [], standardError: Pipe? = nil) async throws {
        try await self.init(in: state, ["--state", state.path] + arguments, standardError: standardError)
    }

    /// Starts the program in a folder, with variables besides this process's.
    init(
        in folder: URL, _ arguments: [String], environment: [String: String] = [:], standardError: Pipe? = nil
    ) async throws {
        let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let process = Process()
        process.executableURL = URL(filePath: test).deletingLastPathComponent().appending(path: "near-connect")
        // What the program sets by itself, the test's process has set for itself.
        process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "JSC_maxNumWasmFastMemories" }
            .merging(environment) { $1 }
        process.arguments = ["devnet"] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = standardError ?? FileHandle.nullDevice
        // Where the system keeps core files, one goes where the test's files go.
        process.currentDirectoryURL = folder
        try Self.unblockingSignals { try process.run() }
        self.process = process
        url = try await Self.address(output.fileHandleForReading)
    }

    /// Kills the program `delay` after `reached` has ended.
    func kill(once reached: AsyncStream<Void>, after delay: Duration) async throws {
        for await _ in reached {}
        try await Task.sleep(for: delay)
        kill()
    }

    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Runs `body` while this thread blocks no signals, since a program inherits its starter's signal mask.
    ///
    /// libdispatch's threads block nearly all, a shell blocks none.
    private static func unblockingSignals(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
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
        throw NoAddressError(text: text)
    }

    struct NoAddressError: Error {
        let text: String
    }
}
