// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnect
internal import NEARConnectCore
internal import NEARConnectLocal
internal import NEARConnectScenarios
internal import NEARDevnet
internal import NEARPrimitives

/// The chain, the profile, the wallets and the manager of one scenario, all fresh.
@MainActor
final class ScenarioStage {
    /// The chain in the process; `nil` on a network.
    let devnet: NEARDevnet.Devnet?
    /// The manager, which ``restart()`` replaces.
    private(set) var manager: NEARWalletManager

    private let configuration: NEARWalletConfiguration
    private let profile: TemporaryProfile

    private init(
        devnet: NEARDevnet.Devnet?, configuration: NEARWalletConfiguration, profile: TemporaryProfile
    ) {
        self.devnet = devnet
        self.configuration = configuration
        self.profile = profile
        manager = NEARWalletManager(configuration: configuration)
    }

    /// Starts the chain with what the scenario puts on it, and loads the page.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - files: Reads the files that it names.
    /// - Throws: `DevnetError`, `PolicyError`, `NEARError`, an error of a file or of the scripted wallet.
    static func start(_ scenario: Scenario, files: ScenarioFiles) async throws -> ScenarioStage {
        let profile = TemporaryProfile()
        switch scenario.chain {
        case .network(let network):
            let configuration = try configuration(of: network, with: scenario.wallets, in: profile, files: files)
            return ScenarioStage(devnet: nil, configuration: configuration, profile: profile)
        case .devnet(let wanted):
            let devnet = try await self.devnet(wanted, scenario.values, files: files)
            do {
                var configuration = try configuration(on: devnet, with: scenario.wallets, in: profile, files: files)
                if let scripted = scenario.wallets.scripted {
                    configuration.additionalManifests = [
                        try await ScriptedWalletProgram.manifest(of: scripted, on: devnet)
                    ]
                }
                return ScenarioStage(devnet: devnet, configuration: configuration, profile: profile)
            } catch {
                await devnet.stop()
                throw error
            }
        }
    }

    /// Closes the manager and creates a new one over the same profile, like a restart of the program.
    func restart() {
        manager.close()
        manager = NEARWalletManager(configuration: configuration)
    }

    /// Closes the manager, stops the chain and removes the profile.
    ///
    /// - Throws: An error of the file system.
    func stop() async throws {
        manager.close()
        await devnet?.stop()
        try await profile.remove()
    }

    // MARK: The chain

    private static func devnet(
        _ wanted: ScenarioChain.Devnet, _ values: ScenarioValues, files: ScenarioFiles
    ) async throws -> NEARDevnet.Devnet {
        var configuration = DevnetConfiguration()
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

    // MARK: Configuration

    private static func configuration(
        on devnet: NEARDevnet.Devnet, with wallets: ScenarioWallets, in profile: TemporaryProfile,
        files: ScenarioFiles
    ) throws -> NEARWalletConfiguration {
        let names = wallets.keystoreAccounts ?? devnet.accounts.map(\.id)
        let accounts = names.compactMap { devnet.account($0) }
        var configuration = NEARWalletConfiguration(
            network: .custom(try CustomNetwork(id: devnet.chainId, rpcURLs: [devnet.rpcURL])),
            profile: .folders(profile.folders),
            keystore: Keystore(
                accounts.map { .init(network: devnet.chainId, accountId: $0.id, secretKey: $0.secretKey) }),
            approval: try wallets.policy.map(files.policy)
                ?? .allow(WalletTestEnvironment.permissiveRule(on: devnet.chainId)))
        // Anybody can compute a devnet's keys from its seed, so no other network gives them anything to lose.
        configuration.knownNetworks = []
        return settled(configuration)
    }

    private static func configuration(
        of network: ScenarioChain.Network, with wallets: ScenarioWallets, in profile: TemporaryProfile,
        files: ScenarioFiles
    ) throws -> NEARWalletConfiguration {
        let chain: NEARNetwork
        if network.nodes.isEmpty, let known = NEARNetwork(rawValue: network.id) {
            chain = known
        } else {
            chain = .custom(try CustomNetwork(id: network.id, rpcURLs: network.nodes.compactMap { URL(string: $0) }))
        }
        let stored = Keystore.credentials(network: network.id).keystore
        let entries = wallets.keystoreAccounts.map { names in
            names.flatMap { name in stored.entries.filter { $0.accountId == name } }
        }
        var configuration = NEARWalletConfiguration(
            network: chain, profile: .folders(profile.folders), keystore: entries.map { Keystore($0) } ?? stored,
            approval: try wallets.policy.map(files.policy) ?? .deny)
        // A chain on this computer is nobody's but the user's: there is no other one to ask about its keys.
        let isLocal = network.nodes.allSatisfy { URL(string: $0).map(Self.isLoopback) ?? false }
        if !network.nodes.isEmpty, isLocal { configuration.knownNetworks = [] }
        return settled(configuration)
    }

    private static func isLoopback(_ url: URL) -> Bool { ["127.0.0.1", "localhost", "::1"].contains(url.host() ?? "") }

    /// Settles what all scenarios have in common.
    private static func settled(_ configuration: NEARWalletConfiguration) -> NEARWalletConfiguration {
        var configuration = configuration
        configuration.appName = "near-connect run"
        // Nothing is fetched from the web.
        configuration.walletLists = []
        // All pages are the package's own, and pipelines often run in containers without a sandbox.
        configuration.sandbox = .off
        return configuration
    }
}
