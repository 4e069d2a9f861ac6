// SPDX-License-Identifier: MIT

import ArgumentParser
import GLibRuntime
import Logging
import NEARConnect
import NEARConnectCore
import NEARConnectLocal
import NEARConnectProgram
import NEARConnectTestKit
import NEARDevnet
import WebKitGTK

/// Measures the wallet in dApps' pages, and prints a JSON line for each figure at once.
///
/// Scripts/bench builds it in release mode and runs it.
@main struct Main: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect-bench-dapps", abstract: "Measure the wallet in dApps' pages.")

    @Option(help: "Only these: loads, trips, sends, flood.")
    var only: [String] = []

    @Option(help: "How many pairs a figure.")
    var pairs = 15

    @Option(help: "How many loads a side.")
    var loads = 300

    func run() throws {
        ProgramProcess.prepare()
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = .error
            return handler
        }
        try MainActor.assumeIsolated {
            let display = try DisplaySession.start(.virtual)
            defer { display.stop() }
            try MainLoop.run { try await measure() }
        }
    }

    @MainActor
    private func measure() async throws {
        let site = try await BenchSite.start()
        let environment = try await DAppTestEnvironment.start(
            accounts: ["alice.test.near", "bob.test.near", "carol.test.near"], policy: try Self.policy(for: site),
            keysOf: 1, pageNetwork: nil)
        let filter = try await ContentFilter.forLocalNetwork(in: nil, logger: Logger(label: "bench"))
        func isWanted(_ name: String) -> Bool { only.isEmpty || only.contains(name) }
        if isWanted("loads") {
            try await LoadBench(environment: environment, site: site, filter: filter, loads: loads).measure()
        }
        if isWanted("trips") {
            try await TripBench(environment: environment, site: site, filter: filter, pairs: pairs).measure()
        }
        if isWanted("sends") { try await SendBench(environment: environment, site: site, pairs: pairs).measure() }
        if isWanted("flood") { try await FloodBench(environment: environment, site: site, pairs: pairs).measure() }
        await site.stop()
        try await environment.stop()
    }

    /// Returns a policy that approves all that the site's pages ask for.
    @MainActor
    private static func policy(for site: WalletSite) throws -> ApprovalPolicy {
        guard let frame = DAppFrame(origin: site.origin) else { throw ValidationError("\(site.origin) is no origin") }
        var rule = WalletTestEnvironment.permissiveRule(on: "devnet")
        rule.askers = [.dApp(frame)]
        return .allow(rule)
    }
}
