// SPDX-License-Identifier: MIT

import BenchFigures
import Foundation
import NEARConnect
import NEARConnectCore
import NEARConnectLocal
import NEARConnectScenarioRunner
import NEARConnectScenarios
import NEARDevnet
import NEARPrimitives

/// A scenario in this process, compared with the same calls of a manager.
@MainActor
struct PageBench {
    let folder: URL
    let pairs: Int

    /// Runs without the pictures that only failures need.
    private final class NoScreen: ScenarioScreen {
        func picture(of _: NEARWalletManager, to _: URL) async throws {}
    }

    /// Measures the calls, and the way to the page that is ready.
    func measure() async throws {
        var calls = Figure("scenario-calls", .ratio, bar: .atMost(1.1))
        var start = Figure("scenario-start", .ratio, bar: .atMost(1.2))
        let file = try BenchScenario.file(in: folder, count: 1)
        let scenarios = try BenchScenario.read(file)
        for pair in -1..<pairs {
            let own = try await scenario(scenarios[0])
            let other = try await manager()
            // The first pair loads what all later ones have.
            guard pair >= 0 else { continue }
            calls.pairs.append((own.calls, other.calls))
            start.pairs.append((own.start, other.start))
        }
        calls.write()
        start.write()
    }

    /// Returns the milliseconds from nothing to the page that is ready, and those of the steps.
    private func scenario(_ scenario: Scenario) async throws -> (start: Double, calls: Double) {
        let runner = ScenarioRunner(screen: NoScreen(), results: folder)
        let run = ScenarioPlan.Run(position: 0, repetition: 1, scenario: scenario)
        let start = try await milliseconds {
            await runner.prepare(run)
            try await runner.ready()
        }
        let result = await runner.run(run)
        await runner.end()
        if let failure = result.failure { throw BenchError(failure.sentence) }
        return (start.time, result.steps.map { $0.duration / .milliseconds(1) }.reduce(0, +))
    }

    /// Returns the same of a manager: without the chain, the time to a page that is ready.
    private func manager() async throws -> (start: Double, calls: Double) {
        var chain = DevnetConfiguration()
        chain.accounts = try ["alice", "bob"].map { .init(try AccountId("\($0).test.near")) }
        let devnet = try await Devnet.start(chain)
        try await devnet.deploy(.guestBook, to: try AccountId("book.test.near"))
        let profile = try TemporaryProfile()
        var configuration = NEARWalletConfiguration(
            network: .custom(try CustomNetwork(id: devnet.chainId, rpcURLs: [devnet.rpcURL])),
            profile: .folders(profile.folders),
            keystore: Keystore(
                devnet.accounts.map { .init(network: devnet.chainId, accountId: $0.id, secretKey: $0.secretKey) }),
            approval: .allow(WalletTestEnvironment.permissiveRule(on: devnet.chainId)), sandbox: .off)
        configuration.walletLists = []
        configuration.knownNetworks = []
        let (time, manager) = try await milliseconds {
            let manager = NEARWalletManager(configuration: configuration)
            try await manager.ready()
            return manager
        }
        let calls = try await milliseconds {
            _ = try await manager.signIn(walletId: "near-connect-keystore")
            _ = try await manager.sendNEAR(to: AccountId("bob.test.near"), amount: .near(1))
            _ = try await manager.sign(message: "hello", recipient: "shop.example")
            _ = try await manager.signAndSendTransaction(
                receiverId: try AccountId("book.test.near"),
                actions: [
                    .functionCall(
                        FunctionCallAction(
                            methodName: "add_message", args: Array(#"{"text":"hi"}"#.utf8),
                            gas: Gas(gas: 30_000_000_000_000), deposit: .zero))
                ])
        }
        manager.close()
        await devnet.stop()
        try await profile.remove()
        return (time, calls.time)
    }
}
