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

/// The button by which a phone's dialog has a registry asked for more wallets.
final class MoreWalletsTests: MainLoopTestCase {
    private static let link = "wc:topic@2?expiryTimestamp=1&relay-protocol=irn&symKey=abc"

    private static let answer: JSONValue = [
        "count": 4,
        "data": [
            ["id": "a1", "name": "Good_Wallet", "mobile_link": "goodwallet://", "homepage": "https://good.example"],
            ["id": "a2", "name": "Code alone"], ["id": "a3", "name": "Evil", "mobile_link": "javascript:alert(1)"],
            ["id": "a4", "name": "HOT Wallet", "mobile_link": "evil-wallet://"],
            ["id": "a5", "name": "Web", "webapp_link": "https://web.example"],
        ],
    ]

    /// A registry on this computer, whose answers a test chooses.
    @MainActor
    private static func registry(
        _ answer: @escaping @Sendable (Int) -> WebAnswer
    ) async throws -> (server: LoopbackWebServer, requests: RegistryRequests) {
        let requests = RegistryRequests()
        let server = try await LoopbackWebServer.start(limit: 16) { request in
            requests.add(request)
            return answer(requests.all.count)
        }
        return (server, requests)
    }

    @MainActor
    private static func dialogs(_ server: LoopbackWebServer, in window: WidgetHandle) throws -> PhoneWalletDialogs {
        let registry = try XCTUnwrap(WalletRegistry("\(server.origin)/list", project: "p", environment: [:]))
        return PhoneWalletDialogs(parent: window, search: PhoneWalletSearch(registry) { .testnet })
    }

    private static func prompt() -> PhoneWalletPrompt {
        .link(
            PhoneWalletLink(
                uri: link, walletName: "WalletConnect", expires: Date(timeIntervalSinceNow: 300)))
    }

    /// Shows a link in a window, with a registry that answers as a test chooses.
    private func shown(
        _ answer: @escaping @Sendable (Int) -> WebAnswer,
        body:
            @escaping @MainActor (
                PhoneWalletDialogs, PhoneWalletChoice, MoreWallets, RegistryRequests
            ) async throws -> Void
    ) throws {
        try run {
            let (server, requests) = try await Self.registry(answer)
            let window = Window(title: "Test", width: 500, height: 400)
            window.present()
            let dialogs = try Self.dialogs(server, in: window)
            dialogs.show(Self.prompt()) {}
            let choice = try XCTUnwrap(dialogs.link?.choice)
            try await body(dialogs, choice, try XCTUnwrap(choice.more), requests)
            dialogs.dismiss()
            window.destroy()
            await server.stop()
        }
    }

    func testNobodyIsAskedBeforeTheUserHasSaidYes() throws {
        try shown { _ in
            .json(Self.answer)
        } body: { dialogs, choice, more, requests in
            let before = choice.offers.map(\.name)
            XCTAssertFalse(more.note.isVisible)
            more.button.press()
            let question = try XCTUnwrap(more.question)
            XCTAssertEqual(question.accessibleName, "Ask 127.0.0.1 for wallets?")
            XCTAssertTrue(MoreWallets.words.contains("this computer’s address, the project’s id"))
            question.respond(0)
            XCTAssertNil(more.question)
            more.button.press()
            XCTAssertEqual(requests.all.count, 0, "opening the panel and the question ask nobody")
            try XCTUnwrap(more.question).respond(MoreWallets.ask)
            XCTAssertFalse(more.button.isSensitive)
            XCTAssertEqual(more.note.text, "Asking 127.0.0.1…")
            await waitUntil("the wallets") { choice.offers.count == before.count + 2 }
            XCTAssertEqual(choice.offers.map(\.name), before + ["Good_Wallet", "Web"])
            XCTAssertEqual(more.count.text, "2 more found")
            XCTAssertTrue(more.count.isVisible)
            XCTAssertFalse(more.button.isVisible || more.note.isVisible)
            XCTAssertEqual(requests.all.map { $0.query["chains"] }, ["near:testnet"])
            // A found wallet is opened as each other one: after a question, or a panel with its code.
            choice.offers[before.count].button.press()
            await waitUntil("the panel") { dialogs.link?.links.panel != nil }
            XCTAssertTrue(dialogs.link?.links.panel?.link.uri.hasPrefix("goodwallet://wc?uri=wc%3A") == true)
            // The next dialog still has them, and asks nobody.
            dialogs.dismiss()
            dialogs.show(Self.prompt()) {}
            let next = try XCTUnwrap(dialogs.link?.choice)
            XCTAssertEqual(next.offers.map(\.name), before + ["Good_Wallet", "Web"])
            XCTAssertEqual(next.more?.button.isVisible, false)
            XCTAssertEqual(requests.all.count, 1)
        }
    }

    func testARegistryThatFailsIsALineAndMayBeAskedAgain() throws {
        try shown { number in
            number == 1 ? WebAnswer(status: 403) : .json(["data": []])
        } body: { _, choice, more, requests in
            let before = choice.offers.count
            for (words, isVisible) in [("refuses the project id", true), ("knows no other wallet", false)] {
                more.button.press()
                try XCTUnwrap(more.question).respond(MoreWallets.ask)
                await waitUntil("the line") { more.note.text.contains(words) }
                XCTAssertEqual(more.button.isVisible, isVisible)
                XCTAssertTrue(more.button.isSensitive || !isVisible)
                XCTAssertEqual(choice.offers.count, before)
            }
            XCTAssertEqual(requests.all.count, 2)
        }
    }

    func testADialogThatIsClosedTakesTheQuestionWithItAndHearsNothing() throws {
        try shown { _ in
            .json(Self.answer)
        } body: { dialogs, _, more, requests in
            more.button.press()
            dialogs.dismiss()
            XCTAssertNil(more.question)
            XCTAssertEqual(requests.all.count, 0)
        }
    }

    /// The whole way through a manager: its panel has the button, and neither it nor the link asks the registry.
    func testTheWidgetsPanelAsksTheRegistryOfTheSettings() throws {
        try run {
            let (server, requests) = try await Self.registry { _ in .json(Self.answer) }
            let scene = try await PhoneManagerScene.start { $0.phoneWallets?.registry = "\(server.origin)/list" }
            scene.manager.setPhoneWalletPresenter(nil)
            let widget = BridgeWidget(manager: scene.manager)
            let manager = scene.manager
            let waiting = Task { try? await manager.signIn(walletId: "wallet-connect") }
            await waitUntil("the link") { widget.phoneDialogs.link != nil }
            let choice = try XCTUnwrap(widget.phoneDialogs.link?.choice)
            XCTAssertEqual(requests.all.count, 0)
            let more = try XCTUnwrap(choice.more)
            more.button.press()
            try XCTUnwrap(more.question).respond(MoreWallets.ask)
            await waitUntil("the wallets") { choice.offers.contains { $0.name == "Good_Wallet" } }
            XCTAssertEqual(requests.all.map { $0.query["projectId"] }, ["p"])
            XCTAssertEqual(requests.all.map { $0.query["chains"] }, ["near:mainnet"], "a chain of its own isn't listed")
            widget.phoneDialogs.link?.dialog.cancel()
            _ = await waiting.value
            try await scene.stop()
            await server.stop()
        }
    }

    func testWithoutARegistryThereIsNoButton() throws {
        try run {
            let scene = try await PhoneManagerScene.start { $0.phoneWallets?.registry = nil }
            XCTAssertNil(PhoneWalletSearch(scene.manager))
            let dialogs = PhoneWalletDialogs(parent: Box(.down))
            dialogs.show(Self.prompt()) {}
            XCTAssertNil(dialogs.link?.choice.more)
            dialogs.dismiss()
            try await scene.stop()
        }
    }
}
