// SPDX-License-Identifier: MIT

import BenchFigures
import Foundation
import GLibRuntime
import WalletConnectSign

/// Measures the rest that many sessions and messages leave, and the cost of an idle session.
@MainActor
struct LifeBench {
    private static let messages = 10_000
    private static let lives = 1_000
    private static let watch = Duration.seconds(30)

    /// 10,000 messages, and 1,000 sessions that are settled and ended: memory and descriptors.
    func measure() async throws {
        let bench = try await BenchPhone.start()
        try await live(bench, messages: Self.messages / 10, lives: Self.lives / 10)
        let before = try Self.facts()
        try await live(bench, messages: Self.messages, lives: Self.lives)
        let after = try Self.facts()
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

    /// The times that this process, relay and phone included, is woken up in 30 seconds with an idle session.
    func measureIdle() async throws {
        let bench = try await BenchPhone.start()
        _ = try await bench.connected()
        try await Task.sleep(for: .seconds(2))
        let before = try Self.wakeUps()
        try await Task.sleep(for: Self.watch)
        var figure = Figure("walletconnect-idle", unit: "", .difference, bar: nil)
        figure.pairs = [(try Self.wakeUps(), before)]
        figure.write()
        await bench.stop()
    }

    /// The private memory in KiB and the open descriptors of this process.
    private static func facts() throws -> (memory: Double, descriptors: Double) {
        let text = try String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)
        let dirty = text.split(separator: "\n").filter { $0.hasPrefix("Private_Dirty:") }
            .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Double($0) } }
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        return (dirty.reduce(0, +), Double(descriptors))
    }

    /// The times that all threads of this process have waited.
    private static func wakeUps() throws -> Double {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").reduce(0) { sum, task in
            let text = try String(contentsOfFile: "/proc/self/task/\(task)/status", encoding: .utf8)
            let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return sum + (line?.split(separator: "\t").last.flatMap { Double($0) } ?? 0)
        }
    }
}
