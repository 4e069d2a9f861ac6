// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectPeers
import NEARConnectTestKit
import WalletConnectSign
import XCTest

@testable import NEARConnect

/// The ends of links and sessions, by a clock that the test moves.
final class PhoneTimeTests: MainLoopTestCase {
    /// A relay that lets clients in whose clock a test has moved.
    private static var relay: RelaySettings {
        var settings = RelaySettings()
        settings.leeway = 30 * 86_400
        return settings
    }

    /// Turns the loop until something is so, and lets the clock go on where only it is waited for.
    @MainActor
    private static func move(
        _ clock: ManualClock, _ scene: PhoneManagerScene, until isSo: @MainActor () -> Bool
    ) async throws {
        let client = try await XCTUnwrap(scene.manager.phone).connection.client()
        while !isSo() {
            if case .waiting = await client.relay { clock.advance(by: .seconds(2)) }
            await MainLoop.turn()
        }
    }

    func testASessionThatEndsWhileTheProgramRunsSignsOutOnce() throws {
        try run {
            let clock = ManualClock()
            let scene = try await PhoneManagerScene.start(
                PhoneWalletScript(["connect": [.expiry(seconds: 400)]]), relaySettings: Self.relay
            ) { $0.clock = clock }
            let manager = scene.manager
            // The page's own deadlines are by this clock, too.
            try await manager.ready()
            _ = try await scene.signIn()
            clock.advance(by: .seconds(390))
            let client = try await XCTUnwrap(manager.phone).connection.client()
            let before = await client.sessions
            XCTAssertEqual(before.count, 1)
            XCTAssertTrue(manager.isSignedIn)
            clock.advance(by: .seconds(20))
            await waitUntil("the sign-out") { !manager.isSignedIn }
            XCTAssertTrue(manager.lastError?.contains("its time was over") == true, "\(manager.lastError ?? "")")
            await scene.untilAccounts(["", scene.alice.text, ""])
            let after = await client.sessions
            XCTAssertEqual(after, [])
            scene.environment.restartManager()
            XCTAssertNil(scene.manager.currentAccount)
            try await scene.stop()
        }
    }

    func testALinkThatHasEndedIsFollowedByAnotherUntilOneIsScanned() throws {
        try run {
            let clock = ManualClock()
            let scene = try await PhoneManagerScene.start(relaySettings: Self.relay) { $0.clock = clock }
            scene.scans = false
            let manager = scene.manager
            try await manager.ready()
            let signIn = Task { try await manager.signIn(walletId: "wallet-connect") }
            await waitUntil("the link") { scene.links.count == 1 }
            clock.advance(by: .seconds(290))
            await MainLoop.turn()
            XCTAssertEqual(scene.links.count, 1, "it still counts")
            clock.advance(by: .seconds(15))
            try await Self.move(clock, scene) { scene.links.count == 2 }
            let links = scene.links
            XCTAssertNotEqual(links[0].uri, links[1].uri)
            let apart = links[1].expires.timeIntervalSince(links[0].expires)
            XCTAssertTrue((300...330).contains(apart), "\(apart)")
            XCTAssertTrue(manager.isBusy, "the sign-in goes on")
            XCTAssertNil(manager.lastError)
            try await scene.phone.pair(links[1].uri)
            let account = try await signIn.value
            XCTAssertEqual(account.accountId, scene.alice.text)
            await scene.untilAccounts(["", scene.alice.text])
            try await scene.stop()
        }
    }
}
