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
    var devnet: NEARDevnet.Devnet? { chain?.devnet }
    /// The manager, which ``restart()`` replaces.
    private(set) var manager: NEARWalletManager

    /// The wallet on a phone; `nil` for none.
    let phone: ScriptedPhone?

    private let chain: ScenarioDevnet?
    private let shelf: ChainShelf
    private let configuration: NEARWalletConfiguration
    private let profile: TemporaryProfile

    private init(
        chain: ScenarioDevnet?, phone: ScriptedPhone?, shelf: ChainShelf, configuration: NEARWalletConfiguration,
        profile: TemporaryProfile
    ) {
        self.chain = chain
        self.phone = phone
        self.shelf = shelf
        self.configuration = configuration
        self.profile = profile
        manager = NEARWalletManager(configuration: configuration)
    }

    /// Starts the chain with what the scenario puts on it, and begins to load the page.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - files: Reads the files that it names.
    ///   - shelf: The chains that are there already.
    ///   - pages: Says where the page's site data goes.
    ///   - trace: The log of the scenario.
    /// - Throws: `DevnetError`, `PolicyError`, `NEARError`, an error of a file or of a scripted wallet.
    static func start(
        _ scenario: Scenario, files: ScenarioFiles, shelf: ChainShelf, pages: ScenarioPages, trace: TraceLog
    ) async throws -> ScenarioStage {
        let profile = try TemporaryProfile()
        var chain: ScenarioDevnet?
        var phone: ScriptedPhone?
        do {
            var configuration: NEARWalletConfiguration
            switch scenario.chain {
            case .network(let network):
                configuration = try Self.configuration(of: network, with: scenario.wallets, in: profile, files: files)
            case .devnet(let wanted):
                let started = try await shelf.take(wanted, scenario.values, files: files, trace: trace)
                chain = started
                configuration = try Self.configuration(
                    on: started.devnet, with: scenario.wallets, in: profile, files: files)
                if let scripted = scenario.wallets.scripted {
                    configuration.additionalManifests = [
                        try await ScriptedWalletProgram.manifest(of: scripted, on: started.devnet)
                    ]
                }
                if let wallet = scenario.wallets.phone {
                    let started = try await ScriptedPhone.start(wallet, on: started.devnet)
                    phone = started
                    configuration.walletConnect = started
                    configuration.additionalManifests = [started.manifest]
                }
            }
            configuration.keepsPagesInMemory = try pages.areInMemory(for: scenario)
            configuration.logger = TraceRelay(to: trace).logger("near-connect")
            try Task.checkCancellation()
            return ScenarioStage(
                chain: chain, phone: phone, shelf: shelf, configuration: configuration, profile: profile)
        } catch {
            await phone?.stop()
            if let chain { try await shelf.giveBack(chain, isClean: false) }
            try await profile.remove()
            throw error
        }
    }

    /// Closes the manager and creates a new one over the same profile, like a restart of the program.
    ///
    /// - Throws: `SignError`, if the sessions with a phone can't be read again.
    func restart() async throws {
        manager.close()
        try await phone?.restart()
        manager = NEARWalletManager(configuration: configuration)
    }

    /// Closes the manager, gives the chain back and removes the profile.
    ///
    /// - Parameter isClean: True if each step succeeded, so that nothing is on its way to the chain.
    /// - Throws: An error of the file system.
    func stop(isClean: Bool) async throws {
        manager.close()
        await phone?.stop()
        if let chain { try await shelf.giveBack(chain, isClean: isClean) }
        try await profile.remove()
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
        if let named = network.named {
            chain = named
        } else if network.nodes.isEmpty, let known = NEARNetwork(rawValue: network.id) {
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
        if NetworkNodes(chain, clock: configuration.clock).hasLocalNodesOnly { configuration.knownNetworks = [] }
        return settled(configuration)
    }

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
