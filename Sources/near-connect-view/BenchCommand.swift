// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnect
import NEARConnectCommandLine
import NEARConnectCore
import NEARConnectProgram
import NEARPrimitives
import SafeText

/// The Swift side of `Scripts/bench`, which explains the figures and compares them with a C program.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: localized("Measure the bridge."), shouldDisplay: false,
        subcommands: [Start.self, RoundTrip.self])

    /// Measures from the start of the process to the page's `ready`.
    struct Start: ParsableCommand {
        @Flag(help: help("Print JSON."))
        var json = false

        @Option(help: help("Open this profile as commands do, instead of a fresh one."))
        var profile: String?

        @Option(help: help("The node of the devnet, with --profile."))
        var rpcURL: String?

        func run() throws {
            Diagnostics.start(verbose: false)
            guard let text = ProcessInfo.processInfo.environment["NEAR_CONNECT_BENCH_START"],
                let began = UInt64(text)
            else {
                throw ValidationError(
                    localized("NEAR_CONNECT_BENCH_START must hold CLOCK_MONOTONIC in nanoseconds."))
            }
            try MainActor.assumeIsolated {
                let display = try DisplaySession.start()
                defer { display.stop() }
                let ended = try MainLoop.run {
                    let manager = NEARWalletManager(configuration: try configuration())
                    try await manager.ready()
                    let ended = monotonicNanoseconds()
                    manager.close()
                    return ended
                }
                let milliseconds = Double(ended - began) / 1_000_000
                print(
                    json
                        ? #"{"metric":"start","ms":\#(milliseconds)}"#
                        : localized("start to ready: %1$s ms", "\(milliseconds)"))
            }
        }

        private func configuration() throws -> NEARWalletConfiguration {
            guard let profile else { return benchConfiguration() }
            let network = try NetworkChoice.network("devnet", rpcURLs: rpcURL.map { [$0] } ?? [])
            var configuration = NEARWalletConfiguration(
                network: network, profile: .named(profile), appName: "NEAR Connect")
            configuration.knownNetworks = []
            return configuration
        }
    }

    /// Measures round trips from Swift to the page and back.
    struct RoundTrip: ParsableCommand {
        @Option(help: help("The number of trips to measure."))
        var count = 3000

        @Flag(help: help("Print JSON."))
        var json = false

        private static let unmeasured = 200
        private static let text = "0123456789abcdef0123456789abcdef"

        func run() throws {
            Diagnostics.start(verbose: false)
            try MainActor.assumeIsolated {
                let display = try DisplaySession.start()
                defer { display.stop() }
                let times = try MainLoop.run { try await measure() }.sorted()
                let (median, p99) = (times[times.count / 2], times[min(times.count - 1, times.count * 99 / 100)])
                print(
                    json
                        ? #"{"metric":"round-trip","median_us":\#(median),"p99_us":\#(p99)}"#
                        : localized(
                            "round trip: median %1$s µs, p99 %2$s µs, %3$s trips", "\(median)", "\(p99)", "\(count)"))
            }
        }

        @MainActor
        private func measure() async throws -> [Double] {
            let manager = NEARWalletManager(configuration: benchConfiguration())
            try await manager.ready()
            for _ in 0..<Self.unmeasured { _ = try await manager.echo(Self.text) }
            var times: [Double] = []
            times.reserveCapacity(count)
            for _ in 0..<max(1, count) {
                let start = monotonicNanoseconds()
                _ = try await manager.echo(Self.text)
                times.append(Double(monotonicNanoseconds() - start) / 1000)
            }
            manager.close()
            return times
        }
    }
}

/// Returns a configuration like the C program's: nothing stored, and a sandbox only if both use one.
private func benchConfiguration() -> NEARWalletConfiguration {
    let isSandboxed = ProcessInfo.processInfo.environment["NEAR_CONNECT_BENCH_SANDBOX"] != nil
    return NEARWalletConfiguration(profile: .ephemeral, sandbox: isSandboxed ? .required : .off)
}

/// Returns CLOCK_MONOTONIC in nanoseconds.
private func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
