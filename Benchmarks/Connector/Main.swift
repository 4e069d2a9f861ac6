// SPDX-License-Identifier: MIT

import ArgumentParser
import ConnectorTesting
import Foundation
import GLibRuntime
import GTKToolkit
import ProcessSetup
import WebKitGTK

/// Measures connectors as a native program sees them, and prints a JSON line for each figure at once.
///
/// Scripts/bench builds it in release mode and runs it.
///
/// Each figure is of the embedded connector, with the same figure of the other one from the same run: the reference, or
/// the ES bundle that `--connector` names. The two take turns, burst by burst, so that they share what else the machine
/// does. Times are the whole way from this program to the wallet's frame and back; `connector-trip` says how much of it
/// is no connector's doing. `times_faster` compares medians, `times_faster_mean` means.
@main struct Main: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect-bench-connector", abstract: "Measure the connector against another one.")

    @Option(help: "An ES bundle to compare with, in place of the reference.")
    var connector: String?

    @Option(help: "Only the figures whose name begins so, connector-small for example.")
    var only = ""

    @Flag(help: "Use the display that DISPLAY names, in place of one of its own.")
    var usesDisplay = false

    @Option(help: "How many single calls a figure.")
    var count = 31

    func run() throws {
        ProgramProcess.prepare()
        try MainActor.assumeIsolated {
            let display = usesDisplay ? nil : try VirtualDisplay.replaceEnvironment()
            try GTKDisplay.open()
            try MainLoop.run { try await measure() }
            display?.stop()
        }
    }

    @MainActor
    private func measure() async throws {
        let other = connector.map { TestedConnector.file(URL(fileURLWithPath: $0)) } ?? .reference
        let pair = try await ConnectorPair(other: other, only: only)
        FileHandle.standardError.write(Data("compared with \(other.name)\n".utf8))
        try await pair.use("small")
        try await pair.measure("connector-trip", bursts: count, pace: .single, call: "nothing", bar: .none)
        try await pair.measure("connector-list", bursts: count, pace: .single, call: "list", bar: .limit(20))
        for (size, times) in [("small", 5.0), ("large", 20.0)] {
            try await pair.use(size)
            for method in ["getAccounts", "signMessage"] {
                let metric = "connector-\(size)-\(method)"
                try await pair.measure(metric, bursts: count, pace: .single, call: method, bar: .times(times))
                try await pair.measure(
                    "\(metric)-burst", bursts: max(1, count / 3), pace: .burst, call: method, bar: .times(times))
            }
            // No bar: however fast a frame is made, each of these calls waits for one.
            try await pair.measure(
                "connector-\(size)-sustained", bursts: 2, pace: .sustained, call: "getAccounts", bar: .none)
        }
    }
}
