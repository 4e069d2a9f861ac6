// SPDX-License-Identifier: MIT

// sample: test
import NEARConnectTesting

@Suite(.nearWallet(accounts: ["alice.test.near", "shop.test.near"]))
@MainActor
struct ShopTests {
    let environment: WalletTestEnvironment

    init() throws {
        environment = try .current
    }

    @Test
    func theShopIsPaid() async throws {
        try await environment.signIn()
        let outcome = try await environment.manager.sendNEAR(to: "shop.test.near", amount: "1.5 NEAR")

        #expect(outcome.isSuccess)
        #expect(try await environment.manager.balance(of: "shop.test.near") == "10001.5 NEAR")
    }

    @Test
    func whoHasTooLittleIsToldSo() async throws {
        try await environment.signIn()
        await #expect(throws: ChainError.notEnoughBalance) {
            try await onChain {
                try await environment.manager.sendNEAR(to: "shop.test.near", amount: "20000 NEAR")
            }
        }
    }
    // end of sample

    // sample: scripted
    @Test(.nearWallet(script: ["signAndSendTransaction": [["do": "reject", "message": "Not today"]]]))
    func aRefusalIsShown() async throws {
        let environment = try WalletTestEnvironment.current
        try await environment.signIn(with: ScriptedWallet.id)
        let error = await #expect(throws: NEARError.self) {
            try await environment.manager.sendNEAR(to: "bob.test.near", amount: "1 NEAR")
        }
        #expect(error?.errorDescription?.contains("Not today") == true)
    }
    // end of sample
    // sample: test
}
// end of sample
