// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The window's page of delegate actions, over a real wallet and chain.
final class DelegateWindowTests: MainLoopTestCase {
    @MainActor
    private static func signedIn(
        _ body: (WalletTestEnvironment, ConnectWindow, DelegatePage) async throws -> Void
    ) async throws {
        let environment = try await WalletTestEnvironment.start()
        let window = ConnectWindow(manager: environment.manager)
        window.present()
        environment.manager.connect(walletId: KeystoreService.walletId)
        await waitUntil("the account") { environment.manager.isSignedIn && !environment.manager.isBusy }
        window.body.show(.delegate)
        try await body(environment, window, try XCTUnwrap(window.body.pages.delegate))
        window.close()
        try await environment.stop()
    }

    /// Signs a transfer of 2 NEAR to bob.
    @MainActor
    private static func signTransfer(
        on page: DelegatePage, _ environment: WalletTestEnvironment
    ) async throws -> String {
        page.form.contract.text = environment.accounts[1].id.text
        page.form.deposit.text = "2"
        XCTAssertTrue(page.sign.isSensitive)
        page.sign.press()
        await waitUntil("the signature: \(environment.manager.lastError ?? "")") { page.signed != nil }
        return try XCTUnwrap(page.signed)
    }

    func testEachWrongFieldHasItsSentence() throws {
        try run {
            try await Self.signedIn { _, _, page in
                let form = page.form
                form.contract.text = "Not An Account"
                form.arguments.text = "{"
                form.gas.text = "1001"
                form.deposit.text = "x"
                let wrong = form.problems.filter { $0.value.isVisible }
                XCTAssertEqual(Set(wrong.keys), [\.contract, \.arguments, \.gas, \.deposit])
                XCTAssertEqual(Set(wrong.values.map(\.text)).count, 4)
                form.gas.text = "30"
                XCTAssertEqual(form.problems[\.gas]?.isVisible, false)
            }
        }
    }

    func testATransferIsSignedSavedOpenedAndSentByAnotherAccount() throws {
        try run {
            try await Self.signedIn { environment, _, page in
                XCTAssertFalse(page.sign.isSensitive, "nothing is written")
                let text = try await Self.signTransfer(on: page, environment)
                XCTAssertTrue(page.note.text.contains("valid up to block"), page.note.text)
                let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).txt")
                page.write(to: file)
                XCTAssertEqual(page.note.text, "Written to \(file.path).")
                let relay = page.relay
                relay.take(file)
                XCTAssertEqual(relay.pasted.text, text + "\n")
                try FileManager.default.removeItem(at: file)
                let (alice, bob, payer) = (environment.accounts[0].id, environment.accounts[1].id, "relayer.test.near")
                XCTAssertTrue(relay.summary.text.hasPrefix("\(alice) has signed, valid up to block "))
                XCTAssertTrue(
                    relay.summary.text.hasSuffix(
                        "\n• Send 2 NEAR to \(bob)\nThe account that sends it pays 2 NEAR and the gas."),
                    relay.summary.text)
                relay.payer.chosen = 2
                let client = try environment.manager.client()
                let before = try await client.viewAccount(bob).value.amount
                let signer = try await client.viewAccount(alice).value.amount
                relay.send.press()
                XCTAssertFalse(relay.send.isSensitive, "it is being sent")
                await waitUntil("the end: \(environment.manager.lastError ?? "")") { !relay.isSending }
                XCTAssertTrue(relay.note.text.hasPrefix("Sent. \(payer) has paid 0.00"), relay.note.text)
                let two = try NEARToken.near(2)
                let after = try await client.viewAccount(bob).value.amount
                XCTAssertEqual(after.yoctoNEAR - before.yoctoNEAR, two.yoctoNEAR)
                let left = try await client.viewAccount(alice).value.amount
                XCTAssertEqual(left, signer, "who sends it pays gas and deposit")
                let entry = try await environment.manager.history().first
                XCTAssertEqual(entry?.signerId.text, payer)
                // A second time it is refused before anybody pays.
                relay.send.press()
                await waitUntil("the refusal") { !relay.isSending }
                XCTAssertTrue(
                    environment.manager.lastError?.contains("nonce") == true, environment.manager.lastError ?? "")
                let count = try await environment.manager.history().count
                XCTAssertEqual(count, 2, "the signature and the transaction")
            }
        }
    }

    func testACallOfAContractIsSignedAsTyped() throws {
        try run {
            try await Self.signedIn { environment, _, page in
                let contract = environment.accounts[1].id
                try await environment.devnet.deploy(.guestBook, to: contract)
                page.form.contract.text = contract.text
                await waitUntil("the methods") { page.form.methods.names.contains("add_message") }
                page.form.method.text = "add_message"
                page.form.arguments.text = #"{"text": "for free"}"#
                page.sign.press()
                await waitUntil("the signature: \(environment.manager.lastError ?? "")") { page.signed != nil }
                page.relay.pasted.text = try XCTUnwrap(page.signed)
                page.relay.payer.chosen = 2
                page.relay.send.press()
                await waitUntil("the end") { !page.relay.isSending }
                XCTAssertTrue(page.relay.note.text.hasPrefix("Sent. "), environment.manager.lastError ?? "")
                let messages = try await environment.manager.client().callFunction(
                    "get_messages", of: contract, arguments: .object([:]))
                XCTAssertTrue(String(decoding: messages.value.result, as: UTF8.self).contains("for free"))
                // A failure on the contract's side is said, though the transaction around it succeeds.
                page.form.method.text = "no_such_method"
                page.sign.press()
                await waitUntil("the next signature") { page.signed != nil && !environment.manager.isBusy }
                page.relay.pasted.text = try XCTUnwrap(page.signed)
                page.relay.send.press()
                await waitUntil("the next end") { !page.relay.isSending }
                XCTAssertTrue(
                    page.relay.note.text.hasPrefix("Sent, but what was signed has failed: "), page.relay.note.text)
                XCTAssertTrue(page.relay.note.text.contains("has no such method"), page.relay.note.text)
            }
        }
    }

    func testWhatIsNoSignedActionIsSaidAndNotSent() throws {
        try run {
            try await Self.signedIn { environment, _, page in
                let text = try await Self.signTransfer(on: page, environment)
                let relay = page.relay
                for wrong in ["hello", "AAAA", String(text.dropLast(8)), String(repeating: "A", count: 3_000_000)] {
                    relay.pasted.text = wrong
                    XCTAssertTrue(relay.note.isVisible, wrong)
                    XCTAssertFalse(relay.summary.isVisible)
                    XCTAssertFalse(relay.send.isSensitive)
                }
                // Another amount than was signed.
                var bytes = try XCTUnwrap(Base64.decode(text))
                let amount = try withUnsafeBytes(of: NEARToken.near(2).yoctoNEAR.littleEndian) { [UInt8]($0) }
                let place = try XCTUnwrap(
                    bytes.indices.first { bytes[$0...].starts(with: amount) })
                bytes[place] ^= 1
                relay.pasted.text = Base64.encode(bytes)
                XCTAssertTrue(relay.note.text.contains("isn’t signed by its key"), relay.note.text)
                XCTAssertFalse(relay.send.isSensitive)
                relay.pasted.text = "  " + text.prefix(40) + "\n" + text.dropFirst(40) + "\n"
                XCTAssertFalse(relay.note.isVisible, relay.note.text)
                XCTAssertTrue(relay.send.isSensitive)
                relay.pasted.text = ""
                XCTAssertFalse(relay.summary.isVisible)
                for name in ["/dev/zero", "/nowhere.txt", "/usr/bin/env"] {
                    relay.take(URL(filePath: name))
                    XCTAssertTrue(relay.note.text.contains(name), relay.note.text)
                    XCTAssertFalse(relay.send.isSensitive)
                }
            }
        }
    }

    func testAnActionThatHasExpiredCostsNobodyAnything() throws {
        try run {
            try await Self.signedIn { environment, _, page in
                page.relay.pasted.text = try await Self.signTransfer(on: page, environment)
                try await environment.devnet.fastForward(1_000)
                let client = try environment.manager.client()
                let payer = environment.accounts[2].id
                let before = try await client.viewAccount(payer).value.amount
                page.relay.payer.chosen = 2
                page.relay.send.press()
                await waitUntil("the refusal") { !page.relay.isSending }
                XCTAssertTrue(
                    environment.manager.lastError?.hasPrefix(
                        "Nothing was sent, since the chain would refuse it: the delegate action expired at block ")
                        == true,
                    environment.manager.lastError ?? "")
                let after = try await client.viewAccount(payer).value.amount
                XCTAssertEqual(after, before)
            }
        }
    }

    func testAnotherAccountsActionIsApprovedByTheUser() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let text = try await environment.signedTransfer()
            var configuration = environment.configuration
            configuration.approval = .ask
            let manager = NEARWalletManager(configuration: configuration)
            let window = ConnectWindow(manager: manager)
            window.present()
            window.body.show(.delegate)
            let page = try XCTUnwrap(window.body.pages.delegate)
            XCTAssertFalse(page.sign.isSensitive, "nobody is signed in")
            page.relay.pasted.text = text
            page.relay.send.press()
            await waitUntil("the question") { window.bridge.approvals.current != nil }
            window.bridge.approvals.current?.dialog.respond(ApprovalDialog.refuse)
            await waitUntil("the end") { !page.relay.isSending }
            XCTAssertNil(manager.lastError, "the user has cancelled")
            let bob = environment.accounts[1].id
            let client = try manager.client()
            let before = try await client.viewAccount(bob).value.amount
            page.relay.payer.chosen = 2
            page.relay.send.press()
            await waitUntil("the next question") { window.bridge.approvals.current != nil }
            do {
                try await manager.relay(try SignedDelegateAction(base64: text), paidBy: bob)
                XCTFail("one at a time")
            } catch NEARError.operationInProgress {}
            let unsent = try await client.viewAccount(bob).value.amount
            XCTAssertEqual(unsent, before, "nobody has said yes")
            window.bridge.approvals.current?.dialog.respond(ApprovalDialog.approve)
            await waitUntil("the transfer: \(manager.lastError ?? "")") { !page.relay.isSending }
            let after = try await client.viewAccount(bob).value.amount
            XCTAssertEqual(after.yoctoNEAR - before.yoctoNEAR, try NEARToken.near(2).yoctoNEAR)
            window.close()
            manager.close()
            try await environment.stop()
        }
    }
}

extension DelegateWindowTests {
    func testAManagerThatEndsOrGoesToAnotherNetworkSendsNothing() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let action = try SignedDelegateAction(base64: try await environment.signedTransfer())
            let payer = environment.accounts[2].id
            var configuration = environment.configuration
            configuration.approval = .ask
            for isClosing in [true, false] {
                let manager = NEARWalletManager(configuration: configuration)
                let window = ConnectWindow(manager: manager)
                window.present()
                let sending = Task { try await manager.relay(action, paidBy: payer) }
                await waitUntil("the question") { window.bridge.approvals.current != nil }
                if isClosing { manager.close() } else { manager.network = .testnet }
                do {
                    _ = try await sending.value
                    XCTFail("it was sent")
                } catch let error as NEARError {
                    XCTAssertEqual(error.code, isClosing ? "manager-released" : "bridge-reloaded")
                }
                window.close()
                manager.close()
                do {
                    try await manager.relay(action, paidBy: payer)
                    XCTFail("the manager has ended")
                } catch let error as NEARError {
                    XCTAssertEqual(error.code, "manager-released")
                }
            }
            let amount = try await environment.manager.client().viewAccount(environment.accounts[1].id).value.amount
            XCTAssertEqual(amount, try NEARToken("10000 NEAR"))
            try await environment.stop()
        }
    }
}
