// SPDX-License-Identifier: MIT

import MainLoopTesting
// sample: scripted
import NEARConnectTestKit
import XCTest

// end of sample

final class ScriptedWalletTests: MainLoopTestCase {
    func testARefusalIsShown() throws {
        try run {
            // sample: scripted
            let environment = try await WalletTestEnvironment.start(
                script: ["signAndSendTransaction": [["do": "reject", "message": "Not today"]]])
            _ = try await environment.manager.signIn(walletId: ScriptedWallet.id)
            do {
                _ = try await environment.manager.sendNEAR(to: environment.accounts[1].id, amount: .oneYocto)
                XCTFail("the wallet has refused")
            } catch NEARError.walletRejected(let message) {
                XCTAssertTrue(message.contains("Not today"))
            }
            try await environment.stop()
            // end of sample
        }
    }
}
