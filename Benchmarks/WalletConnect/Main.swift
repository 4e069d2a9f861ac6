// SPDX-License-Identifier: MIT

import ArgumentParser
import GLibRuntime
import ProcessSetup

/// Measures WalletConnect's client, and prints a JSON line for each figure at once.
///
/// Scripts/bench builds it in release mode and runs it.
@main struct Main: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect-bench-walletconnect", abstract: "Measure WalletConnect's client.")

    @Option(help: "Only these: codec, trip, store, lives, idle.")
    var only: [String] = []

    @Option(help: "How many pairs a figure.")
    var pairs = 7

    @Flag(help: .hidden)
    var peers = false

    @Option(help: .hidden)
    var watch: Int32?

    func run() throws {
        if let watch { return try IdleBench.watch(watch) }
        ProgramProcess.prepare()
        try MainActor.assumeIsolated {
            try MainLoop.run { try await peers ? IdleBench.servePeers() : measure() }
        }
    }

    @MainActor
    private func measure() async throws {
        func isWanted(_ name: String) -> Bool { only.isEmpty || only.contains(name) }
        if isWanted("codec") { try await CodecBench(pairs: pairs).measure() }
        if isWanted("trip") { try await TripBench(pairs: pairs).measureTrip() }
        if isWanted("store") { try await TripBench(pairs: pairs).measureStore() }
        if isWanted("lives") { try await LifeBench().measure() }
        if isWanted("idle") { try await IdleBench().measure() }
    }
}
