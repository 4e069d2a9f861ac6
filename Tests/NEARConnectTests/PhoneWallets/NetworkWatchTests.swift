// SPDX-License-Identifier: MIT

import CGLib
import MainLoopTesting
import WalletConnectPlatform
import WalletConnectSign
import XCTest

@testable import GLibRuntime
@testable import NEARConnect

/// Changes of this computer's network, and its waking up, as logind tells it on the system's bus.
final class NetworkWatchTests: MainLoopTestCase {
    func testANetworkThatIsThereAgainIsToldOnceASecond() throws {
        try run {
            var count = 0
            let watch = NetworkWatch(environment: [:]) { count += 1 }
            let monitor = try XCTUnwrap(watch.monitor, "GIO has no monitor of the kernel's network")
            // The kernel's word, in the place of a cable that is pulled.
            @MainActor func say(_ isAvailable: Bool) {
                var values = [GValue](repeating: GValue(), count: 2)
                g_value_init(&values[0], g_network_monitor_get_type())
                g_value_set_object(&values[0], monitor.pointer)
                g_value_init(&values[1], GType(5 << 2))
                g_value_set_boolean(&values[1], isAvailable ? 1 : 0)
                g_signal_emitv(values, g_signal_lookup("network-changed", g_network_monitor_get_type()), 0, nil)
                for index in values.indices { g_value_unset(&values[index]) }
            }
            for isAvailable in [false, true, true, false, true] { say(isAvailable) }
            XCTAssertEqual(count, 0)
            await waitUntil("the change") { count == 1 }
            say(true)
            await waitUntil("another one") { count == 2 }
        }
    }

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
