// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARConnectPeers
import NEARConnectTestKit
import NEARPrimitives
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// Wallets on phones in the shell's window.
final class PhoneWindowTests: MainLoopTestCase {
    /// A window over a manager whose user has a phone, with the window's own dialogs.
    @MainActor
    private static func show(
        _ scene: PhoneManagerScene, _ environment: [String: String] = [:]
    ) -> ConnectWindow {
        scene.manager.setPhoneWalletPresenter(nil)
        let window = ConnectWindow(manager: scene.manager, desktop: DesktopServices(environment: environment))
        window.present()
        return window
    }

    /// Signs in by the window's button; the phone scans what the window shows.
    @MainActor
    private static func signIn(_ scene: PhoneManagerScene, _ window: ConnectWindow) async throws {
        window.body.pages.start.phone.press()
        await waitUntil("the link") { window.bridge.phoneDialogs.link != nil }
        try await scene.phone.pair(try XCTUnwrap(window.bridge.phoneDialogs.link?.link.uri))
        await waitUntil("the account") { scene.manager.isSignedIn && !scene.manager.isBusy }
    }

    func testAPhoneIsConnectedListedPingedAndDisconnected() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            let window = Self.show(scene)
            XCTAssertTrue(window.header.phones.isVisible)
            XCTAssertTrue(window.body.pages.start.phone.isVisible)
            // Nothing is opened before a phone is connected.
            window.header.onPhones?()
            let empty = try XCTUnwrap(PhoneWalletsDialog.open.last)
            await waitUntil("the list") { empty.note.text == "No wallet is connected." }
            XCTAssertEqual(scene.manager.phone?.connection.isInUse, false)
            empty.dialog.respond(0)
            try await Self.signIn(scene, window)
            XCTAssertNil(window.bridge.phoneDialogs.link)
            window.header.onPhones?()
            let list = try XCTUnwrap(PhoneWalletsDialog.open.last)
            await waitUntil("the wallet") { list.rows.count == 1 }
            XCTAssertEqual(list.note.text, "1 wallet is connected.")
            let texts = list.rows[0].lines.map(\.text)
            XCTAssertEqual(texts[0], scene.alice.text)
            XCTAssertTrue(texts.contains("on near:devnet"), "\(texts)")
            XCTAssertTrue(texts.last?.contains("last heard") == true, "\(texts)")
            list.rows[0].ping.press()
            await waitUntil("the answer") { list.rows.first?.answer.text == "It answers." }
            list.rows[0].disconnect.press()
            await scene.untilPhone { if case .ended = $0 { true } else { false } }
            await waitUntil("the empty list") { list.rows.isEmpty && list.note.text == "No wallet is connected." }
            await waitUntil("the sign-out") { !scene.manager.isSignedIn }
            XCTAssertNil(scene.manager.lastError, "the user has done it")
            list.dialog.respond(0)
            XCTAssertEqual(PhoneWalletsDialog.open.count, 0)
            window.close()
            try await scene.stop()
        }
    }

    func testAWindowWithoutAProjectOffersNoPhones() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let window = ConnectWindow(manager: environment.manager)
            window.present()
            XCTAssertFalse(window.header.phones.isVisible)
            XCTAssertFalse(window.body.pages.start.phone.isVisible)
            window.close()
            try await environment.stop()
        }
    }

    // MARK: While a phone is asked

    /// The desktop's services, which write down what they are asked for.
    @MainActor private final class Desktop {
        private(set) var inhibitions: [[DBusValue]] = []
        private(set) var notices: [[DBusValue]] = []
        /// The connections by which somebody keeps the desktop awake.
        private(set) var keepers: [String] = []
        private var objects: [ExportedObject] = []
        let bus: SessionBus

        init(_ environment: [String: String]) async throws {
            bus = try await SessionBus.connect(environment: environment)
            let names = ["org.freedesktop.portal.Desktop", "org.freedesktop.Notifications"]
            objects = [
                try ExportedObject(
                    at: "/org/freedesktop/portal/desktop", on: bus,
                    introspection: """
                        <node><interface name="org.freedesktop.portal.Inhibit"><method name="Inhibit">
                          <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="a{sv}" direction="in"/>
                          <arg type="o" direction="out"/>
                        </method></interface></node>
                        """
                ) { [weak self] call in
                    self?.inhibitions.append(call.arguments)
                    self?.keepers.append(call.sender)
                    call.reply([.objectPath("/request/1")])
                },
                try ExportedObject(
                    at: "/org/freedesktop/Notifications", on: bus,
                    introspection: """
                        <node><interface name="org.freedesktop.Notifications"><method name="Notify">
                          <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
                          <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
                          <arg type="a{sv}" direction="in"/><arg type="i" direction="in"/>
                          <arg type="u" direction="out"/>
                        </method></interface></node>
                        """
                ) { [weak self] call in
                    self?.notices.append(call.arguments)
                    call.reply([.unsigned(7)])
                },
            ]
            for name in names { _ = try await bus.request(name: name) }
        }

        /// Presses the notification.
        func press() throws {
            try bus.emit(
                "ActionInvoked", of: "org.freedesktop.Notifications", at: "/org/freedesktop/Notifications",
                [.unsigned(7), .string("default")])
        }

        /// Returns whether the connection is still there that keeps the desktop awake.
        func isAwake() async throws -> Bool {
            guard let keeper = keepers.last else { return false }
            let reply = try await bus.call(
                "NameHasOwner", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus",
                [.string(keeper)])
            return reply.first == .boolean(true)
        }
    }

    func testAClosedWindowWaitsForThePhoneAndSaysWhatCameOfIt() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            let bus = try PrivateBus()
            let desktop = try await Desktop(bus.environment)
            let window = Self.show(scene, bus.environment)
            try await Self.signIn(scene, window)
            await scene.script("near_signTransaction", [.wait])
            let (manager, bob) = (scene.manager, scene.bob)
            let before = try await scene.balance(bob)
            let sending = Task { try await manager.sendNEAR(to: bob, amount: NEARToken(yoctoNEAR: 3)) }
            await scene.untilPhone { $0 == .requested(method: "near_signTransaction", chain: "near:devnet") }
            await waitUntil("the portal") { desktop.inhibitions.count == 2 }
            XCTAssertEqual(desktop.inhibitions.last?[1], .unsigned(5), "no log-out, no sleep")
            let isAwake = try await desktop.isAwake()
            XCTAssertTrue(isAwake)
            let dialog = try XCTUnwrap(window.bridge.phoneDialogs.asking?.dialog)
            var isClosed = false
            window.onClose = { isClosed = true }
            window.closeByUser()
            XCTAssertFalse(window.window.isVisible)
            XCTAssertFalse(dialog.isVisible)
            XCTAssertFalse(isClosed)
            XCTAssertTrue(manager.isBusy)
            // Somebody starts the program again.
            window.present()
            XCTAssertTrue(window.window.isVisible)
            XCTAssertTrue(dialog.isVisible)
            window.closeByUser()
            await scene.phone.go()
            let outcome = try await sending.value
            XCTAssertTrue(outcome.isSuccess)
            await waitUntil("the end of the window") { isClosed }
            let after = try await scene.balance(bob)
            XCTAssertEqual(after, before + 3)
            let notice = try XCTUnwrap(desktop.notices.last)
            XCTAssertEqual(notice[3], .string("Scripted phone wallet has answered"))
            XCTAssertEqual(notice[4], .string("The transaction was sent."))
            while try await desktop.isAwake() { await MainLoop.turn() }
            try await bus.stop()
            try await scene.stop()
        }
    }

    func testAWindowThatIsClosedEndsAtOnceWhereNoPhoneIsAsked() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            let window = Self.show(scene)
            scene.manager.connect(walletId: "wallet-connect")
            await waitUntil("the link") { window.bridge.phoneDialogs.link != nil }
            var isClosed = false
            window.onClose = { isClosed = true }
            window.closeByUser()
            XCTAssertTrue(isClosed)
            await waitUntil("the end of the sign-in") { !scene.manager.isBusy }
            try await scene.stop()
        }
    }
}
