// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The approval dialog as a user operates it, and a program that asks in its own way instead.
final class ApprovalDialogTests: MainLoopTestCase {
    /// Starts an operation, has `answer` deal with its dialog, and says how it ended: `nil` for well.
    @MainActor
    private static func ending(
        of operation: @escaping @MainActor @Sendable () async throws -> Void, in window: ConnectWindow,
        answer: (ApprovalDialog) -> Void
    ) async -> String? {
        let task = Task { try await operation() }
        await waitUntil("the dialog") { window.bridge.approvals.current != nil }
        if let dialog = window.bridge.approvals.current { answer(dialog) }
        switch await task.result {
        case .success: return nil
        case .failure(let error): return (error as? NEARError)?.code ?? "\(error)"
        }
    }

    func testKeysThatWereMeantForAnotherWindowApproveNothing() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(approval: .ask)
            let manager = environment.manager
            let window = ConnectWindow(manager: manager)
            window.present()
            let bob = environment.accounts[1].id
            let signIn: @MainActor @Sendable () async throws -> Void = {
                _ = try await manager.signIn(walletId: KeystoreService.walletId)
            }
            let pay: @MainActor @Sendable () async throws -> Void = {
                _ = try await manager.sendNEAR(to: bob, amount: .near(1))
            }
            let sign: @MainActor @Sendable () async throws -> Void = {
                _ = try await manager.sign(message: "hello", recipient: "test")
            }

            let enter: (ApprovalDialog) -> Void = { $0.dialog.pressEnter() }
            let space: (ApprovalDialog) -> Void = { $0.dialog.pressFocused() }
            for press in [enter, space] {
                let ending = await Self.ending(of: signIn, in: window, answer: press)
                XCTAssertEqual(ending, "user-cancelled")
            }
            let approved = await Self.ending(of: signIn, in: window) { $0.dialog.respond(ApprovalDialog.approve) }
            XCTAssertNil(approved)
            for press in [enter, space] {
                let payment = await Self.ending(of: pay, in: window, answer: press)
                XCTAssertEqual(payment, "user-cancelled")
                let message = await Self.ending(of: sign, in: window, answer: press)
                XCTAssertEqual(message, "user-cancelled")
            }
            window.close()
            try await environment.stop()
        }
    }

    /// A program's own way to ask.
    @MainActor private final class OwnApprover: Approver {
        var asked = 0

        func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
            asked += 1
            return .approved(account: request.candidates.first)
        }
        func dismiss() {}
    }

    func testAProgramsOwnApproverIsAskedAlsoWhereAWidgetShowsTheBridge() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(approval: .ask)
            let manager = environment.manager
            let first = OwnApprover()
            manager.setApprover(first)
            let window = ConnectWindow(manager: manager)
            window.present()
            _ = try await manager.signIn(walletId: KeystoreService.walletId)
            XCTAssertEqual(first.asked, 1, "the widget left it where it was")
            let second = OwnApprover()
            manager.setApprover(second)
            _ = try await manager.sign(message: "hello", recipient: "test")
            XCTAssertEqual([first.asked, second.asked], [1, 1])
            XCTAssertNil(window.bridge.approvals.current)
            manager.setApprover(nil)
            let message = Task { try await manager.sign(message: "hello", recipient: "test") }
            await waitUntil("the widget's own dialog") { window.bridge.approvals.current != nil }
            window.bridge.approvals.current?.cancel()
            do {
                _ = try await message.value
                XCTFail("no error")
            } catch NEARError.userCancelled {}
            let later = BridgeWidget(manager: manager)
            XCTAssertTrue(manager.services.approver === later.approvals)
            window.close()
            try await environment.stop()
        }
    }
}
