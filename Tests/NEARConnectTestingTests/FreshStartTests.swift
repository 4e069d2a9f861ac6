// SPDX-License-Identifier: MIT

import NEARConnectTesting

/// Tests that would see each other if anything of one were left for the next; their order says nothing.
@MainActor
@Suite(.nearWallet(script: [:], prepare: { try await $0.devnet.deploy(.guestBook, to: "book.test.near") }))
struct FreshStartTests {
    private static var running = 0
    private static var folders: Set<String> = []
    private let environment: WalletTestEnvironment

    init() throws {
        environment = try .current
    }

    @Test(arguments: 0..<3)
    func nothingIsLeftOfTheTestBefore(turn: Int) async throws {
        Self.running += 1
        defer { Self.running -= 1 }
        #expect(Self.running == 1, "tests of one suite take turns")
        let (manager, bob) = (environment.manager, environment.accounts[1].id)

        // The chain, as `prepare` has left it.
        #expect(try await manager.balance(of: bob) == "10000 NEAR")
        #expect(try await messageCount() == 0)
        // The profile: account, journal, and what wallets have stored, here the script of a wallet that says no.
        #expect(manager.currentAccount == nil)
        #expect(try await manager.history().isEmpty)
        try await environment.signIn(with: ScriptedWallet.id)
        try await manager.sendNEAR(to: bob, amount: "1 NEAR")
        try await manager.callFunction(
            contractId: "book.test.near", methodName: "add_message", args: Array(#"{"text": "hello"}"#.utf8),
            gas: "30 Tgas")
        try await environment.setScript(["*": [["do": "reject", "message": "no"]]])
        await #expect(throws: NEARError.self) { try await manager.sendNEAR(to: bob, amount: "1 NEAR") }

        #expect(try await manager.balance(of: bob) == "10001 NEAR")
        #expect(try await messageCount() == 1)
        #expect(try await manager.history().count == 3)
    }

    @Test(arguments: 0..<2)
    func eachTestHasAProfileAndAManagerOfItsOwn(turn: Int) throws {
        guard case .folders(let folders) = environment.configuration.profile else {
            Issue.record("the profile is \(environment.configuration.profile)")
            return
        }
        #expect(Self.folders.insert(folders.data.path).inserted)
    }

    private func messageCount() async throws -> Int {
        let answer = try await environment.manager.client().callFunction("total_messages", of: "book.test.near")
        return try answer.value.decode(as: Int.self)
    }

    @Suite
    @MainActor
    struct InnerTests {
        private let environment: WalletTestEnvironment

        init() throws {
            environment = try .current
        }

        @Test
        func aSuiteInASuiteHasAChainOfItsOwn() async throws {
            try await environment.signIn()
            try await environment.manager.sendNEAR(to: environment.accounts[1].id, amount: "1 NEAR")
            #expect(try await environment.manager.balance(of: environment.accounts[1].id) == "10001 NEAR")
        }
    }
}
