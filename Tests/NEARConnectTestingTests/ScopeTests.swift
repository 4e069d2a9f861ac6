// SPDX-License-Identifier: MIT

import NEARConnectTesting

/// The surroundings that `.nearWallet` gives a test.
@MainActor
struct ScopeTests {
    /// Runs `body` as a test that has `trait`.
    private func run(_ trait: WalletTrait, _ body: @MainActor @Sendable (WalletTestEnvironment) async throws -> Void)
        async throws
    {
        let test = try #require(Test.current)
        let testCase = try #require(Test.Case.current)
        let scope = try #require(trait.scopeProvider(for: test, testCase: testCase))
        try await scope.provideScope(for: test, testCase: testCase) { try await body(.current) }
    }

    @Test
    func aTestWithoutTheTraitIsToldSo() {
        #expect(throws: NoWalletError()) { try WalletTestEnvironment.current }
    }

    @Test(.nearWallet(accounts: ["carol.test.near"]))
    func oneTestMayHaveTheTrait() async throws {
        let environment = try WalletTestEnvironment.current
        #expect(try await environment.signIn().accountId == "carol.test.near")
    }

    @Suite(.nearWallet(prepare: { _ in Issue.record("the suite's environment was started") }))
    struct InnerTests {
        @Test(.nearWallet(accounts: ["dave.test.near"])) @MainActor
        func aTestsOwnTraitTakesThePlaceOfItsSuites() throws {
            #expect(try WalletTestEnvironment.current.accounts.map(\.id) == ["dave.test.near"])
        }
    }

    @Test
    func suitesRunSideBySideOnChainsOfTheirOwn() async throws {
        var inside: Set<String> = []
        let body: @MainActor @Sendable (WalletTestEnvironment) async throws -> Void = { environment in
            inside.insert(environment.devnet.rpcURL.absoluteString)
            await waitUntil("the other one") { inside.count == 2 }
            try await environment.signIn()
            let bob = environment.accounts[1].id
            try await environment.manager.sendNEAR(to: bob, amount: "1 NEAR")
            #expect(try await environment.manager.balance(of: bob) == "10001 NEAR")
            #expect(Thread.isMainThread)
        }
        async let first: Void = run(.nearWallet, body)
        async let second: Void = run(.nearWallet, body)
        _ = try await (first, second)
        #expect(inside.count == 2)
    }

    @Test
    func aTestThatHangsFailsAndEnds() async throws {
        let trait = WalletTrait.nearWallet(
            script: ["signIn": ["hang"]], timeLimit: .milliseconds(500))
        var ends: [String] = []
        try await withKnownIssue {
            try await run(trait) { environment in
                do {
                    try await environment.signIn(with: ScriptedWallet.id)
                } catch let error as NEARError {
                    ends.append(error.code)
                }
            }
        } matching: { issue in
            issue.comments.contains { $0.rawValue.hasPrefix("The test did not end within 0.5 seconds") }
        }
        #expect(ends == ["manager-released"])
    }

    @Test
    func theEnvironmentOfATestThatThrowsEnds() async throws {
        struct NoYeastError: Error, Equatable {}
        var folder: URL?
        await #expect(throws: NoYeastError()) {
            try await run(.nearWallet) { environment in
                guard case .folders(let folders) = environment.configuration.profile else { return }
                folder = folders.data.deletingLastPathComponent().deletingLastPathComponent()
                _ = try await environment.manager.wallets()
                #expect(FileManager.default.fileExists(atPath: folder?.path ?? ""))
                throw NoYeastError()
            }
        }
        let path = try #require(folder).path
        #expect(!FileManager.default.fileExists(atPath: path), "\(path)")
    }

    @Test
    func aTestThatCantBePreparedSaysWhy() async throws {
        struct NoFlourError: Error, Equatable {}
        await #expect(throws: NoFlourError()) {
            try await run(.nearWallet(prepare: { _ in throw NoFlourError() })) { _ in Issue.record("the test has begun")
            }
        }
    }
}
