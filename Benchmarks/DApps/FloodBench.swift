// SPDX-License-Identifier: MIT

import BenchFigures
import GLibRuntime
import NEARConnectTestKit
import WebKitGTK

/// A script's round trip, as a WebDriver has it, while its page asks the wallet without end.
@MainActor
struct FloodBench {
    let environment: DAppTestEnvironment
    let site: WalletSite
    let pairs: Int

    /// The loops that ask, each as soon as it is answered.
    private static let loops = 64
    /// The scripts of a run.
    private static let count = 25

    /// Measures scripts in the page that floods, and in another view.
    func measure() async throws {
        var ratio = Figure("dapps-flood-script", .ratio, bar: .atMost(5))
        var longest = Figure("dapps-flood-script-longest", .difference, bar: .atMost(200))
        var other = Figure("dapps-flood-other-page", .ratio, bar: .atMost(5))
        let loud = try await WalletView(site.origin + "/wallet", in: environment)
        try await loud.run("await wallet.signIn();")
        let quiet = try await WalletView(site.origin + "/", in: environment)
        for pair in -1..<pairs {
            let before = (own: try await scripts(in: loud.view), other: try await scripts(in: quiet.view))
            _ = try await loud.view.call(
                "flooding = true; for (let number = 0; number < Number(count); number += 1) void flood(); return ''",
                arguments: ["count": "\(Self.loops)"])
            let during = (own: try await scripts(in: loud.view), other: try await scripts(in: quiet.view))
            _ = try await loud.view.call("flooding = false; return ''")
            // What the relay counts is over.
            try await ContinuousClock().sleep(for: .milliseconds(1100))
            guard pair >= 0 else { continue }
            ratio.pairs.append((Figure.median(during.own), Figure.median(before.own)))
            longest.pairs.append((during.own.max() ?? 0, 0))
            other.pairs.append((Figure.median(during.other), Figure.median(before.other)))
        }
        let refused = try await loud.view.call("return String(refused)")
        ratio.notes = [("loops", Double(Self.loops)), ("refused", Double(refused) ?? 0)]
        ratio.write()
        longest.write()
        other.write()
        quiet.close()
        loud.close()
    }

    /// Returns the milliseconds of each script's round trip, over a second.
    private func scripts(in view: WebView) async throws -> [Double] {
        var times: [Double] = []
        for _ in 0..<Self.count {
            try await ContinuousClock().sleep(for: .milliseconds(40))
            times.append(try await milliseconds { try await view.call("return document.title") }.time)
        }
        return times
    }
}
