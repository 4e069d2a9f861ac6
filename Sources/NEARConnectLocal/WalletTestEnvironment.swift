// SPDX-License-Identifier: MIT

public import NEARConnect
public import NEARConnectCore
public import NEARDevnet
internal import NEARPrimitives

/// Everything that a dApp's own tests need: a chain, funded accounts, a keystore wallet and a manager.
///
/// The keystore wallet approves by policy. Everything is real: a WebKitGTK view, a wallet in a sandboxed frame,
/// signatures, and a ledger that checks them. Use it on a process's main thread under GLib's main loop, with a display:
/// start one by `DisplaySession.start()` of `NEARConnectProgram`, which also prepares the process.
@MainActor
public final class WalletTestEnvironment {
    /// The embedded chain.
    public let devnet: Devnet
    /// The manager under test; ``restartManager()`` replaces it.
    public internal(set) var manager: NEARWalletManager
    /// The configuration of the managers; its profile is another one after each ``restore(_:)``.
    public internal(set) var configuration: NEARWalletConfiguration
    /// The keystore's accounts, funded, in the order in which they were named.
    public let accounts: [DevnetAccount]

    /// The folder that has the profiles in it.
    let folder: TemporaryProfile
    /// The number of profiles that there were.
    var profileCount = 1

    /// Starts a chain and a manager over a new, empty profile in the temporary folder.
    ///
    /// - Parameters:
    ///   - accounts: The accounts that the keystore has keys of, 10,000 NEAR each.
    ///   - approval: Approves what the wallet signs; by default a policy that allows everything on the devnet.
    ///   - chain: The chain's configuration; the accounts are added to it.
    ///   - configure: Changes the manager's configuration before it is made.
    /// - Throws: ``MainLoopMissingError``, `DevnetError`, or an error of the file system.
    public static func start(
        accounts: [String] = ["alice.test.near", "bob.test.near", "relayer.test.near"],
        approval: ApprovalPolicy? = nil, chain: DevnetConfiguration = DevnetConfiguration(),
        configure: (inout NEARWalletConfiguration) -> Void = { _ in }
    ) async throws -> WalletTestEnvironment {
        try await start(accounts: accounts, approval: approval, chain: chain) { configuration, _ in
            configure(&configuration)
        }
    }

    /// Starts a chain and a manager, whose configuration may depend on the chain.
    package static func start(
        accounts: [String], approval: ApprovalPolicy?, chain: DevnetConfiguration,
        configuring configure: (inout NEARWalletConfiguration, Devnet) throws -> Void
    ) async throws -> WalletTestEnvironment {
        guard MainLoop.isTurning else { throw MainLoopMissingError() }
        var chain = chain
        chain.accounts = try accounts.map { DevnetConfiguration.Account(try AccountId($0)) }
        let devnet = try await Devnet.start(chain)
        let folder: TemporaryProfile
        do throws(TemporaryFolderError) {
            folder = try TemporaryProfile()
        } catch {
            await devnet.stop()
            throw error
        }
        var configuration = NEARWalletConfiguration(
            network: .custom(try NEARWalletManager.CustomNetwork(id: devnet.chainId, rpcURLs: [devnet.rpcURL])),
            profile: .folders(Self.profile(1, in: folder.root)),
            keystore: Keystore(
                devnet.accounts.map {
                    Keystore.Entry(network: devnet.chainId, accountId: $0.id, secretKey: $0.secretKey)
                }),
            approval: approval ?? .allow(Self.permissiveRule(on: devnet.chainId)),
            // All pages are the package's own, and tests often run in containers without a sandbox.
            sandbox: .off)
        // Nothing is fetched from the web unless a test asks for it.
        configuration.walletLists = []
        // Anybody can compute a devnet's keys from its seed, so no other network gives them anything to lose.
        configuration.knownNetworks = []
        do {
            try configure(&configuration, devnet)
        } catch {
            await devnet.stop()
            throw error
        }
        return WalletTestEnvironment(devnet: devnet, configuration: configuration, folder: folder)
    }

    private init(devnet: Devnet, configuration: NEARWalletConfiguration, folder: TemporaryProfile) {
        self.devnet = devnet
        self.configuration = configuration
        self.folder = folder
        accounts = devnet.accounts
        manager = NEARWalletManager(configuration: configuration)
    }

    /// Returns a rule that allows everything on `network`, dangerous actions included; for chains without value.
    public static func permissiveRule(on network: String) -> ApprovalPolicy.Rule {
        ApprovalPolicy.Rule(
            networks: [network], maximumDeposit: NEARToken(yoctoNEAR: .max), messageRecipients: nil,
            allowsDangerousActions: true)
    }

    /// Called with the new manager after each restart, for a window that shows it.
    public var onRestart: ((NEARWalletManager) -> Void)?

    /// Closes the manager and creates a new one over the same profile, like a restart of the program.
    public func restartManager() {
        manager.close()
        manager = NEARWalletManager(configuration: configuration)
        onRestart?(manager)
    }

    /// Closes the manager, stops the chain and removes the profiles.
    ///
    /// - Throws: An error of the file system.
    public func stop() async throws {
        manager.close()
        await devnet.stop()
        try await folder.remove()
    }
}
