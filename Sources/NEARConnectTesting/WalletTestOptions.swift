// SPDX-License-Identifier: MIT

internal import Logging
public import NEARConnect
public import NEARConnectCore
public import NEARConnectTestKit

/// The chain and the manager that a test wants.
public struct WalletTestOptions: Sendable {
    /// The accounts that the keystore and the scripted wallet have keys of, 10,000 NEAR each.
    ///
    /// The first one signs.
    public var accounts: [String]
    /// The behavior of the scripted wallet by method, see ``ScriptedWallet``; `nil` for no such wallet.
    public var script: JSONValue?
    /// The addresses that the scripted wallet may open besides `near-test-wallet://`.
    public var allowsOpen: [String] = []
    /// The objects of the page that the scripted wallet may use.
    public var external: [String] = []
    /// The approver of what the keystore wallet signs; `nil` for a policy that allows everything on the devnet.
    public var approval: ApprovalPolicy?
    /// The chain's configuration; the accounts are added to it.
    public var chain: DevnetConfiguration
    /// The time after which a test has failed, and its manager is closed, which ends what it waits for.
    public var timeLimit: Duration
    /// Changes the manager's configuration before it is made.
    public var configure: @Sendable (inout NEARWalletConfiguration) -> Void
    /// Prepares the environment before the first test, for example by a contract that every test finds on the chain.
    public var prepare: @MainActor @Sendable (WalletTestEnvironment) async throws -> Void

    /// Creates options.
    ///
    /// - Parameters:
    ///   - accounts: The accounts that the wallets have keys of, 10,000 NEAR each. The first one signs.
    ///   - script: The scripted wallet's behavior, by method, see `ScriptedWallet`; `nil` for no such wallet.
    ///   - approval: Approves what the keystore wallet signs; by default a policy that allows everything on the devnet.
    ///   - chain: The chain's configuration; the accounts are added to it.
    ///   - timeLimit: The time that a test may take.
    ///   - configure: Changes the manager's configuration before it is made.
    ///   - prepare: Prepares the environment before the first test.
    public init(
        accounts: [String] = WalletTestOptions.accounts, script: JSONValue? = nil, approval: ApprovalPolicy? = nil,
        chain: DevnetConfiguration = DevnetConfiguration(), timeLimit: Duration = WalletTestOptions.timeLimit,
        configure: @escaping @Sendable (inout NEARWalletConfiguration) -> Void = { _ in },
        prepare: @escaping @MainActor @Sendable (WalletTestEnvironment) async throws -> Void = { _ in }
    ) {
        self.accounts = accounts
        self.script = script
        self.approval = approval
        self.chain = chain
        self.timeLimit = timeLimit
        self.configure = configure
        self.prepare = prepare
    }

    /// Alice, Bob and a relayer on the devnet.
    public static let accounts = ["alice.test.near", "bob.test.near", "relayer.test.near"]
    /// The time that a test may take by default, a minute.
    public static let timeLimit: Duration = .seconds(60)

    /// Starts an environment, with the display if it is the first one of the process.
    ///
    /// - Parameter logger: Takes what chain and manager log, in place of the process's log.
    @MainActor
    func start(logger: Logger) async throws -> WalletTestEnvironment {
        try TestSession.start()
        var chain = chain
        chain.logger = logger
        let environment = try await WalletTestEnvironment.start(
            accounts: accounts, approval: approval, script: script, allowsOpen: allowsOpen, external: external,
            chain: chain
        ) { configuration in
            configuration.logger = logger
            configure(&configuration)
        }
        do {
            try await prepare(environment)
        } catch {
            try await environment.stop()
            throw error
        }
        return environment
    }
}
