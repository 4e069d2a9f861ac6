// SPDX-License-Identifier: MIT

import ArgumentParser
import ConnectorTesting
import Foundation
import GLibRuntime
import WebKitGTK

/// Measures connectors as a native program sees them, and prints a JSON line a figure; Scripts/bench builds it in release mode and
/// runs it.
///
/// Each figure is of the embedded connector, with the same figure of the other one from the same run: the reference, or the ES bundle
/// that `--connector` names. The two take turns, call by call, so that they share what else the machine does. `times_faster` compares
/// the medians without `trip`, the way from this program to the page and back, which is measured in the same run.
@main struct Main: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near-connect-bench-connector", abstract: "Measure the connector against another one.")

    @Option(help: "An ES bundle to compare with, in place of the reference.")
    var connector: String?

    @Option(help: "How many calls a figure.")
    var count = 40

    func run() throws {
        try MainActor.assumeIsolated {
            let display = try VirtualDisplay.replaceEnvironment()
            try GTKToolkit.start()
            try MainLoop.run { try await measure() }
            display.stop()
        }
    }

    @MainActor
    private func measure() async throws {
        let other = connector.map { ConnectorSource.file(URL(fileURLWithPath: $0)) } ?? .reference
        let pair = try await ConnectorPair(other: other)
        FileHandle.standardError.write(Data("compared with \(other.name)\n".utf8))
        try await pair.use("small")
        try await pair.measureTrip(calls: count)
        try await pair.measure("connector-list", calls: count, call: "list", bar: nil).print(limit: 20)
        for (size, bar) in [("small", 5.0), ("large", 20.0)] {
            try await pair.use(size)
            for method in ["getAccounts", "signMessage"] {
                // A person's pace: the wallet has been left alone for a moment.
                try await pair.measure(
                    "connector-\(size)-\(method)", calls: count, pause: .milliseconds(300), call: method, bar: bar
                ).print()
            }
            // Two calls, one right after the other, and many: there is no bar for these, and upstream's figure is the same as above.
            try await pair.measure(
                "connector-\(size)-pairs", calls: count, burst: 2, pause: .milliseconds(300), call: "getAccounts",
                bar: nil
            ).print()
            try await pair.measure(
                "connector-\(size)-back-to-back", calls: max(1, count / 10), burst: 20, pause: .milliseconds(300),
                call: "getAccounts", bar: nil
            ).print()
        }
    }
}
