// SPDX-License-Identifier: MIT

import NEARConnectTesting

/// The kit under XCTest.
final class WalletTestCaseTests: MainLoopTestCase {
    func testAWalletSignsInAndSends() throws {
        try withWallet { environment in
            try await environment.signIn()
            let outcome = try await environment.manager.sendNEAR(to: "bob.test.near", amount: "1.5 NEAR")
            XCTAssertTrue(outcome.isSuccess)
            XCTAssertTrue(Thread.isMainThread)
        }
    }

    func testWhatTheTestThrowsIsThrown() {
        XCTAssertThrowsError(try withWallet { _ in throw NoWalletError() }) {
            XCTAssertEqual($0 as? NoWalletError, .init())
        }
    }

    func testTheLoopTurnsUnderRunOnly() throws {
        MainActor.assumeIsolated { XCTAssertFalse(MainLoop.isTurning) }
        try run { XCTAssertTrue(MainLoop.isTurning) }
    }
}
