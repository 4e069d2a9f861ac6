// SPDX-License-Identifier: MIT

// sample: test
import NEARConnectTestKit
import XCTest

final class ShopTests: XCTestCase {
    /// The display, Xvfb where there is none; it lives as long as the process.
    @MainActor private static let display = Result { try DisplaySession.start() }

    /// Runs a test on GLib's main loop, over a chain, a keystore wallet and a manager of its own.
    private func withEnvironment(
        script: JSONValue? = nil, _ body: @escaping @MainActor (WalletTestEnvironment) async throws -> Void
    ) throws {
        try MainActor.assumeIsolated {
            ProgramProcess.prepare()
            _ = try Self.display.get()
            try MainLoop.run {
                let environment = try await WalletTestEnvironment.start(
                    accounts: ["alice.test.near", "shop.test.near"], script: script)
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
    // end of sample

    // sample: scripted
    func testARefusalIsShown() throws {
        let script: JSONValue = ["signAndSendTransaction": [["do": "reject", "message": "Not today"]]]
        try withEnvironment(script: script) { environment in
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
    // end of sample

    override class func setUp() { keepLinkHandlersApart() }
    // sample: test
}
// end of sample
