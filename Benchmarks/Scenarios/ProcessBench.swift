// SPDX-License-Identifier: MIT

import BenchFigures
import Foundation
import Glibc
import NEARConnectCore
import ProcessSetup

/// Runs of the whole program: one process for many scenarios, a process for each, and machines that share a suite.
@MainActor
struct ProcessBench {
    let folder: URL
    /// The folder with the programs.
    let programs: URL
    let pairs: Int

    private static let count = 40

    /// Compares one process with a process for each scenario, in scenarios a minute.
    func measureProcesses() async throws {
        var figure = Figure("scenarios-a-minute", unit: "1/min", .ratio, bar: .atLeast(2.5))
        let all = try BenchScenario.file(in: folder, count: Self.count)
        for pair in -1..<pairs {
            let one = try await milliseconds { try await run([all.path]) }
            let single = try BenchScenario.file(in: folder, count: 1)
            let each = try await milliseconds {
                for _ in 0..<(Self.count / 4) { try await run([single.path]) }
            }
            guard pair >= 0 else { continue }
            figure.pairs.append((60_000 * Double(Self.count) / one.time, 60_000 * Double(Self.count / 4) / each.time))
        }
        figure.write()
    }

    /// Compares two shards at the same time with one run of all, in scenarios a minute.
    ///
    /// Shards are for machines: each run has one core of its own. Without that, one run keeps all that two cores have
    /// busy, since the next page loads while a scenario runs; `shards-unbound` says what is left to gain then.
    func measureShards() async throws {
        try await measureShards("shards", cores: ["0", "1"], bar: .atLeast(1.4))
        try await measureShards("shards-unbound", cores: ["0,1", "0,1"], bar: nil)
    }

    private func measureShards(_ name: String, cores: [String], bar: Figure.Bar?) async throws {
        var figure = Figure(name, unit: "1/min", .ratio, bar: bar)
        let all = try BenchScenario.file(in: folder, count: Self.count)
        var busy: [Double] = []
        for pair in -1..<pairs {
            let before = Self.processorTime()
            let one = try await milliseconds { try await run([all.path], on: cores[0]) }
            let used = Self.processorTime() - before
            let two = try await milliseconds {
                async let first: Void = run([all.path, "--shard", "1/2"], on: cores[0])
                async let second: Void = run([all.path, "--shard", "2/2"], on: cores[1])
                _ = try await (first, second)
            }
            guard pair >= 0 else { continue }
            let scenarios = 60_000 * Double(Self.count)
            figure.pairs.append((scenarios / two.time, scenarios / one.time))
            busy.append(used / one.time)
        }
        figure.notes = [
            ("busy_cores_of_one", Figure.median(busy)), ("cores", Double(sysconf(Int32(_SC_NPROCESSORS_ONLN)))),
        ]
        figure.write()
    }

    /// Runs scenarios in the bench's display: one of their own would cost a process for each scenario the most.
    ///
    /// - Parameters:
    ///   - arguments: What is run.
    ///   - cores: The cores that it may use, as taskset takes them; `nil` for all.
    private func run(_ arguments: [String], on cores: String? = nil) async throws {
        let program = try ChildProgram(
            (cores.map { ["/usr/bin/taskset", "--cpu-list", $0] } ?? []) + [
                programs.appending(path: "near-connect").path, "run", "--results", folder.path,
            ] + arguments)
        let status = await program.ended()
        guard status == 0 else { throw BenchError("a run ended with exit code \(status)") }
    }

    /// Returns the processor's time that ended processes below this one have used, in milliseconds.
    private static func processorTime() -> Double {
        var usage = rusage()
        getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        func milliseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1_000 + Double(time.tv_usec) / 1_000 }
        return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
    }
}
