// SPDX-License-Identifier: MIT

import GLibRuntime
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore

/// Approval dialogs of several askers: one at a time.
final class ApprovalTurnTests: MainLoopTestCase {
    @MainActor
    private static func request() -> ApprovalRequest {
        ApprovalRequest(
            network: "devnet", chain: nil, asker: .program(origin: "https://app.example"),
            subject: .signIn(candidates: []))
    }

    func testADialogWaitsForTheOneThatIsOpen() throws {
        try run {
            let window = Window(title: "test", width: 300, height: 200)
            window.present()
            let turns = ApprovalTurn()
            let presenters = (0..<3).map { _ in ApprovalPresenter(parent: window, turns: turns) }
            let answers = presenters.map { presenter in Task { await presenter.approve(Self.request()) } }
            await waitUntil("a dialog") { presenters[0].current != nil }
            await waitUntil("those that wait") {
                presenters[0].current?.dialog.subtitle == "2 more questions wait"
            }
            for _ in 0..<20 { await MainLoop.turn() }
            XCTAssertEqual(presenters.map { $0.current != nil }, [true, false, false])
            // Who gives up while waiting has no dialog, and keeps nobody waiting.
            presenters[1].dismiss()
            let given = await answers[1].value
            XCTAssertEqual(given, .cancelled)
            XCTAssertEqual(presenters[0].current?.dialog.subtitle, "1 more question waits")
            presenters[0].current?.cancel()
            await waitUntil("the next") { presenters[2].current != nil }
            XCTAssertNil(presenters[0].current)
            XCTAssertNotNil(presenters[2].current)
            XCTAssertNil(presenters[2].current?.dialog.subtitle)
            presenters[2].current?.dialog.respond(ApprovalDialog.approve)
            let last = await answers[2].value
            XCTAssertEqual(last, .approved(account: nil))
            let first = await answers[0].value
            XCTAssertEqual(first, .cancelled)
            // The turns are free again.
            let again = Task { await presenters[1].approve(Self.request()) }
            await waitUntil("a dialog") { presenters[1].current != nil }
            presenters[1].dismiss()
            let answer = await again.value
            XCTAssertEqual(answer, .cancelled)
            window.destroy()
        }
    }
}
