// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The shell's window over a real bridge, wallet and chain.
final class WindowTests: MainLoopTestCase {
    @MainActor
    private static func signedIn(
        approval: ApprovalPolicy? = nil, _ body: (WalletTestEnvironment, ConnectWindow) async throws -> Void
    ) async throws {
        let environment = try await WalletTestEnvironment.start(approval: approval)
        let window = ConnectWindow(manager: environment.manager)
        window.present()
        environment.manager.connect(walletId: KeystoreService.walletId)
        if approval != nil {
            await waitUntil("the sign-in's dialog") { window.bridge.approvals.current != nil }
            window.bridge.approvals.current?.dialog.respond(ApprovalDialog.approve)
        }
        await waitUntil("the account") { environment.manager.isSignedIn && !environment.manager.isBusy }
        try await body(environment, window)
        window.close()
        try await environment.stop()
    }

    func testTheKeyboardBeginsAtTheConnectButtonBesideANotice() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let window = ConnectWindow(manager: environment.manager)
            environment.manager.lastError = "The node can't be reached."
            await waitUntil("the notice") { window.body.errors.isVisible }
            window.present()
            await waitUntil("the focus") { window.body.pages.start.button.isFocus }
            window.close()
            try await environment.stop()
        }
    }

    func testTheFormSendsAfterAnApproval() throws {
        try run {
            try await Self.signedIn(approval: .ask) { environment, window in
                window.body.show(.send)
                let form = try XCTUnwrap(window.body.pages.send).form
                form.receiver.entry.text = environment.accounts[1].id.text
                form.amount.text = "1.5"
                await waitUntil("the form") { form.send.isSensitive }
                form.send.press()
                await waitUntil("the dialog") { window.bridge.approvals.current != nil }
                XCTAssertEqual(window.bridge.approvals.current?.text.total, "1.5 NEAR")
                window.bridge.approvals.current?.dialog.respond(ApprovalDialog.approve)
                await waitUntil("the result") { form.result.isVisible }
                XCTAssertEqual(form.amount.text, "")
                XCTAssertNil(environment.manager.lastError)
            }
        }
    }

    func testAClosedApprovalIsACancellation() throws {
        try run {
            try await Self.signedIn(approval: .ask) { environment, window in
                let message = Task { try await environment.manager.sign(message: "hello", recipient: "test") }
                await waitUntil("the dialog") { window.bridge.approvals.current != nil }
                window.bridge.approvals.current?.cancel()
                do {
                    _ = try await message.value
                    XCTFail("no error")
                } catch let error as NEARError {
                    XCTAssertEqual(error.code, "user-cancelled")
                }
                XCTAssertNil(window.bridge.approvals.current)
            }
        }
    }

    func testAQuietWindowTakesNoKeyboardFromAnotherProgram() throws {
        try run {
            let window = Window(title: "quiet", width: 200, height: 100)
            window.presentQuietly()
            XCTAssertTrue(window.isUrgent)
            XCTAssertFalse(window.takesFocus)
            await waitUntil("the window") { window.isMapped }
            window.destroy()
            // Approvals of programs are such windows; those of a command are what its user waits for.
            let parent = Window(title: "parent", width: 200, height: 100)
            let origin = Asker.program(origin: "https://app.example")
            for (asker, isQuiet) in [(origin, true), (.commandLine(verb: "send"), false)] {
                let dialog = ApprovalDialog(
                    ApprovalRequest(
                        network: "devnet", chain: nil, asker: asker,
                        subject: .message("hello", recipient: "test", signerId: try AccountId("alice.near"))),
                    parent: parent)
                dialog.present()
                XCTAssertEqual(dialog.dialog.isUrgent, isQuiet)
                XCTAssertEqual(dialog.dialog.takesFocus, !isQuiet)
                dialog.cancel()
            }
            parent.destroy()
        }
    }

    func testTheStripsCancelEndsTheOperation() throws {
        try run {
            try await Self.signedIn(approval: .ask) { environment, window in
                let message = Task { try await environment.manager.sign(message: "hello", recipient: "test") }
                await waitUntil("the dialog") { window.bridge.approvals.current != nil }
                window.body.waiting.strip.onCancel?()
                do {
                    _ = try await message.value
                    XCTFail("no error")
                } catch let error as NEARError {
                    XCTAssertEqual(error.code, "user-cancelled")
                }
                await waitUntil("the end of the dialog") { window.bridge.approvals.current == nil }
                XCTAssertFalse(environment.manager.isBusy)
                // The user hears that it has ended, and the line goes by itself, or with the next thing waited for.
                await waitUntil("the word") { window.body.waiting.strip.text == "Cancelled." }
                XCTAssertTrue(window.body.waiting.isRevealed)
                let next = Task { try await environment.manager.sign(message: "hello", recipient: "test") }
                await waitUntil("the next dialog") { window.bridge.approvals.current != nil }
                XCTAssertTrue(window.body.waiting.strip.text.hasPrefix("Waiting for"))
                window.bridge.approvals.current?.cancel()
                _ = await next.result
                await waitUntil("the word again") { window.body.waiting.strip.text == "Cancelled." }
                await waitUntil("its end") { !window.body.waiting.isRevealed }
            }
        }
    }

    func testAnUnansweredQuestionOfAPageIsRefused() throws {
        try run {
            try await Self.signedIn { environment, window in
                let view = try XCTUnwrap(environment.manager.coordinator?.view)
                let answer = Task { try await view.call("return String(confirm('Go on?'))") }
                await waitUntil("the dialog") { window.bridge.dialogs.openCount == 1 }
                window.bridge.dialogs.dismissAll()
                let text = try await answer.value
                XCTAssertEqual(text, "false")
            }
        }
    }

    func testTheBridgeOutlivesItsWindowAndNothingIsLeft() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            await waitUntil("the bridge") { manager.isBridgeReady }
            MainLoop.drain()
            let before = LiveCount.all
            var window: ConnectWindow? = ConnectWindow(manager: manager)
            window?.present()
            manager.showWalletUI = true
            let picture = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).png")
            try await window?.snapshot(to: picture)
            XCTAssertEqual(try Data(contentsOf: picture).prefix(4), Data([0x89, 0x50, 0x4E, 0x47]))
            try FileManager.default.removeItem(at: picture)
            var closed = 0
            window?.onClose = { closed += 1 }
            window?.close()
            window?.close()
            window = nil
            XCTAssertEqual(closed, 1)
            await waitUntil("the release of everything in the window") { LiveCount.isNoMore(than: before) }
            let echo = try await manager.echo("still here")
            XCTAssertEqual(echo, "still here")
            try await environment.stop()
        }
    }

    func testAWindowThatIsNotShownHasNoPicture() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let window = ConnectWindow(manager: environment.manager)
            do {
                try await window.snapshot(to: URL(fileURLWithPath: "/dev/null"))
                XCTFail("no error")
            } catch {
                XCTAssertEqual(error as? SnapshotError, .windowIsNotShown)
            }
            window.close()
            try await environment.stop()
        }
    }

    func testTheMenuForgetsTheWalletAfterAQuestion() throws {
        try run {
            try await Self.signedIn { environment, window in
                let manager = environment.manager
                let wallet = try XCTUnwrap(manager.currentAccount?.walletId)
                let page = PageEvents(try XCTUnwrap(manager.coordinator))
                ForgetWalletDialog.present(wallet, of: manager, above: window.body).cancel()
                XCTAssertTrue(manager.isSignedIn)
                ForgetWalletDialog.present(wallet, of: manager, above: window.body).respond(ForgetWalletDialog.forget)
                await waitUntil("the new page") { page.starts == 1 }
                XCTAssertFalse(manager.isSignedIn)
                XCTAssertNil(manager.lastError)
            }
        }
    }

    func testThePageFollowsAThemeThatCameWhileItWasLoading() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            environment.manager.theme = .dark
            try await environment.manager.ready()
            _ = try await environment.manager.wallets()
            let themes = try await environment.manager.coordinator?.view.call(
                """
                const { dataset } = document.documentElement;
                for (let turn = 0; turn < 3000 && dataset.nearConnectTheme !== "dark"; turn++)
                    await new Promise((resolve) => setTimeout(resolve, 10));
                return `${dataset.theme} ${dataset.nearConnectTheme}`;
                """)
            XCTAssertEqual(themes, "dark dark")
            try await environment.stop()
        }
    }

    func testKeysGoOnWhereTheWalletWasLeft() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let window = ConnectWindow(manager: environment.manager)
            window.present()
            for _ in 0..<2 {
                window.body.pages.start.button.press()
                await waitUntil("the list") { environment.manager.showWalletUI }
                XCTAssertTrue(environment.manager.cancelPendingOperation())
                await waitUntil("the button to have the focus") { window.body.pages.start.button.isFocus }
            }
            environment.manager.connect(walletId: KeystoreService.walletId)
            await waitUntil("the wallet's page to have the focus") {
                window.body.pages.wallet?.receive.isFocus == true
            }
            window.close()
            try await environment.stop()
        }
    }

    func testAClosedPopupIsGone() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            await waitUntil("the bridge") { manager.isBridgeReady }
            let coordinator = try XCTUnwrap(manager.coordinator)
            let window = ConnectWindow(manager: manager)
            window.present()
            let before = LiveCount.all
            _ = try await coordinator.view.call("window.test = window.open('about:blank', '', 'width=400,height=500')")
            await waitUntil("the popup") { coordinator.popups.count == 1 }
            let features = coordinator.popups.first?.view.windowFeatures
            XCTAssertEqual(features?.width, 400)
            coordinator.popups.first?.close()
            XCTAssertTrue(coordinator.popups.isEmpty)
            // The opener's process hears of it by a message of its own.
            let seen = try await coordinator.view.call(
                """
                for (let turn = 0; turn < 3000 && !window.test.closed; turn++)
                    await new Promise((resolve) => setTimeout(resolve, 10));
                return String(window.test.closed);
                """)
            XCTAssertEqual(seen, "true")
            await waitUntil("the release of the popup") { LiveCount.isNoMore(than: before) }
            window.close()
            try await environment.stop()
        }
    }
}
