// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import Logging
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import QRCode
import TestSupport
import WebKitGTK
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// Links to wallets' apps, from a wallet's code to the program that opens them, through real dialogs.
final class LinkTests: MainLoopTestCase {
    /// A window whose dialogs speak for a manager, and a fake `xdg-open`.
    @MainActor private final class Desk {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("desk-\(UUID().uuidString)")
        let window = Window(title: "Test", width: 500, height: 400)
        let dialogs: DialogPresenter
        var record: URL { folder.appendingPathComponent("argv") }
        var links: LinkPresenter { dialogs.links }

        init(_ manager: NEARWalletManager) throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let opener = LinkOpener(environment: ["PATH": "\(folder.path):/usr/bin:/bin"], way: .xdgOpen)
            dialogs = DialogPresenter(
                parent: window, rememberedLinks: manager.rememberedLinks, logger: manager.logger, opener: opener)
            manager.coordinator?.presenter = dialogs
            window.present()
            try install("printf '%s\\n' \"$#\" \"$1\" >> '\(record.path)'")
        }

        /// Offers a link, as a page's.
        func offer(_ uri: String, of wallet: LinkWallet? = nil, mayRemember: Bool = false) throws {
            let address = try XCTUnwrap(WebAddress(uri))
            dialogs.offerExternalLink(LinkOffer(address: address, wallet: wallet, mayRemember: mayRemember))
        }

        func install(_ body: String) throws {
            try ShellProgram.install(body, at: folder.appendingPathComponent("xdg-open"))
        }

        /// Returns the arguments of the fake's runs, one text an argument, after each count.
        func recorded() throws -> [String] {
            guard FileManager.default.fileExists(atPath: record.path) else { return [] }
            return try String(contentsOf: record, encoding: .utf8).split(separator: "\n").map(String.init)
        }

        func close() throws {
            dialogs.dismissAll()
            window.destroy()
            try FileManager.default.removeItem(at: folder)
        }
    }

    /// A test wallet that asks its app for each message.
    @MainActor
    private static func start(_ url: String, _ body: (WalletTestEnvironment, Desk) async throws -> Void) async throws {
        let step: JSONValue = ["do": "viaApp", "url": .string(url)]
        let environment = try await WalletTestEnvironment.start(script: ["signMessage": [step]]) {
            $0.returnScheme = .shell
        }
        _ = try await environment.manager.signIn(walletId: ScriptedWallet.id)
        let desk = try Desk(environment.manager)
        try await body(environment, desk)
        try desk.close()
        try await environment.stop()
    }

    @MainActor
    private static func waitForHandler(of scheme: String) async throws {
        try DataHome.register(scheme: scheme, name: "Fake Wallet App")
        await waitUntil("GIO to see the handler of \(scheme)") { LinkHandler.name(for: scheme) == "Fake Wallet App" }
    }

    /// The return address that a wallet put into its link.
    private static func returnAddress(in link: String) throws -> String {
        let value = try XCTUnwrap(link.components(separatedBy: "back=").last)
        return try XCTUnwrap(value.removingPercentEncoding)
    }

    func testAWalletsAppIsAskedForThenCalledAndComesBack() throws {
        try run {
            try await Self.waitForHandler(of: "near-test-wallet")
            let odd = "near-test-wallet://Sign/..%2F?p='\"`$(id)`;|&<>\\{}%20%0a+-flag&back="
            try await Self.start("\(odd){return}") { environment, desk in
                let manager = environment.manager
                let message = Task { try await manager.sign(message: "hello", recipient: "test") }
                await waitUntil("the question") { desk.links.question != nil }
                XCTAssertNil(try desk.recorded().first, "nothing is opened before the user has answered")
                desk.links.question?.wantsToBeRemembered = true
                desk.links.question?.dialog.respond(LinkQuestion.open)
                await waitUntil("the app") { (try? desk.recorded().count) == 2 }
                let arguments = try desk.recorded()
                XCTAssertEqual(arguments.first, "1")
                XCTAssertTrue(arguments[1].hasPrefix(odd), arguments[1])
                let back = try Self.returnAddress(in: arguments[1])
                XCTAssertTrue(back.hasPrefix("near-connect-return://request/\(environment.devnet.chainId)/"), back)
                try manager.handleReturnLink(back + "?done=1")
                let signed = try await message.value
                XCTAssertEqual(signed.accountId.text, environment.accounts[0].id.text)
                // The same link again, now and during the next request.
                for _ in 0..<2 {
                    do {
                        try manager.handleReturnLink(back)
                        XCTFail("no error")
                    } catch { XCTAssertEqual(error as? ReturnLinkError, .replayed) }
                }
                XCTAssertEqual(manager.refusedReturnLinks, 2)

                // The answer is remembered, so the next link leaves without a question.
                let second = Task { try await manager.sign(message: "again", recipient: "test") }
                await waitUntil("the app again") { (try? desk.recorded().count) == 4 }
                XCTAssertNil(desk.links.question)
                let next = try Self.returnAddress(in: try desk.recorded()[3])
                XCTAssertNotEqual(next, back)
                try manager.handleReturnLink(next + "?error=no%20thanks")
                do {
                    _ = try await second.value
                    XCTFail("no error")
                } catch NEARError.userCancelled {
                } catch NEARError.walletRejected {}

                // And until it is forgotten.
                XCTAssertEqual(try manager.rememberedLinks?.forget(walletId: ScriptedWallet.id).count, 1)
                let third = Task { try await manager.sign(message: "third", recipient: "test") }
                await waitUntil("the question again") { desk.links.question != nil }
                desk.links.question?.dialog.cancel()
                XCTAssertTrue(manager.cancelPendingOperation())
                _ = await third.result
                XCTAssertEqual(try desk.recorded().count, 4)
            }
        }
    }

    func testWhereNoProgramOpensALinkThePhoneIsOffered() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let desk = try Desk(environment.manager)
            let wallet = LinkWallet(
                id: "w", name: "W", allowsOpen: ["near-nobody://"], platform: ["android": "https://play.example/w"],
                website: "https://w.example")
            let uri = "near-nobody://sign?x=%20"
            try desk.offer(uri, of: wallet, mayRemember: true)
            let panel = try XCTUnwrap(desk.links.panel)
            XCTAssertEqual(panel.problem.text, "No program on this computer opens \u{201C}near-nobody:\u{201D} links.")
            panel.copy.press()
            XCTAssertEqual(panel.said.text, "Copied")
            XCTAssertEqual(panel.installs.count, 2)
            panel.installs.first?.press()
            await waitUntil("the wallet's site") { (try? desk.recorded()) == ["1", "https://w.example"] }
            // Once there is a program, trying again asks about it.
            try await Self.waitForHandler(of: "near-nobody")
            panel.dialog.respond(LinkPanel.tryAgain)
            XCTAssertNil(desk.links.panel)
            desk.links.question?.dialog.respond(LinkQuestion.open)
            await waitUntil("the program") { (try? desk.recorded().last) == uri }
            XCTAssertNil(desk.links.panel)
            try desk.close()
            try await environment.stop()
        }
    }

    func testAFailedLaunchIsShown() throws {
        try run {
            try await Self.waitForHandler(of: "near-failing")
            let environment = try await WalletTestEnvironment.start()
            let desk = try Desk(environment.manager)
            try desk.install("exit 3")
            try desk.offer("near-failing:x")
            XCTAssertEqual(desk.links.question?.wantsToBeRemembered, false)
            desk.links.question?.dialog.respond(LinkQuestion.open)
            await waitUntil("the panel") { desk.links.panel != nil }
            XCTAssertEqual(
                desk.links.panel?.problem.text, "No program took the link (xdg-open lacks a tool that it needs).")
            desk.links.panel?.dialog.cancel()
            XCTAssertFalse(desk.links.isBusy)
            try desk.close()
            try await environment.stop()
        }
    }

    func testEnterAndTheSpaceBarOpenNothing() throws {
        try run {
            try await Self.waitForHandler(of: "near-keys")
            let environment = try await WalletTestEnvironment.start()
            let desk = try Desk(environment.manager)
            for press in [{ $0.pressEnter() }, { $0.pressFocused() }] as [@MainActor (Dialog) -> Void] {
                try desk.offer("near-keys:x")
                let question = try XCTUnwrap(desk.links.question)
                await waitUntil("the dialog") { question.dialog.isMapped }
                press(question.dialog)
                await waitUntil("the answer") { desk.links.question == nil }
                XCTAssertFalse(desk.links.isBusy || desk.links.isOpening, "nothing is being opened")
            }
            XCTAssertEqual(try desk.recorded(), [])
            try desk.close()
            try await environment.stop()
        }
    }

    func testAFloodOfLinksIsCutOff() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let desk = try Desk(environment.manager)
            var panels = 0
            for _ in 0..<50 {
                try desk.offer("near-flood:x")
                if let panel = desk.links.panel {
                    panels += 1
                    // One at a time.
                    try desk.offer("near-other:x")
                    XCTAssertTrue(desk.links.panel === panel)
                    panel.dialog.cancel()
                }
            }
            XCTAssertEqual(panels, DialogFloodGuard.limit)
            try desk.close()
            try await environment.stop()
        }
    }

    func testALinkThatTheManifestDoesNotNameIsOfferedToNobody() throws {
        try run {
            try await Self.start("near-other-wallet://sign?back={return}") { environment, desk in
                let manager = environment.manager
                do {
                    _ = try await manager.sign(message: "hello", recipient: "test")
                    XCTFail("no error")
                } catch NEARError.walletRejected(let message) {
                    XCTAssertTrue(message.contains("Permission denied"), message)
                } catch NEARError.walletError(let message) {
                    XCTAssertTrue(message.contains("Permission denied"), message)
                }
                // The host looks for itself, should a page ever let one through.
                let presenter = RecordingPresenter()
                manager.coordinator?.presenter = presenter
                let wallet = try XCTUnwrap(manager.walletLoader.linkWallet(ScriptedWallet.id))
                manager.coordinator?.openLink("near-other-wallet://sign", of: wallet)
                manager.coordinator?.openLink("https://wallet.example/", of: wallet)
                manager.coordinator?.openLink("near-connect-return://request/a/b", of: wallet)
                XCTAssertTrue(presenter.links.isEmpty)
                manager.coordinator?.openLink("near-test-wallet://sign", of: wallet)
                XCTAssertEqual(presenter.links, ["near-test-wallet://sign"])
                XCTAssertEqual(presenter.offers.first?.wallet?.name, "Test wallet")
                // And for a request that is open only.
                manager.requests.openLink("near-test-wallet://late", of: ScriptedWallet.id, for: RequestID(number: 999))
                XCTAssertEqual(presenter.links.count, 1)
            }
        }
    }

    func testWhatIsRememberedIsListedAndForgotten() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let links = try XCTUnwrap(environment.manager.rememberedLinks)
            for scheme in ["one", "two"] {
                try links.remember(
                    RememberedLinks.Entry(walletId: "w", walletName: "W <b>_x_</b>", scheme: scheme, since: Date()))
            }
            let window = ConnectWindow(manager: environment.manager)
            window.present()
            window.header.onLinks?()
            let view = try XCTUnwrap(RememberedLinksDialog.open.first)
            XCTAssertEqual(view.forgets.count, 2)
            view.forgets.first?.press()
            XCTAssertEqual(try links.entries().map(\.scheme), ["two"])
            XCTAssertEqual(view.forgets.count, 1)
            view.dialog.cancel()
            XCTAssertTrue(RememberedLinksDialog.open.isEmpty)
            window.close()
            try await environment.stop()
        }
    }

    func testTheConnectorAndTheHostReadManifestsInTheSameWay() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            try await environment.manager.ready()
            let view = try XCTUnwrap(environment.manager.coordinator?.view)
            let pairs = OpenPermissionPairs.all.map { JSONValue.array([.string($0.entry), .string($0.uri)]) }
            let answer = try await view.call(
                """
                const { readAddress } = await import("near-connect://bridge/Connector/sandbox/address.js");
                const { mayOpen } = await import("near-connect://bridge/Connector/sandbox/permissions.js");
                return JSON.stringify(JSON.parse(pairs).map(([entry, uri]) => {
                  const address = readAddress(uri);
                  return address !== null && mayOpen([entry], address);
                }));
                """, arguments: ["pairs": JSONValue.array(pairs).text])
            let seen = try XCTUnwrap(try JSONValue.parse(answer).arrayValue).compactMap(\.boolValue)
            XCTAssertEqual(seen.count, pairs.count)
            for (pair, isCovered) in zip(OpenPermissionPairs.all, seen) {
                XCTAssertEqual(isCovered, pair.isCovered, "\(pair.entry) \(pair.uri)")
            }
            try await environment.stop()
        }
    }

    func testTheConnectorAndTheHostMakeCodesOfTheSameSize() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            try await environment.manager.ready()
            let view = try XCTUnwrap(environment.manager.coordinator?.view)
            for length in [1, 17, 18, 100, 700, 2_953, 2_954] {
                let text = String(
                    "near-test-wallet://sign?".appending(String(repeating: "aZ%2", count: 750)).prefix(length))
                let size = try await view.call(
                    """
                    const { qrCode } = await import("near-connect://bridge/Connector/ui/qr.js");
                    return String(qrCode(text)?.length ?? 0);
                    """, arguments: ["text": text])
                XCTAssertEqual(QRSymbol(text)?.size ?? 0, Int(size), "\(length) bytes")
            }
            try await environment.stop()
        }
    }
}
