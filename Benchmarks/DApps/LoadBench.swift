// SPDX-License-Identifier: MIT

import BenchFigures
import NEARConnectTestKit
import WebKitGTK

/// A page's load with the wallet's scripts beside the same page's without.
@MainActor
struct LoadBench {
    let environment: DAppTestEnvironment
    let site: WalletSite
    /// The filter of dApps' pages, for the view without a wallet.
    let filter: ContentFilter
    /// The loads a side.
    let loads: Int

    /// The loads a side in the same two views: two views differ by more than what is measured.
    private static let loadsOfViews = 20

    private struct Load {
        /// The milliseconds to the end of the load.
        let whole: Double
        /// The milliseconds to the page's first script, by the page's clock.
        let first: Double
    }

    /// Measures the page without frames, and with seven.
    func measure() async throws {
        try await measure("dapps-load", "/", bar: 1.03, measuresFirstScript: true)
        try await measure("dapps-load-frames", "/frames", bar: 1.05, measuresFirstScript: false)
    }

    private func measure(_ metric: String, _ path: String, bar: Double, measuresFirstScript: Bool) async throws {
        var whole = Figure(metric, .ratio, bar: .atMost(bar))
        var first = Figure("\(metric)-first-script", .difference, bar: .atMost(3))
        let rounds = max(1, loads / Self.loadsOfViews)
        for round in 0..<rounds {
            let address = site.origin + path
            // Whose view is made first changes as well.
            var plain: PlainView? = round % 2 == 0 ? PlainView(filter) : nil
            let own = try await WalletView(address, in: environment)
            let other = plain ?? PlainView(filter)
            plain = other
            for number in 0..<3 {
                // Caches and compilers are warm afterwards.
                try await own.load("\(address)?warm\(number)")
                try await other.load("\(address)?warm\(number)")
            }
            for turn in 0..<Self.loadsOfViews / 2 {
                // Ours, the other, the other, ours.
                let name = "\(address)?\(round).\(turn)"
                let one = try await load("\(name)a", in: own.view) { try await own.load($0) }
                let two = try await load("\(name)b", in: other.view) { try await other.load($0) }
                let three = try await load("\(name)c", in: other.view) { try await other.load($0) }
                let four = try await load("\(name)d", in: own.view) { try await own.load($0) }
                whole.pairs.append(((one.whole + four.whole) / 2, (two.whole + three.whole) / 2))
                first.pairs.append(((one.first + four.first) / 2, (two.first + three.first) / 2))
            }
            own.close()
        }
        whole.notes = [("loads_a_side", Double(rounds * Self.loadsOfViews))]
        whole.write()
        if measuresFirstScript { first.write() }
    }

    private func load(
        _ address: String, in view: WebView, by work: (String) async throws -> Void
    ) async throws -> Load {
        let time = try await milliseconds { try await work(address) }.time
        let text = try await view.call("return String(globalThis.first)")
        guard let first = Double(text) else { throw BenchError("the page's first script didn't run") }
        return Load(whole: time, first: first)
    }
}
