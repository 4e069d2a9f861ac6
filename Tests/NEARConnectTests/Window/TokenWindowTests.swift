// SPDX-License-Identifier: MIT

import Foundation
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

/// Tokens and NFTs in the window, over a real wallet, chain and contracts.
final class TokenWindowTests: MainLoopTestCase {
    @MainActor
    private static func signedIn(
        _ body: (WalletTestEnvironment, ConnectWindow) async throws -> Void
    ) async throws {
        let environment = try await WalletTestEnvironment.start()
        let window = ConnectWindow(manager: environment.manager)
        window.present()
        environment.manager.connect(walletId: KeystoreService.walletId)
        await waitUntil("the account") { environment.manager.isSignedIn && !environment.manager.isBusy }
        try await body(environment, window)
        window.close()
        try await environment.stop()
    }

    func testATokenIsAddedAndSentToSomebodyWithoutStorage() throws {
        try run {
            try await Self.signedIn { environment, window in
                let alice = environment.accounts[0].id
                let token = try AccountId("token.test.near")
                let contract = SampleContract.fungibleToken(owner: alice, totalSupply: "1000")
                try await environment.devnet.deploy(contract, to: token)
                let card = try XCTUnwrap(window.body.pages.wallet).tokens
                await waitUntil("no tokens") { card.emptiness.text == "No tokens yet." }
                card.entry.contract.text = token.text
                card.entry.add.press()
                await waitUntil("the token: \(card.entry.note.text)") { card.shown.count == 1 }
                await waitUntil("the button") { card.shown.first?.send.isSensitive == true }
                card.shown.first?.send.press()
                let dialog = try XCTUnwrap(SendTokenDialog.open.last)
                let (receiver, send) = (dialog.receiver.field, dialog.dialog.button(SendTokenDialog.send))
                let most = NumberStyle.current.text(try XCTUnwrap(card.shown.first).holding.unit.text(7))
                dialog.amount.text = most
                receiver.entry.text = "nobody.test.near"
                XCTAssertEqual(receiver.finding.text, "Asking a node about this account…")
                XCTAssertEqual(send?.isSensitive, false)
                await waitUntil("the missing account") { receiver.finding.text.hasPrefix("There is no such account") }
                XCTAssertEqual(send?.isSensitive, false)
                receiver.entry.text = alice.text
                XCTAssertEqual(receiver.finding.text, "This is your own account.")
                XCTAssertEqual(send?.isSensitive, false)
                receiver.entry.text = environment.accounts[1].id.text.uppercased()
                receiver.lowerCase.press()
                await waitUntil("the account") { receiver.finding.text == "This account exists." }
                XCTAssertEqual(send?.isSensitive, true)
                dialog.amount.text = "0"
                XCTAssertEqual(send?.isSensitive, false)
                dialog.amount.text = most
                XCTAssertEqual(send?.isSensitive, true)
                await waitUntil("the costs: \(dialog.receiver.costs.text)") {
                    dialog.receiver.costs.text.hasPrefix("Fee: at most ")
                        && dialog.receiver.costs.text.contains("has no place for it yet: you pay ")
                }
                dialog.most.press()
                XCTAssertEqual(dialog.amount.text, try XCTUnwrap(card.shown.first).holding.unit.text(1000))
                dialog.amount.text = most
                dialog.dialog.respond(SendTokenDialog.send)
                await waitUntil("the transfer: \(environment.manager.lastError ?? "")") {
                    card.result.text.hasPrefix("You sent ") && card.result.text.contains("The fee was ")
                }
                await waitUntil("what is left") { card.shown.first?.holding.amount.units == 993 }
                window.body.show(.send)
                let second = try XCTUnwrap(window.body.pages.send).tokens
                await waitUntil("the same on the other page") { second.shown.first?.holding.amount.units == 993 }
                card.entry.contract.text = alice.text
                card.entry.add.press()
                await waitUntil("the refusal") { card.entry.note.text.contains("can’t be read as a token") }
                // A token that can't be read any more stays in the list, until the user takes it off.
                let state = await environment.devnet.snapshot()
                try await environment.devnet.deploy(.guestBook, to: token)
                card.read()
                await waitUntil("the row") { Self.texts(card).contains("This contract can’t be read now.") }
                XCTAssertTrue(card.shown.isEmpty && Self.texts(card).contains(token.text))
                try await environment.devnet.restore(state)
                card.again.press()
                await waitUntil("the token again") { card.shown.count == 1 && !card.again.isVisible }
                try await environment.devnet.deploy(.guestBook, to: token)
                card.read()
                await waitUntil("the row again") { card.shown.isEmpty && card.again.isVisible }
                try XCTUnwrap(Self.button("Take \(token.text) off the list", in: card)).press()
                await waitUntil("its end") { !Self.texts(card).contains(token.text) }
                // The tokens of one account aren't shown while another one, or none, is signed in.
                let other = try AccountId("coin.test.near")
                try await environment.devnet.deploy(contract, to: other)
                card.entry.contract.text = other.text
                card.entry.add.press()
                await waitUntil("another token") { card.shown.count == 1 }
                try await environment.manager.signOut()
                card.read()
                XCTAssertTrue(card.shown.isEmpty)
            }
        }
    }

    /// Tokens that nobody has added are missed where no node answers, and not where a chain hasn't got them.
    func testKnownTokensThatNobodyCanReadAreNamed() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let alice = environment.accounts[0].id
            for (node, missing) in [
                (environment.devnet.rpcURL, []), (URL(string: "http://127.0.0.1:1/"), ["wrap.testnet"]),
            ] {
                let network = try CustomNetwork(id: "testnet", rpcURLs: [XCTUnwrap(node)])
                let manager = NEARWalletManager(
                    configuration: NEARWalletConfiguration(
                        network: .custom(network), profile: .ephemeral, appName: "Test"))
                let holdings = await TokenHoldings.read(of: alice, added: [], manager)
                XCTAssertTrue(holdings.found.isEmpty)
                XCTAssertEqual(holdings.missing.map(\.place.contract.text), missing)
                manager.close()
            }
            try await environment.stop()
        }
    }

    @MainActor
    private static func widgets(_ widget: WidgetHandle) -> [WidgetHandle] {
        [widget] + ((widget as? Container)?.children ?? []).flatMap(widgets)
    }

    @MainActor
    private static func texts(_ widget: WidgetHandle) -> [String] {
        widgets(widget).compactMap { ($0 as? Label)?.text }
    }

    @MainActor
    private static func button(_ name: String, in widget: WidgetHandle) -> Button? {
        widgets(widget).compactMap { $0 as? Button }.first { $0.accessibleName == name }
    }

    func testNFTsAreListedShownAndSent() throws {
        try run {
            try await Self.signedIn { environment, window in
                let (alice, bob) = (environment.accounts[0], environment.accounts[1])
                let contract = try AccountId("pictures.test.near")
                try await environment.devnet.deploy(.nonFungibleToken(owner: alice.id), to: contract)
                for (id, metadata) in Self.tokens {
                    let arguments: JSONValue = [
                        "token_id": .string(id), "receiver_id": .string(alice.id.text), "token_metadata": metadata,
                    ]
                    try await environment.manager.signAndSendTransaction(
                        receiverId: contract,
                        actions: [
                            .functionCall(
                                FunctionCallAction(
                                    methodName: "nft_mint", args: arguments.bytes, gas: .tera(30), deposit: .zero))
                        ])
                }
                let card = try XCTUnwrap(window.body.pages.wallet).nfts
                card.entry.contract.text = bob.id.text
                card.entry.add.press()
                await waitUntil("the refusal") { card.entry.note.text.contains("contract of NFTs") }
                card.entry.contract.text = contract.text
                card.entry.add.press()
                await waitUntil("the tokens: \(card.entry.note.text)") { card.shown.count == 3 }
                XCTAssertEqual(card.shown.map(\.token.name), ["A red square", "two", "three"])
                XCTAssertEqual(card.shown.map { $0.picture != nil }, [true, false, true])

                card.shown.first?.picture?.press()
                let picture = try XCTUnwrap(NFTPictureDialog.open.last)
                await waitUntil("the picture: \(picture.note.text)") { !picture.note.isVisible }
                let width = try await picture.view.call("return document.images[0].naturalWidth;")
                XCTAssertNotEqual(width, "0")
                // As a script would that somebody has got into the page.
                let fetched = try await picture.view.call(
                    "try { await fetch(place); return 'fetched'; } catch { location.href = place; return 'refused'; }",
                    arguments: ["place": environment.devnet.rpcURL.absoluteString])
                XCTAssertEqual(fetched, "refused")
                let place = try await picture.view.call("return `${location.href} ${document.scripts.length}`;")
                XCTAssertEqual(place, "about:blank 0")
                picture.dialog.cancel()
                card.shown.last?.picture?.press()
                let broken = try XCTUnwrap(NFTPictureDialog.open.last)
                await waitUntil("the sentence") { broken.note.text.contains("can’t be shown") }
                broken.dialog.cancel()
                XCTAssertTrue(NFTPictureDialog.open.isEmpty)

                // One that is somebody else's meanwhile isn't sent: the contract refuses, and the list is right again.
                await waitUntil("the button") { card.shown.count == 3 && card.shown[1].send.isSensitive }
                card.shown[1].send.press()
                let refused = try XCTUnwrap(SendNFTDialog.open.last)
                refused.receiver.field.entry.text = bob.id.text
                await waitUntil("the account") { refused.receiver.account != nil }
                try await environment.manager.signAndSendTransaction(
                    receiverId: contract, actions: [NFTReader.transfer(card.shown[1].token, to: bob.id)])
                refused.dialog.respond(SendNFTDialog.send)
                await waitUntil("the refusal") { environment.manager.lastError != nil && !environment.manager.isBusy }
                XCTAssertEqual(card.result.text, "")
                await waitUntil("the list") { card.shown.map(\.token.id) == ["one", "three"] }
                environment.manager.lastError = nil

                await waitUntil("the button") { card.shown.last?.send.isSensitive == true }
                card.shown.last?.send.press()
                let dialog = try XCTUnwrap(SendNFTDialog.open.last)
                dialog.receiver.field.entry.text = "nobody at all"
                XCTAssertEqual(dialog.dialog.button(SendNFTDialog.send)?.isSensitive, false)
                for missing in ["nobody.test.near", alice.id.text] {
                    dialog.receiver.field.entry.text = missing
                    await waitUntil("the problem") { dialog.receiver.field.finding.text.hasPrefix("Th") }
                    XCTAssertEqual(dialog.dialog.button(SendNFTDialog.send)?.isSensitive, false)
                    XCTAssertNil(dialog.receiver.account)
                }
                dialog.receiver.field.entry.text = bob.id.text
                await waitUntil("the account") { dialog.receiver.account != nil }
                XCTAssertEqual(dialog.dialog.button(SendNFTDialog.send)?.isSensitive, true)
                dialog.dialog.respond(SendNFTDialog.send)
                await waitUntil("the transfer: \(environment.manager.lastError ?? "")") {
                    card.result.text.hasPrefix("You sent ")
                }
                await waitUntil("what is left") { card.shown.map(\.token.id) == ["one"] }
            }
        }
    }

    /// Tokens with a picture, with one that isn't taken, and with one that is damaged.
    private static let tokens: [(String, JSONValue)] = [
        (
            "one",
            [
                "title": "A red square",
                "media":
                    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='8' height='8'%3E%3Crect width='8' height='8' fill='red'/%3E%3C/svg%3E",
            ]
        ),
        ("two", ["media": "http://example.org/two.png"]),
        ("three", ["title": "", "media": "data:image/png;base64,AAAA"]),
    ]
}
