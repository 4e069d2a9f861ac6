// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import TestSupport
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The notifications about requests that end while the user looks elsewhere.
final class EndVigilTests: MainLoopTestCase {
    func testEndsAreToldWhileTheWindowHasNoKeyboardUnlessTheUserWantsNone() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let bus = try PrivateBus()
            let desktop = try await DesktopServer(bus.environment)
            let manager = environment.manager
            let services = DesktopServices(environment: bus.environment)
            let window = ConnectWindow(manager: manager, desktop: services)
            window.present()
            manager.connect(walletId: KeystoreService.walletId)
            await waitUntil("the account") { manager.isSignedIn && !manager.isBusy }
            let bob = environment.accounts[1].id
            window.window.isVisible = false
            try await manager.sendNEAR(to: bob, amount: try NEARToken("1.5 NEAR"))
            await waitUntil("the notification") { desktop.notices.count == 1 }
            XCTAssertEqual(desktop.notices[0][3], .string("The transaction is done"))
            XCTAssertEqual(desktop.notices[0][4], .string("send 1.5 NEAR, to bob.test.near"))
            // The desktop's answer has the number that a press names.
            await waitUntil("its number") { services.shown.count == 1 }
            try desktop.press()
            await waitUntil("the window") { window.window.isVisible }
            window.window.isVisible = false
            let call = Action.functionCall(
                FunctionCallAction(methodName: "<b>", args: [], gas: .tera(10), deposit: .zero))
            do {
                try await manager.signAndSendTransaction(receiverId: bob, actions: [call])
                XCTFail("bob has no contract")
            } catch {
                // It failed on the chain.
            }
            await waitUntil("the second notification") { desktop.notices.count == 2 }
            XCTAssertEqual(desktop.notices[1][3], .string("The transaction failed"))
            // A site's text is no markup to the server of notifications.
            XCTAssertEqual(desktop.notices[1][4], .string("call &lt;b&gt;, to bob.test.near"))
            // A command on the same profile has begun a newer one, which has not ended.
            let folders = try XCTUnwrap(manager.folders)
            let newer = try JournalBuilders.intent("newer", time: 32_503_680_000_000)
            _ = try await TransactionJournal(file: JournalFile(folder: folders.state), logger: manager.logger)
                .append([.intent(newer)])
            try await manager.sendNEAR(to: bob, amount: try NEARToken("0.5 NEAR"))
            await waitUntil("the third notification") { desktop.notices.count == 3 }
            XCTAssertEqual(desktop.notices[2][4], .string("send 0.5 NEAR, to bob.test.near"))
            await waitUntil("the last one's number") { services.shown.count == 3 }
            // Each one shows the window, also while newer ones stand there.
            for index in [1, 2, 0] {
                window.window.isVisible = false
                try desktop.press(index)
                await waitUntil("the window by notification \(index)") { window.window.isVisible }
            }
            window.header.onPreferences?()
            PreferencesDialog.open.last?.notifies.isChecked = false
            PreferencesDialog.open.last?.dialog.respond(0)
            try await manager.sendNEAR(to: bob, amount: try NEARToken("1 NEAR"))
            window.body.show(.activity)
            await waitUntil("all entries") { window.body.pages.activity?.table.count == 5 }
            XCTAssertEqual(desktop.notices.count, 3)
            // A request that was approved and came to nothing is news.
            window.header.onPreferences?()
            PreferencesDialog.open.last?.notifies.isChecked = true
            PreferencesDialog.open.last?.dialog.respond(0)
            window.window.isVisible = false
            await environment.devnet.stop()
            do {
                try await manager.sendNEAR(to: bob, amount: try NEARToken("2 NEAR"))
                XCTFail("no node is there")
            } catch {
                // Nothing was signed.
            }
            await waitUntil("the fourth notification") { desktop.notices.count == 4 }
            XCTAssertEqual(desktop.notices[3][3], .string("The transaction was not sent"))
            window.close()
            try await environment.stop()
        }
    }
}
