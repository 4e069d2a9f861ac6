// SPDX-License-Identifier: MIT

import BenchFigures
import GLibRuntime
import NEARConnect
import NEARConnectCore
import NEARConnectLocal
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK

/// A transaction from a click in a page to its outcome there, beside a manager's own call.
@MainActor
struct SendBench {
    let environment: DAppTestEnvironment
    let site: WalletSite
    let pairs: Int

    /// The transactions of a run.
    private static let count = 10

    /// Measures both on the environment's chain, which has an account for each.
    func measure() async throws {
        var figure = Figure("dapps-send", .ratio, bar: .atMost(1.3))
        let page = try await WalletView(site.origin + "/wallet", in: environment)
        try await page.run("await wallet.signIn();")
        let (manager, profile) = try await makeManager()
        for pair in -1..<pairs {
            // The relay takes 20 requests a second.
            try await ContinuousClock().sleep(for: .milliseconds(1100))
            var times: (own: [Double], other: [Double]) = ([], [])
            for turn in 0..<Self.count {
                // Who is first changes each time.
                if turn % 2 == 0 { times.own.append(try await click(in: page.view)) }
                times.other.append(try await send(by: manager))
                if turn % 2 == 1 { times.own.append(try await click(in: page.view)) }
            }
            if pair >= 0 { figure.pairs.append((Figure.median(times.own), Figure.median(times.other))) }
        }
        figure.notes = [("transactions_a_run", Double(Self.count))]
        figure.write()
        manager.close()
        page.close()
        try await profile.remove()
    }

    /// Returns a manager of bob's on the same chain, whose policy approves.
    private func makeManager() async throws -> (NEARWalletManager, TemporaryProfile) {
        let devnet = environment.devnet
        let profile = try TemporaryProfile()
        guard let bob = environment.accounts.first(where: { $0.id.text.hasPrefix("bob") }) else {
            throw BenchError("the chain has no account bob")
        }
        var configuration = NEARWalletConfiguration(
            network: .custom(try CustomNetwork(id: devnet.chainId, rpcURLs: [devnet.rpcURL])),
            profile: .folders(profile.folders),
            keystore: Keystore([.init(network: devnet.chainId, accountId: bob.id, secretKey: bob.secretKey)]),
            approval: .allow(WalletTestEnvironment.permissiveRule(on: devnet.chainId)), sandbox: .off)
        configuration.walletLists = []
        configuration.knownNetworks = []
        let manager = NEARWalletManager(configuration: configuration)
        _ = try await manager.signIn(walletId: "near-connect-keystore")
        return (manager, profile)
    }

    private func click(in view: WebView) async throws -> Double {
        let (time, text) = try await milliseconds {
            try await view.call(
                """
                const sent = new Promise((resolve) => { globalThis.onSent = resolve; });
                document.querySelector("#send").click();
                return await sent;
                """)
        }
        guard !text.hasPrefix("failed") else { throw BenchError("the page's transaction \(text)") }
        return time
    }

    private func send(by manager: NEARWalletManager) async throws -> Double {
        try await milliseconds {
            _ = try await manager.signAndSendTransaction(
                receiverId: try AccountId("carol.test.near"),
                actions: [.transfer(TransferAction(deposit: NEARToken(yoctoNEAR: 1)))])
        }.time
    }
}
