// SPDX-License-Identifier: MIT

import BenchFigures
import Foundation
import GLibRuntime
import Glibc
import NEARConnectPeers
import WalletConnectPlatform
import WalletConnectSign

/// Measures the cost of an idle session, with the relay and the phone in another process.
@MainActor
struct IdleBench {
    private nonisolated static let watch = Duration.seconds(30)

    /// Counts the wake-ups of 30 seconds with an idle session, beside those without one.
    func measure() async throws {
        var figure = Figure("walletconnect-idle", unit: "", .difference, bar: .atMost(4))
        let peers = Process()
        let (input, output) = (Pipe(), Pipe())
        peers.executableURL = URL(fileURLWithPath: "/proc/self/exe")
        peers.arguments = ["--peers"]
        (peers.standardInput, peers.standardOutput) = (input, output)
        try peers.run()
        let address = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let client = try BenchPhone.client(of: address, store: MemorySignStore())
        try await client.start()
        let without = try await Self.wakeUps()
        let attempt = try await client.propose(try BenchPhone.proposal)
        try input.fileHandleForWriting.write(contentsOf: Data("\(attempt.uri.text)\n".utf8))
        _ = try await attempt.session()
        figure.pairs = [(try await Self.wakeUps(), without)]
        figure.write()
        await client.stop()
        try input.fileHandleForWriting.close()
        peers.waitUntilExit()
    }

    /// Runs a relay and a phone that pairs by the link of a line, until standard input ends.
    static func servePeers() async throws {
        let bench = try await BenchPhone.start()
        try FileHandle.standardOutput.write(contentsOf: Data("\(bench.relay.address)\n".utf8))
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        for await line in lines { try await bench.phone.pair(line) }
        await bench.stop()
    }

    /// Counts the wake-ups of this process by another one, while this one waits.
    private static func wakeUps() async throws -> Double {
        // Threads that have nothing left to do end meanwhile.
        try await Task.sleep(for: .seconds(10))
        let watcher = Process()
        let output = Pipe()
        watcher.executableURL = URL(fileURLWithPath: "/proc/self/exe")
        watcher.arguments = ["--watch", "\(getpid())"]
        watcher.standardOutput = output
        try watcher.run()
        let text = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let line = output.fileHandleForReading.availableData
                continuation.resume(returning: String(decoding: line, as: UTF8.self))
            }
        }
        watcher.waitUntilExit()
        guard let count = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw BenchError("nobody has counted the wake-ups")
        }
        return count
    }

    /// Prints the number of times that a process woke up in 30 seconds.
    ///
    /// All that its threads do within 20 milliseconds counts once.
    nonisolated static func watch(_ process: Int32) throws {
        var count = 0
        var quiet = 0
        var last = try runs(of: process)
        let end = ContinuousClock.now + watch
        while ContinuousClock.now < end {
            usleep(5_000)
            let now = try runs(of: process)
            if now == last {
                quiet += 1
            } else {
                if quiet >= 4 { count += 1 }
                quiet = 0
            }
            last = now
        }
        print(count)
    }

    /// The number of times that each thread of a process was given a processor.
    private nonisolated static func runs(of process: Int32) throws -> [String: String] {
        var runs: [String: String] = [:]
        for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task") {
            do {
                let path = "/proc/\(process)/task/\(thread)/schedstat"
                let facts = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
                runs[thread] = facts.last.map(String.init)
            } catch {
                // It has ended meanwhile.
            }
        }
        return runs
    }
}
