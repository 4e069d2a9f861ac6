// SPDX-License-Identifier: MIT

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

    private static let count = 20

    /// Compares one process with a process for each scenario, in scenarios a minute.
    func measureProcesses() async throws {
        var figure = Figure("scenarios-a-minute", unit: "1/min", .ratio, bar: .atLeast(2.5))
        let all = try BenchScenario.file(in: folder, count: Self.count)
        for pair in -1..<pairs {
            let one = try await milliseconds { try await run([all.path]) }
            let single = try BenchScenario.file(in: folder, count: 1)
            let each = try await milliseconds {
                for _ in 0..<(Self.count / 2) { try await run([single.path]) }
            }
            guard pair >= 0 else { continue }
            figure.pairs.append((60_000 * Double(Self.count) / one.time, 60_000 * Double(Self.count / 2) / each.time))
        }
        figure.write()
    }

    /// Compares two shards at the same time with one run of all, in scenarios a minute.
    func measureShards() async throws {
        var figure = Figure("shards", unit: "1/min", .ratio, bar: .atLeast(1.4))
        let all = try BenchScenario.file(in: folder, count: Self.count * 2)
        var busy: [Double] = []
        for pair in -1..<pairs {
            let before = Self.processorTime()
            let one = try await milliseconds { try await run([all.path]) }
            let used = Self.processorTime() - before
            let two = try await milliseconds {
                async let first: Void = run([all.path, "--shard", "1/2"])
                async let second: Void = run([all.path, "--shard", "2/2"])
                _ = try await (first, second)
            }
            guard pair >= 0 else { continue }
            let scenarios = 60_000 * Double(Self.count * 2)
            figure.pairs.append((scenarios / two.time, scenarios / one.time))
            busy.append(used / one.time)
        }
        figure.notes = [
            ("busy_cores_of_one", Figure.median(busy)), ("cores", Double(sysconf(Int32(_SC_NPROCESSORS_ONLN)))),
        ]
        figure.write()
    }

    /// Runs scenarios in the bench's display: one of their own would cost a process for each scenario the most.
    private func run(_ arguments: [String]) async throws {
        let program = try ChildProgram(
            [programs.appending(path: "near-connect").path, "run", "--results", folder.path] + arguments)
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
