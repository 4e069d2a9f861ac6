// SPDX-License-Identifier: MIT

import NEARConnectTesting

/// Swift Testing's main actor, which is on the process's main thread with GLib's loop turning.
@Suite(.nearWallet)
@MainActor
struct MainActorTests {
    @Test
    func theMainActorStaysOnTheMainThread() async throws {
        #expect(Thread.isMainThread)
        try await Task.sleep(for: .milliseconds(1))
        #expect(Thread.isMainThread)
        // A timeout of GLib's ends this wait.
        await MainLoop.turn()
        #expect(Thread.isMainThread)
    }

    @Test
    func aWalletSignsInAndSends() async throws {
        let environment = try WalletTestEnvironment.current
        let manager = environment.manager
        let receiver = environment.accounts[1].id
        let before = try await manager.balance(of: receiver)
        _ = try await manager.signIn(walletId: "near-connect-keystore")
        let outcome = try await manager.sendNEAR(to: receiver, amount: NEARToken("1.5 NEAR"))
        #expect(outcome.isSuccess)
        #expect(try await manager.balance(of: receiver) == before.adding(NEARToken("1.5 NEAR")))
        #expect(Thread.isMainThread)
    }
}
