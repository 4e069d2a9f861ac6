// SPDX-License-Identifier: MIT

public import NEARConnect
public import NEARConnectCore
public import NEARConnectLocal
internal import NEARConnectPeers
public import NEARDevnet
public import NEARPrimitives

extension WalletTestEnvironment {
    /// Starts a chain and a manager with a scripted wallet over a new, empty profile in the temporary folder.
    ///
    /// - Parameters:
    ///   - accounts: The accounts that the keystore and the scripted wallet have keys of, 10,000 NEAR each.
    ///   - approval: Approves what the keystore wallet signs; by default a policy that allows everything on the devnet.
    ///   - script: The scripted wallet's behavior, by method, see ``ScriptedWallet``; `nil` for no such wallet.
    ///   - allowsOpen: The addresses that the scripted wallet may open besides `near-test-wallet://`, for example a
    ///     ``WalletSite``'s origin.
    ///   - external: The objects of the page that the scripted wallet may use.
    ///   - chain: The chain's configuration; the accounts are added to it.
    ///   - configure: Changes the manager's configuration before it is made.
    /// - Throws: `DevnetError`, or an error of the file system.
    public static func start(
        accounts: [String] = ["alice.test.near", "bob.test.near", "relayer.test.near"],
        approval: ApprovalPolicy? = nil, script: JSONValue?, allowsOpen: [String] = [], external: [String] = [],
        chain: DevnetConfiguration = DevnetConfiguration(),
        configure: (inout NEARWalletConfiguration) -> Void = { _ in }
    ) async throws -> WalletTestEnvironment {
        try await start(accounts: accounts, approval: approval, chain: chain) { configuration, devnet in
            if let script {
                let wallet = ScriptedWallet(
                    accounts: devnet.accounts, script: script, allowsOpen: allowsOpen, external: external)
                configuration.additionalManifests = [try wallet.manifest()]
            }
            configure(&configuration)
        }
    }

    /// Changes the scripted wallet's behavior from its next call on.
    ///
    /// The script is stored in the wallet's storage in this profile, where it overrides the one that the environment
    /// was started with. It also survives ``restartManager()``, until it is changed again. A sign-out removes it with
    /// everything else that the wallet has stored.
    ///
    /// - Parameter script: The behavior by method, see ``ScriptedWallet``; an empty one accepts everything.
    /// - Throws: `NEARError.unknownWallet` when the environment was started without a script; `NEARError.storage`; the
    ///   error that keeps the bridge from being ready.
    public func setScript(_ script: JSONValue) async throws {
        try await store(script.text, underKey: "script")
    }

    /// Stores a value in the scripted wallet's storage, or removes one; "go" lets a step `wait` continue.
    ///
    /// - Parameters:
    ///   - value: The value, `nil` to remove it.
    ///   - key: The wallet's own name for it.
    /// - Throws: As ``setScript(_:)`` does.
    public func store(_ value: String?, underKey key: String) async throws {
        try await manager.store(value, underKey: key, ofWallet: ScriptedWallet.id)
    }
}
