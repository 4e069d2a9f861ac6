// SPDX-License-Identifier: MIT

import GLibRuntime
import MainLoopTesting
import NEARConnectTestKit
import Observation
import XCTest

@testable import NEARConnect

/// Requests that are started while a host's handler waits in a dialog's loop.
final class DialogLoopTests: MainLoopTestCase {
    func testARequestIsAnsweredWhileADialogStandsAndStateComesBeforeItsResult() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            var events: [String] = []
            try await manager.ready()
            // What follows runs in a job of the loop's source, as a Swift host's handler does after an await.
            await Task.yield()
            let dialog = ModalDialog()
            withObservationTracking {
                _ = manager.currentAccount
            } onChange: {
                MainActor.assumeIsolated { events.append("state") }
            }
            let request = Task { @MainActor in
                defer { dialog.answer() }
                let account = try await manager.signIn(walletId: "near-connect-keystore")
                XCTAssertEqual(manager.currentAccount, account)
                events.append("result")
            }
            XCTAssertTrue(dialog.runLoop(), "no answer while the dialog stood")
            XCTAssertEqual(events, ["state", "result"])
            try await request.value
            try await environment.stop()
        }
    }
}
