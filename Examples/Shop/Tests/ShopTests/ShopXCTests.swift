// SPDX-License-Identifier: MIT

// sample: xctest
import NEARConnectTesting

final class ShopXCTests: MainLoopTestCase {
    func testTheShopIsPaid() throws {
        try withWallet(WalletTestOptions(accounts: ["alice.test.near", "shop.test.near"])) { environment in
            try await environment.signIn()
            let outcome = try await environment.manager.sendNEAR(to: "shop.test.near", amount: "1.5 NEAR")
            XCTAssertTrue(outcome.isSuccess)
        }
    }
}
// end of sample
