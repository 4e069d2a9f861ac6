// SPDX-License-Identifier: MIT

import GLibRuntime
import MainLoopTesting
import WalletConnectPlatform
import WalletConnectSign
import XCTest

@testable import NEARConnect

/// Changes of this computer's network, and its waking up, as logind tells it on the system's bus.
final class NetworkWatchTests: MainLoopTestCase {
    func testWakingUpConnectsTheRelayAnewAtOnce() throws {
        try run {
            let bus = try PrivateBus()
            let logind = try await SessionBus.connect(environment: bus.environment)
            let hasName = try await logind.request(name: "org.freedesktop.login1")
            XCTAssertTrue(hasName)
            let scene = try await PhoneManagerScene.start {
                $0.environment["DBUS_SYSTEM_BUS_ADDRESS"] = bus.address
            }
            _ = try await scene.signIn()
            let client = try await XCTUnwrap(scene.manager.phone).connection.client()
            let events = await client.events()
            var states: [RelayState] = []
            let reader = Task { for await case .relay(let state) in events { states.append(state) } }
            // Nobody says when the watch has begun to listen, so that logind says it until it is heard.
            await waitUntil("a new connection") {
                for begins in [true, false] {
                    do throws(GLibError) {
                        try logind.emit(
                            "PrepareForSleep", of: "org.freedesktop.login1.Manager", at: "/org/freedesktop/login1",
                            [.boolean(begins)])
                    } catch {
                        XCTFail("\(error)")
                    }
                }
                return states.suffix(2) == [.connecting, .connected]
            }
            reader.cancel()
            XCTAssertTrue(scene.manager.isSignedIn)
            let sessions = await client.sessions
            XCTAssertEqual(sessions.count, 1)
            try await scene.stop()
            try await bus.stop()
        }
    }
}
