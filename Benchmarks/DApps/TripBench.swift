// SPDX-License-Identifier: MIT

import BenchFigures
import GLibRuntime
import NEARConnectTestKit
import WebKitGTK

/// A request from a page to the host and back, beside a message that the same process answers at once.
@MainActor
struct TripBench {
    let environment: DAppTestEnvironment
    let site: WalletSite
    /// The filter of dApps' pages, for the view without a wallet.
    let filter: ContentFilter
    let pairs: Int

    /// The trips of a run: the relay takes 20 requests a second.
    private static let trips = 15

    /// Measures accounts that a page may see.
    func measure() async throws {
        var figure = Figure("dapps-get-accounts", unit: "us", .ratio, bar: .atMost(1.5))
        let own = try await WalletView(site.origin + "/wallet", in: environment)
        try await own.run("await wallet.signIn();")
        let plain = PlainView(filter)
        // An answer as long as the wallet's.
        let answer = String(repeating: "x", count: 180)
        guard plain.content.onRequest("bare", world: "bare", { _, reply in reply.answer(answer) }) else {
            throw BenchError("the bare handler's name is taken")
        }
        try await plain.load(site.origin + "/wallet")
        for pair in -3..<max(pairs, 9) {
            // The second in which requests are counted is over.
            try await ContinuousClock().sleep(for: .milliseconds(1100))
            let ours = try await trips(of: own.view)
            let bare = try await bareTrips(of: plain.view)
            if pair >= 0 { figure.pairs.append((ours, bare)) }
        }
        figure.notes = [("trips_a_run", Double(Self.trips))]
        figure.write()
        own.close()
    }

    /// Returns the median of the trips to the wallet, in microseconds.
    private func trips(of view: WebView) async throws -> Double {
        try time(
            await view.call(
                """
                const times = [];
                for (let turn = 0; turn < Number(count); turn += 1) {
                  const begin = performance.now();
                  const accounts = await wallet.getAccounts();
                  times.push(performance.now() - begin);
                  if (accounts.length !== 1) throw new Error("no permission");
                }
                return times.join(" ");
                """, arguments: ["count": "\(Self.trips)"]))
    }

    /// Returns the median of the bare trips, in microseconds.
    private func bareTrips(of view: WebView) async throws -> Double {
        try time(
            await view.call(
                """
                const text = "x".repeat(320);
                const times = [];
                for (let turn = 0; turn < Number(count); turn += 1) {
                  const begin = performance.now();
                  // The answer is an error's message.
                  await window.webkit.messageHandlers.bare.postMessage(text).catch(() => {});
                  times.push(performance.now() - begin);
                }
                return times.join(" ");
                """, arguments: ["count": "\(Self.trips)"], world: "bare"))
    }

    private func time(_ text: String) throws -> Double {
        let times = text.split(separator: " ").compactMap { Double($0) }
        guard times.count == Self.trips else { throw BenchError("the page printed no times: \(text)") }
        return Figure.median(times) * 1_000
    }
}
