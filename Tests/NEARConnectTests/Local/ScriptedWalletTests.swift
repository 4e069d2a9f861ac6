// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The scripted wallet's steps, through the test kit's own API, as a dApp's author uses it.
final class ScriptedWalletTests: MainLoopTestCase {
    /// Signs in with a wallet that does `steps` for a message, and has a message signed meanwhile.
    @MainActor
    private static func signing(
        _ steps: JSONValue, allowsOpen: [String] = [],
        _ body: (WalletTestEnvironment, _ message: Task<SignedMessage, any Error>) async throws -> Void
    ) async throws {
        let environment = try await WalletTestEnvironment.start(script: [:], allowsOpen: allowsOpen)
        let manager = environment.manager
        _ = try await manager.signIn(walletId: ScriptedWallet.id)
        try await environment.setScript(["signMessage": steps])
        let message = Task { try await manager.sign(message: "hello", recipient: "test") }
        try await body(environment, message)
        try await expectReady(environment)
        try await environment.stop()
    }

    /// Nothing is open, and the wallet signs when nothing stands in its script.
    @MainActor
    private static func expectReady(_ environment: WalletTestEnvironment) async throws {
        let manager = environment.manager
        XCTAssertFalse(manager.isBusy)
        XCTAssertFalse(manager.showWalletUI)
        // After a restart the account is compared in the background.
        await waitUntil("the end of all requests") { manager.requests.table.count == 0 }
        try await environment.setScript([:])
        let signed = try await manager.sign(message: "next", recipient: "test")
        XCTAssertEqual(signed.accountId.text, "alice.test.near")
    }

    @MainActor
    private static func failure(of task: Task<SignedMessage, any Error>) async -> NEARError? {
        do {
            _ = try await task.value
            return nil
        } catch {
            return error as? NEARError
        }
    }

    func testTheScriptChangesBetweenCallsAndOutlivesTheProgram() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: [:])
            _ = try await environment.manager.signIn(walletId: ScriptedWallet.id)
            let ask = { [environment] in
                Task { try await environment.manager.sign(message: "hello", recipient: "test") }
            }
            for text in ["once", "twice"] {
                try await environment.setScript(["signMessage": [["do": "reject", "message": .string(text)]]])
                let error = await Self.failure(of: ask())
                guard case .walletRejected(text)? = error else {
                    return XCTFail("\(text): \(String(describing: error))")
                }
            }
            environment.restartManager()
            let error = await Self.failure(of: ask())
            guard case .walletRejected("twice")? = error else {
                return XCTFail("after a restart: \(String(describing: error))")
            }
            try await Self.expectReady(environment)
            try await environment.stop()
        }
    }

    func testThereIsNoScriptWithoutTheScriptedWallet() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            do {
                try await environment.setScript([:])
                XCTFail("no error")
            } catch NEARError.unknownWallet(ScriptedWallet.id) {}
            try await environment.stop()
        }
    }

    func testItOpensWindowsWhereTheTestAllowsIt() throws {
        try run {
            let site = try await WalletSite.start([
                "/approve": WalletSite.Page("<script>opener.postMessage({ approved: true }, '*')</script>")
            ])
            let step: JSONValue = ["do": "open", "url": .string("\(site.origin)/approve"), "then": "message"]
            try await Self.signing([step], allowsOpen: [site.origin]) { environment, message in
                // The page's word stands for the wallet's answer, and is no signature.
                guard case .walletError(let reason)? = await Self.failure(of: message) else { return XCTFail("ended") }
                XCTAssertTrue(reason.contains("a signed message without"), reason)
                await waitUntil("the window to go") { environment.manager.coordinator?.popups.isEmpty == true }
            }
            try await Self.signing([step]) { environment, message in
                guard case .walletRejected(let reason)? = await Self.failure(of: message) else {
                    return XCTFail("open")
                }
                XCTAssertEqual(reason, "Permission denied")
                XCTAssertEqual(environment.manager.coordinator?.popups.count, 0)
            }
            await site.stop()
        }
    }

    func testItAsksForObjectsThatTheTestNames() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: [:], external: ["probe"])
            let manager = environment.manager
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            for (entity, refusal) in [("probe", "There is no"), ("other", "Permission denied")] {
                let step: JSONValue = ["do": "external", "entity": .string(entity), "key": "sign"]
                try await environment.setScript(["signMessage": [step]])
                let message = Task { try await manager.sign(message: "hello", recipient: "test") }
                guard case .walletRejected(let reason)? = await Self.failure(of: message) else {
                    return XCTFail(entity)
                }
                XCTAssertTrue(reason.contains(refusal), reason)
            }
            try await Self.expectReady(environment)
            try await environment.stop()
        }
    }

    // MARK: Steps

    func testAReplyThatIsTooLongIsRefusedInWords() throws {
        try run {
            try await Self.signing([["do": "oversized", "characters": 6_000_000]]) { environment, message in
                guard case .walletError(let reason)? = await Self.failure(of: message) else { return XCTFail("ended") }
                XCTAssertTrue(reason.contains("The wallet's answer can't be used"), reason)
                XCTAssertTrue(reason.contains("is too long"), reason)
                XCTAssertEqual(environment.manager.coordinator?.rejectedMessages, 0, "nothing of it left the page")
            }
        }
    }

    func testAReplyJustBelowTheLimitComesAndIsJudgedByItsContent() throws {
        try run {
            // Three texts of this length and what stands around them are less than 16 Mi characters.
            try await Self.signing([["do": "oversized", "characters": 5_500_000]]) { _, message in
                guard let error = await Self.failure(of: message) else { return XCTFail("no error") }
                XCTAssertFalse("\(error)".contains("is too long"), String("\(error)".prefix(300)))
            }
        }
    }

    func testAWalletThatNeverGetsReadyIsGivenUp() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: ["start": ["neverReady"]]) {
                // The second time, too, it has only so long.
                $0.deadlines.walletReady = .seconds(8)
            }
            let manager = environment.manager
            do {
                _ = try await manager.signIn(walletId: ScriptedWallet.id)
                XCTFail("it signed in")
            } catch NEARError.walletError(let reason) {
                XCTAssertEqual(reason, "Test wallet could not start: it did not get ready in time")
            }
            XCTAssertFalse(manager.isBusy)
            try await environment.setScript([:])
            let account = try await manager.signIn(walletId: ScriptedWallet.id)
            XCTAssertEqual(account.accountId, "alice.test.near")
            try await environment.stop()
        }
    }

    func testATextThatIsThrownIsTheWalletsRefusal() throws {
        try run {
            try await Self.signing([["do": "throwText", "message": "not today"]]) { _, message in
                guard case .walletRejected("not today")? = await Self.failure(of: message) else {
                    return XCTFail("ended")
                }
            }
        }
    }

    /// A wallet that waits for its button gets it pressed by `press`, which may have to try.
    @MainActor
    private static func expectApproval(_ press: (WebView) async throws -> Void) async throws {
        try await signing([["do": "approve", "title": "May I?", "button": "Yes"]]) { environment, message in
            let manager = environment.manager
            let window = ConnectWindow(manager: manager)
            window.present()
            let view = try XCTUnwrap(manager.coordinator?.view)
            await waitUntil("the wallet's frame") { manager.showWalletUI }
            while manager.showWalletUI {
                try await press(view)
                _ = try await manager.echo("it has been there")
            }
            let signed = try await message.value
            XCTAssertEqual(signed.accountId.text, "alice.test.near")
            window.close()
        }
    }

    func testAUserApprovesByAKey() throws {
        try run { try await Self.expectApproval { Keyboard.pressReturn(in: $0) } }
    }

    func testAUserApprovesByAClick() throws {
        try run {
            // Where the button is in the frame only the frame knows: below the middle.
            let frame: StaticString = """
                const box = document.querySelector("dialog[open] iframe")?.getBoundingClientRect();
                const place = box ? [box.left + box.width / 2, box.top + box.height / 2, box.height / 2] : [];
                return JSON.stringify([innerWidth, innerHeight, ...place]);
                """
            var down = 0.0
            try await Self.expectApproval { view in
                let place = try JSONDecoder().decode([Double].self, from: Data(try await view.call(frame).utf8))
                // In a window that was just shown the page may still be laid out for another size: a click beside
                // the sheet would dismiss it.
                let size = Screen.size(of: view.pointer)
                guard place.count == 5, [place[0], place[1]] == [Double(size.width), Double(size.height)] else {
                    return
                }
                Mouse.click(place[2], place[3] + down, in: view)
                down = down + 10 < place[4] ? down + 10 : 0
            }
        }
    }

    func testItsFrameIsShownAndHidden() throws {
        try run {
            let steps: JSONValue = ["show", ["do": "wait", "key": "seen"], "hide", "wait"]
            try await Self.signing(steps) { environment, message in
                let manager = environment.manager
                await waitUntil("the wallet's frame") { manager.showWalletUI }
                try await environment.store("yes", underKey: "seen")
                await waitUntil("the frame to go") { !manager.showWalletUI }
                XCTAssertTrue(manager.isBusy)
                try await environment.store("yes", underKey: "go")
                _ = try await message.value
            }
        }
    }

    func testItStores() throws {
        try run {
            try await Self.signing([["do": "store", "key": "colour", "value": "blue"]]) { environment, message in
                _ = try await message.value
                let stored = try await environment.manager.coordinator?.view.call(
                    "return localStorage.getItem(`${id}:colour`)", arguments: ["id": ScriptedWallet.id])
                XCTAssertEqual(stored, "blue")
            }
        }
    }

    func testItsAppsLinkIsOfferedInItsName() throws {
        try run {
            let steps: JSONValue = [["do": "nativeApp", "url": "near-test-wallet://sign?x=1"], "wait"]
            try await Self.signing(steps) { environment, message in
                let presenter = RecordingPresenter()
                environment.manager.coordinator?.presenter = presenter
                await waitUntil("the link") { presenter.links == ["near-test-wallet://sign?x=1"] }
                XCTAssertEqual(presenter.offers.first?.wallet?.name, "Test wallet")
                try await environment.store("yes", underKey: "go")
                _ = try await message.value
            }
        }
    }
}
