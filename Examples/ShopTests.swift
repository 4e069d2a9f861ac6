// SPDX-License-Identifier: MIT

// sample: test
import NEARConnectTesting

@Suite(.nearWallet(accounts: ["alice.test.near", "shop.test.near"]))
@MainActor
struct ShopTests {
    @Test
    func theShopIsPaid() async throws {
        let environment = try WalletTestEnvironment.current
        let (manager, shop) = (environment.manager, environment.accounts[1].id)
        let before = try await manager.balance(of: shop)

        _ = try await manager.signIn(walletId: "near-connect-keystore")
        let outcome = try await manager.sendNEAR(to: shop, amount: NEARToken("1.5 NEAR"))

        #expect(outcome.isSuccess)
        #expect(try await manager.balance(of: shop) == before.adding(NEARToken("1.5 NEAR")))
    }
}
// end of sample

// sample: xctest
final class ShopXCTests: MainLoopTestCase {
    func testARefusalIsShown() throws {
        let refusal: JSONValue = ["signAndSendTransaction": [["do": "reject", "message": "Not today"]]]
        try withWallet(WalletTestOptions(script: refusal)) { environment in
            let (manager, shop) = (environment.manager, environment.accounts[1].id)
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            do {
                _ = try await manager.sendNEAR(to: shop, amount: .oneYocto)
                XCTFail("the wallet has refused")
            } catch NEARError.walletRejected(let message) {
                XCTAssertTrue(message.contains("Not today"))
            }
        }
    }
}
// end of sample
