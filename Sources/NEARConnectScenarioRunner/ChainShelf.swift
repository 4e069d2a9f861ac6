// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectScenarios
internal import NEARDevnet
internal import NEARPrimitives

/// A chain of a scenario, at its beginning when it is handed out.
@MainActor
struct ScenarioDevnet {
    /// The chain.
    let devnet: NEARDevnet.Devnet
    /// The log of the chain.
    let relay: TraceRelay
    /// The state with which a scenario begins.
    fileprivate let beginning: NEARDevnet.Devnet.Snapshot
    /// The accounts, contracts and entries that were asked for.
    fileprivate let contents: [String]
}

/// Chains of scenarios that have ended well, for others that begin with the same.
///
/// A chain is restored as it was before the first step, which undoes all that a scenario has done. One on which a step
/// failed, as expected or not, isn't used again: something may be on its way to it.
@MainActor
final class ChainShelf {
    /// The most chains: while one is used, the next is made ready.
    private static let limit = 2

    private var chains: [ScenarioDevnet] = []

    /// Returns a chain with what a scenario puts on it.
    ///
    /// - Parameters:
    ///   - wanted: The accounts, contracts and entries.
    ///   - values: The values that entries refer to.
    ///   - files: Reads contracts' code.
    ///   - trace: The log of the scenario.
    /// - Throws: `DevnetError`, ``ScenarioRunError`` of a file, ``ScenarioValueError``.
    func take(
        _ wanted: ScenarioChain.Devnet, _ values: ScenarioValues, files: ScenarioFiles, trace: TraceLog
    ) async throws -> ScenarioDevnet {
        let contents = try Self.contents(of: wanted, values, files)
        if let index = chains.firstIndex(where: { $0.contents == contents }) {
            let chain = chains.remove(at: index)
            chain.relay.set(trace)
            return chain
        }
        let relay = TraceRelay(to: trace)
        let devnet = try await Self.start(wanted, values, files: files, logger: relay.logger("near-connect.devnet"))
        return ScenarioDevnet(
            devnet: devnet, relay: relay, beginning: await devnet.snapshot(), contents: contents)
    }

    /// Takes a chain back.
    ///
    /// - Parameters:
    ///   - chain: The chain, which nobody uses any more.
    ///   - isClean: True if each step on it succeeded.
    /// - Throws: `DevnetError`.
    func giveBack(_ chain: ScenarioDevnet, isClean: Bool) async throws {
        chain.relay.set(nil)
        guard isClean else { return await chain.devnet.stop() }
        try await chain.devnet.restore(chain.beginning)
        chains.append(chain)
        if chains.count > Self.limit { await chains.removeFirst().devnet.stop() }
    }

    /// Stops all chains.
    func clear() async {
        let all = chains
        chains = []
        for chain in all { await chain.devnet.stop() }
    }

    // MARK: Contents

    /// Names all that distinguishes the beginnings of chains.
    private static func contents(
        of wanted: ScenarioChain.Devnet, _ values: ScenarioValues, _ files: ScenarioFiles
    ) throws -> [String] {
        let accounts = wanted.accounts.map { "account \($0.id) \($0.balance.map { "\($0.yoctoNEAR)" } ?? "")" }
        let contracts = try wanted.contracts.map { contract in
            switch contract.code {
            case .guestBook: "contract \(contract.account) guest-book"
            case .token(let owner, let supply): "contract \(contract.account) token \(owner) \(supply)"
            case .file(let path): "contract \(contract.account) \(CryptoHash.sha256(try files.code(path)))"
            }
        }
        let entries = try wanted.state.flatMap { entry in
            // Keys and values are any texts, so each stands by itself.
            ["entry \(try entry.account.value(values))", try entry.key.value(values), try entry.value.value(values)]
        }
        return accounts + contracts + entries
    }

    private static func start(
        _ wanted: ScenarioChain.Devnet, _ values: ScenarioValues, files: ScenarioFiles, logger: Logger
    ) async throws -> NEARDevnet.Devnet {
        var configuration = DevnetConfiguration()
        configuration.logger = logger
        configuration.accounts = wanted.accounts.map { account in
            account.balance.map { .init(account.id, balance: $0) } ?? .init(account.id)
        }
        let devnet = try await NEARDevnet.Devnet.start(configuration)
        do {
            for contract in wanted.contracts { try await deploy(contract, to: devnet, files) }
            for entry in wanted.state { try await set(entry, values, on: devnet) }
            return devnet
        } catch {
            await devnet.stop()
            throw error
        }
    }

    private static func deploy(
        _ contract: ScenarioChain.Devnet.Contract, to devnet: NEARDevnet.Devnet, _ files: ScenarioFiles
    ) async throws {
        let id = contract.account
        switch contract.code {
        case .guestBook: try await devnet.deploy(.guestBook, to: id)
        case .token(let owner, let supply):
            try await devnet.deploy(.fungibleToken(owner: owner, totalSupply: supply), to: id)
        case .file(let path):
            let code = try files.code(path)
            if devnet.account(id) == nil {
                let key = try DevnetAccount.secretKey(of: id, seed: devnet.configuration.seed).publicKey
                try await devnet.createAccount(id, balance: try .near(100), publicKey: key)
            }
            try await devnet.deploy(code: code, to: id)
        }
    }

    /// Sets an entry of a contract's state.
    static func set(
        _ entry: ScenarioChain.StateEntry, _ values: ScenarioValues, on devnet: NEARDevnet.Devnet
    ) async throws {
        try await devnet.setState(
            of: entry.account.value(values), key: Array(entry.key.value(values).utf8),
            value: Array(entry.value.value(values).utf8))
    }
}
