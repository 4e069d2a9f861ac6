// SPDX-License-Identifier: MIT

import BenchFigures
import Foundation
import GLibRuntime
import WalletConnectSign

/// Measures the rest that many sessions and messages leave.
@MainActor
struct LifeBench {
    private static let messages = 10_000
    private static let lives = 1_000

    /// 10,000 messages, and 1,000 sessions that are settled and ended: memory and descriptors.
    func measure() async throws {
        let bench = try await BenchPhone.start()
        // The memory of messages, by which none counts twice, is full afterwards.
        try await live(bench, messages: Self.messages / 2, lives: Self.lives / 2)
        let before = try await Self.facts()
        try await live(bench, messages: Self.messages, lives: Self.lives)
        let after = try await Self.facts()
        var memory = Figure("walletconnect-lives-memory", unit: "KiB", .difference, bar: .atMost(2_048))
        memory.pairs = [(after.memory, before.memory)]
        memory.write()
        var descriptors = Figure("walletconnect-lives-descriptors", unit: "", .difference, bar: .atMost(0))
        descriptors.pairs = [(after.descriptors, before.descriptors)]
        descriptors.write()
        await bench.stop()
    }

    private func live(_ bench: BenchPhone, messages: Int, lives: Int) async throws {
        let session = try await bench.connected()
        for _ in 0..<messages { try await bench.ask(session) }
        await bench.client.disconnect(session.topic)
        for _ in 0..<lives {
            let session = try await bench.connected()
            await bench.client.disconnect(session.topic)
        }
        guard await bench.client.allIsSent(within: .seconds(30)) else { throw BenchError("the relay doesn’t answer") }
    }

    /// The private memory in KiB and the open descriptors of this process.
    ///
    /// Connections that are being closed count for some moments: the fewest descriptors of two seconds are told.
    private static func facts() async throws -> (memory: Double, descriptors: Double) {
        let text = try String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)
        let dirty = text.split(separator: "\n").filter { $0.hasPrefix("Private_Dirty:") }
            .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Double($0) } }
        var descriptors = Int.max
        for _ in 0..<20 {
            descriptors = min(descriptors, try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count)
            try await Task.sleep(for: .milliseconds(100))
        }
        return (dirty.reduce(0, +), Double(descriptors))
    }
}
