// SPDX-License-Identifier: MIT

public import NEARConnect
public import NEARConnectCore
public import NEARConnectTestKit
public import Testing

/// Gives a suite's tests, or one test, an embedded chain, wallets and a manager.
///
/// A suite has one chain, and so has each suite in it. Each of its tests, and each case of one with arguments, finds
/// the chain as it was at the beginning, and a manager with an empty profile and a page of its own: nothing is left of
/// the test before. The tests of one suite take turns; suites run side by side. A trait of one test gives that test a
/// chain of its own, in place of its suite's.
public struct WalletTrait: SuiteTrait, TestTrait {
    let options: WalletTestOptions
    /// Tells this trait from others: it comes to the suite and to each of its tests.
    let identity = Identity()

    /// The tests of a suite are told each, so that each begins anew.
    public var isRecursive: Bool { true }

    /// Creates a trait.
    public init(_ options: WalletTestOptions) {
        self.options = options
    }

    /// Returns what surrounds a suite, or one case of a test.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> WalletScope? {
        if test.isSuite { return WalletScope(trait: self, isSuite: true) }
        // A test's own trait comes after those that its suites hand down.
        let innermost = test.traits.lazy.compactMap { $0 as? WalletTrait }.last
        guard testCase != nil, innermost == nil || innermost?.identity === identity else { return nil }
        return WalletScope(trait: self, isSuite: false)
    }

    final class Identity: Sendable {}
}

extension Trait where Self == WalletTrait {
    /// A chain, a keystore wallet with three accounts and a manager; see ``WalletTrait``.
    public static var nearWallet: Self { Self(WalletTestOptions()) }

    /// A chain, wallets and a manager; see ``WalletTrait``.
    ///
    /// - Parameters:
    ///   - accounts: The accounts that the wallets have keys of, 10,000 NEAR each. The first one signs.
    ///   - script: The scripted wallet's behavior, by method, see `ScriptedWallet`; `nil` for no such wallet.
    ///   - approval: Approves what the keystore wallet signs; by default a policy that allows everything on the devnet.
    ///   - chain: The chain's configuration; the accounts are added to it.
    ///   - timeLimit: The time that a test may take.
    ///   - configure: Changes the manager's configuration before it is made.
    ///   - prepare: Prepares what every test finds on the chain.
    public static func nearWallet(
        accounts: [String] = WalletTestOptions.accounts, script: JSONValue? = nil, approval: ApprovalPolicy? = nil,
        chain: DevnetConfiguration = DevnetConfiguration(), timeLimit: Duration = WalletTestOptions.timeLimit,
        configure: @escaping @Sendable (inout NEARWalletConfiguration) -> Void = { _ in },
        prepare: @escaping @MainActor @Sendable (WalletTestEnvironment) async throws -> Void = { _ in }
    ) -> Self {
        Self(
            WalletTestOptions(
                accounts: accounts, script: script, approval: approval, chain: chain, timeLimit: timeLimit,
                configure: configure, prepare: prepare))
    }

    /// A chain, wallets and a manager as `options` say; see ``WalletTrait``.
    public static func nearWallet(_ options: WalletTestOptions) -> Self { Self(options) }
}
