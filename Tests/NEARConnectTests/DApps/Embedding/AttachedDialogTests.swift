// SPDX-License-Identifier: MIT

import GLibRuntime
import GTKToolkit
import MainLoopTesting
import NEARConnectTestKit
import XCTest

@testable import NEARConnect

/// The package's own dialogs over a program's view, and its own view of wallets.
final class AttachedDialogTests: MainLoopTestCase {
    func testTheBridgesOwnViewGetsNoWallet() throws {
        try withEmbedding { scene in
            let bridge = try XCTUnwrap(scene.environment.manager.coordinator)
            do throws(DAppAttachError) {
                try await scene.host.attach(to: bridge.view.pointer)
                XCTFail("attached")
            } catch {
                XCTAssertEqual(error, .storageOfWallets)
            }
        }
    }

    func testTheDialogAsksAndClosesWithItsPage() throws {
        try withEmbedding { scene in
            let window = Window(title: "Program", width: 400, height: 300)
            let place = Box(.down)
            window.setContent(place)
            window.present()
            scene.host.showDialogs(above: place.gtkWidget)
            let dialogs = try XCTUnwrap(scene.host.desk.dialogs as? DAppDialogs)
            try await scene.host.attach(to: scene.view.view)
            await scene.show()
            try await scene.begin("signIn", "{}")
            await waitUntil("the dialog") { dialogs.approvals.current != nil }
            XCTAssertEqual(scene.host.openRequests.count, 0)
            await scene.show("/next")
            await waitUntil("its end") { dialogs.approvals.current == nil }
            try await scene.begin("signIn", "{}")
            await waitUntil("the dialog") { dialogs.approvals.current != nil }
            let dialog = try XCTUnwrap(dialogs.approvals.current)
            dialog.cancel()
            let code = try await scene.code()
            XCTAssertEqual(code, 4001)
            window.destroy()
        }
    }
}
