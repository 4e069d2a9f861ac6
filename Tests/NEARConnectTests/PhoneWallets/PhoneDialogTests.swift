// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARConnectPeers
import NEARConnectTestKit
import NEARPrimitives
import WalletConnectSign
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore

/// The dialogs that the bridge widget shows for wallets on phones.
final class PhoneDialogTests: MainLoopTestCase {
    private static let link = "wc:topic@2?expiryTimestamp=1&relay-protocol=irn&symKey=abc"

    private static func link(_ uri: String = link, endsIn seconds: Double) -> PhoneWalletLink {
        PhoneWalletLink(
            uri: uri, walletName: "WalletConnect\u{202E}", expires: Date(timeIntervalSinceNow: seconds))
    }

    /// A folder with an `xdg-open` that writes down what it is given.
    @MainActor private final class Opener {
        private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("phone-\(UUID().uuidString)")
        private var record: URL { folder.appendingPathComponent("argv") }
        let opening: PhoneWalletOpening

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            opening = PhoneWalletOpening(
                opener: LinkOpener(environment: ["PATH": "\(folder.path):/usr/bin:/bin"], way: .xdgOpen))
            try ShellProgram.install(
                "printf '%s\\n' \"$1\" >> '\(record.path)'", at: folder.appendingPathComponent("xdg-open"))
        }

        func opened() throws -> [String] {
            guard FileManager.default.fileExists(atPath: record.path) else { return [] }
            return try String(contentsOf: record, encoding: .utf8).split(separator: "\n").map(String.init)
        }

        func remove() throws { try FileManager.default.removeItem(at: folder) }
    }

    func testALinkIsShownCopiedRenewedInItsPlaceAndCancelled() throws {
        try run {
            let dialogs = PhoneWalletDialogs(parent: Box(.down))
            var cancels = 0
            let first = Self.link(endsIn: 299.5)
            XCTAssertFalse("\(first)".contains("symKey"))
            dialogs.show(.link(first)) { cancels += 1 }
            let shown = try XCTUnwrap(dialogs.link)
            let before = shown.left.text
            XCTAssertTrue(["5:00", "4:59", "4:58", "4:57"].contains { before == "It counts for \($0)." }, before)
            await waitUntil("a second") { shown.left.text != before }
            XCTAssertTrue(shown.left.text.hasPrefix("It counts for 4:5"), shown.left.text)
            XCTAssertEqual(shown.address.text, Self.link, "the code's text, for who can't see it")
            XCTAssertFalse(shown.said.isVisible)
            shown.copy.press()
            XCTAssertEqual(shown.said.text, "Copied")
            // The next link takes its place, without a word to whoever waits.
            dialogs.show(.link(Self.link("wc:next", endsIn: -1))) { cancels += 10 }
            XCTAssertTrue(dialogs.link === shown)
            XCTAssertEqual(shown.address.text, "wc:next")
            XCTAssertFalse(shown.said.isVisible, "this one isn't copied")
            XCTAssertEqual(shown.left.text, "The link has ended; the next one is being made.")
            // Trouble is a line, and no dialog.
            dialogs.say(relayTrouble: "The relay can’t be reached.")
            XCTAssertEqual(shown.trouble.text, "The relay can’t be reached.")
            XCTAssertTrue(shown.trouble.isVisible)
            dialogs.say(relayTrouble: nil)
            XCTAssertFalse(shown.trouble.isVisible)
            XCTAssertEqual(cancels, 0)
            shown.dialog.cancel()
            XCTAssertEqual(cancels, 10)
            XCTAssertNil(dialogs.link)
        }
    }

    func testAWalletOfThisComputerIsOpenedAfterAQuestion() throws {
        try run {
            let opener = try Opener()
            try DataHome.register(scheme: "hotwallet", name: "Fake HOT")
            await waitUntil("GIO to see the handler") { LinkHandler.name(for: "hotwallet") == "Fake HOT" }
            let window = Window(title: "Test", width: 500, height: 400)
            window.present()
            let dialogs = PhoneWalletDialogs(parent: window, opening: opener.opening)
            var opened: [WalletLinks] = []
            dialogs.onOpened = { opened.append($0) }
            dialogs.show(.link(Self.link(endsIn: 300))) {}
            let shown = try XCTUnwrap(dialogs.link)
            // Those that are here come first, and are marked.
            let hot = try XCTUnwrap(shown.choice.offers.first)
            XCTAssertEqual(hot.name, "HOT Wallet")
            XCTAssertTrue(hot.isInstalled)
            hot.button.press()
            let question = try XCTUnwrap(shown.links.question)
            XCTAssertEqual(try opener.opened(), [], "nothing is opened before the user has answered")
            question.dialog.respond(LinkQuestion.open)
            await waitUntil("the wallet") { (try? opener.opened().count) == 1 }
            XCTAssertEqual(
                try opener.opened(),
                ["hotwallet://wc?uri=wc%3Atopic%402%3FexpiryTimestamp%3D1%26relay-protocol%3Dirn%26symKey%3Dabc"])
            XCTAssertEqual(opened.map(\.native), ["hotwallet://"])
            // One that nobody opens has its code, and where to get it.
            shown.choice.scheme.text = "nobodys-wallet"
            shown.choice.open.press()
            await waitUntil("the panel") { shown.links.panel != nil }
            XCTAssertTrue(shown.links.panel?.link.uri.hasPrefix("nobodys-wallet://wc?uri=wc%3A") == true)
            // A link that is renewed takes what was asked about the old one with it.
            dialogs.show(.link(Self.link("wc:next", endsIn: 300))) {}
            XCTAssertNil(shown.links.panel)
            for (text, words) in [
                ("javascript:alert(1)", "is no wallet’s scheme"), ("", "is no wallet’s scheme"),
                ("ssh://", "is no wallet’s scheme"), ("vscode", "never handed to other programs"),
            ] {
                shown.choice.scheme.text = text
                shown.choice.open.press()
                XCTAssertTrue(shown.choice.problem.text.contains(words), "\(text): \(shown.choice.problem.text)")
                XCTAssertNil(shown.links.question)
            }
            dialogs.dismiss()
            window.destroy()
            try opener.remove()
        }
    }

    func testTheWidgetShowsTheLinkAndThatThePhoneIsAsked() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            scene.manager.setPhoneWalletPresenter(nil)
            let widget = BridgeWidget(manager: scene.manager)
            let dialogs = widget.phoneDialogs
            let manager = scene.manager
            let waiting = Task { () async -> String? in
                do throws(NEARError) {
                    _ = try await manager.signIn(walletId: "wallet-connect")
                    return nil
                } catch {
                    return error.code
                }
            }
            await waitUntil("the link") { dialogs.link != nil }
            XCTAssertTrue(dialogs.link?.link.uri.hasPrefix("wc:") == true)
            await scene.script("near_getAccounts", [.wait])
            try await scene.phone.pair(try XCTUnwrap(dialogs.link?.link.uri))
            await waitUntil("the question") { dialogs.asking != nil }
            XCTAssertNil(dialogs.link)
            // The relay has the request: now its wallet can be opened again, by the link that it named.
            await waitUntil("the link to it") { dialogs.asking?.open.isVisible == true }
            XCTAssertTrue(dialogs.asking?.question.link?.hasPrefix("scripted-wallet://wc?requestId=") == true)
            dialogs.asking?.dialog.cancel()
            let code = await waiting.value
            XCTAssertEqual(code, "user-cancelled")
            XCTAssertNil(dialogs.asking)
            await scene.phone.go()
            try await scene.stop()
        }
    }

    func testTheWalletThatWasOpenedWhenPairingIsOpenedAgain() throws {
        try run {
            let scene = try await PhoneManagerScene.start(
                PhoneWalletScript(["connect": [.noRedirect]]))
            scene.scans = false
            let manager = scene.manager
            let signIn = Task { () async throws -> NEARAccount in
                try await manager.signIn(walletId: "wallet-connect")
            }
            await waitUntil("the link") { !scene.links.isEmpty }
            manager.phone?.openedLinks = WalletLinks(native: "trust://", universal: "https://link.trustwallet.com")
            try await scene.phone.pair(scene.links[0].uri)
            _ = try await signIn.value
            // Of one that shows an error for a request's link the bare scheme is opened.
            XCTAssertEqual(scene.reopenings, ["trust://"])
            scene.environment.restartManager()
            await waitUntil("the session") { scene.manager.session == .restored(isVerified: true) }
            _ = try await scene.manager.sign(message: "hello", recipient: "app.example")
            XCTAssertEqual(scene.reopenings, ["trust://", "trust://"])
            try await scene.stop()
        }
    }

    func testARelayThatIsLostIsSaidQuietlyWhileAPhoneIsAsked() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            _ = try await scene.signIn()
            await scene.script("near_signMessage", [.wait])
            let manager = scene.manager
            let message = Task { try await manager.sign(message: "hello", recipient: "app.example") }
            await scene.untilPhone { $0 == .requested(method: "near_signMessage", chain: "near:devnet") }
            await scene.relay.closeConnections()
            await waitUntil("the sentence") { scene.troubles.last??.hasPrefix("The relay can’t be reached") == true }
            await waitUntil("its end") { scene.troubles.last == .some(nil) }
            XCTAssertNil(manager.lastError)
            await scene.phone.go()
            _ = try await message.value
            try await scene.stop()
        }
    }

    func testEachQuestionHasItsWords() throws {
        try run {
            @MainActor func text(_ kind: PhoneWalletQuestion.Kind) -> String {
                PhoneQuestionDialog.text(PhoneWalletQuestion(kind: kind, walletName: "Phone"))
            }
            XCTAssertTrue(text(.accounts).hasPrefix("Phone is asked there"))
            XCTAssertTrue(text(.message).contains("sign a message"))
            XCTAssertTrue(text(.transactions(1)).contains("1 transaction."))
            XCTAssertTrue(text(.transactions(3)).contains("3 transactions."))
        }
    }
}
