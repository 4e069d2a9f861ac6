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

    func testAClosedWindowWaitsForThePhoneAndSaysWhatCameOfIt() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            let bus = try PrivateBus()
            let desktop = try await DesktopServer(bus.environment)
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
