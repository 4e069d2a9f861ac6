// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectPeers
import NEARConnectTestKit
import NEARPrimitives
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// A phone's account whose session can't be looked at for a time.
final class PhoneCheckWindowTests: MainLoopTestCase {
    func testASessionThatAnotherWindowHasIsCheckedAgainAndNotSignedInAgain() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            _ = try await scene.signIn()
            // A second window over the same profile: the first one has the sessions.
            let manager = NEARWalletManager(configuration: scene.environment.configuration)
            let window = ConnectWindow(manager: manager)
            window.present()
            let page = try XCTUnwrap(window.body.pages.wallet)
            await waitUntil("the word") { page.stale.isVisible }
            XCTAssertTrue(page.stale.text.hasPrefix("Your sign-in can’t be checked now: "), page.stale.text)
            XCTAssertFalse(page.stale.text.hasSuffix(".."), page.stale.text)
            XCTAssertTrue(page.check.isVisible && !page.signIn.isVisible)
            XCTAssertTrue(manager.isSessionUncompared)
            XCTAssertEqual(manager.currentAccount?.accountId, scene.alice.text)
            scene.manager.close()
            page.check.press()
            await waitUntil("the session, \(manager.lastError ?? "")") {
                !page.stale.isVisible && !page.check.isVisible
            }
            XCTAssertEqual(manager.currentAccount?.accountId, scene.alice.text)
            window.close()
            manager.close()
            try await scene.stop()
        }
    }
}
