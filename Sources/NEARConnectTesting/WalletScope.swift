// SPDX-License-Identifier: MIT

internal import NEARConnectTestKit
public import Testing

/// The surroundings that a ``WalletTrait`` gives a suite, or one case of a test.
public struct WalletScope: TestScoping {
    /// The suites that the running test is in, by their traits, and its environment.
    @TaskLocal static var hosts: [ObjectIdentifier: SuiteHost] = [:]
    @TaskLocal static var environment: WalletTestEnvironment?

    let trait: WalletTrait
    let isSuite: Bool

    /// Runs `function` with an environment, or a suite's tests with one that they share.
    ///
    /// - Throws: What `function` throws; the reason why there is no environment.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let key = ObjectIdentifier(trait.identity)
        if !isSuite, let host = Self.hosts[key] { return try await host.run(function) }
        let host = await SuiteHost(options: trait.options)
        do {
            if isSuite {
                try await Self.$hosts.withValue(Self.hosts.merging([key: host]) { $1 }, operation: function)
            } else {
                try await host.run(function)
            }
        } catch {
            await host.stop()
            throw error
        }
        await host.stop()
    }
}

extension WalletTestEnvironment {
    /// The environment of the running test, which has the trait `.nearWallet` or is in a suite that has it.
    ///
    /// - Throws: ``NoWalletError`` in other tests, and in tasks that are detached from the test's.
    public static var current: WalletTestEnvironment {
        get throws(NoWalletError) {
            guard let environment = WalletScope.environment else { throw NoWalletError() }
            return environment
        }
    }
}

/// The failure of a test that asks for an environment and has none.
public struct NoWalletError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Creates the failure.
    public init() {}

    /// The fault and the remedy, in a sentence.
    public var description: String {
        "This test has no environment: give it, or its suite, the trait .nearWallet, and ask in the test's own task."
    }
}
