// SPDX-License-Identifier: MIT

import MainLoopTesting
// sample: test
import NEARConnectTestKit
import XCTest

final class ShopTests: XCTestCase {
    // end of sample
    /// GLib looks once at where link handlers are registered, at the display's start; other tests of this process register some.
    override class func setUp() { _ = DataHome.url }

    // sample: test
    /// Xvfb where there is no display. It lives as long as the process.
    @MainActor private static let display = Result { try DisplaySession.start() }

    /// Runs a test on GLib's main loop, over a chain, a keystore wallet and a manager of its own.
    private func withEnvironment(_ body: @escaping @MainActor (WalletTestEnvironment) async throws -> Void) throws {
        try MainActor.assumeIsolated {
            ProgramProcess.prepare()
            _ = try Self.display.get()
            try MainLoop.run {
                let environment = try await WalletTestEnvironment.start(accounts: ["alice.test.near", "shop.test.near"])
                try await body(environment)
                try await environment.stop()
            }
        }
    }

    func testTheShopIsPaid() throws {
        try withEnvironment { environment in
            let (manager, shop) = (environment.manager, environment.accounts[1].id)
            let before = try await manager.balance(of: shop)

            _ = try await manager.signIn(walletId: "near-connect-keystore")
            let outcome = try await manager.sendNEAR(to: shop, amount: NEARToken("1.5 NEAR"))

            XCTAssertTrue(outcome.isSuccess)
            let after = try await manager.balance(of: shop)
            XCTAssertEqual(after, try before.adding(NEARToken("1.5 NEAR")))
        }
    }
}
// end of sample
