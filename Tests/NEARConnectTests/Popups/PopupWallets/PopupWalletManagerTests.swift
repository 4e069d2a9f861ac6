// SPDX-License-Identifier: MIT

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

/// Wallets that work by windows, nested pages and phones, through the whole package.
///
/// That is the manager, its windows and their policy, up to results whose signatures were verified. Their sites have
/// TLS.
final class PopupWalletManagerTests: MainLoopTestCase {
    /// A manager that offers one of the wallets.
    @MainActor
    private final class Stage {
        let wallet: PopupWallet
        let site: PopupWalletSite
        let environment: WalletTestEnvironment
        let coordinator: BridgeCoordinator
        let presenter = RecordingPresenter()
        /// The addresses of the windows that were shown.
        private(set) var seen: Set<String> = []
        private var tap: BridgeEventTap?

        var manager: NEARWalletManager { environment.manager }

        init(_ wallet: PopupWallet, clock: any Clock<Duration> = ContinuousClock()) async throws {
            self.wallet = wallet
            site = try PopupWalletSite()
            let manifest = wallet.manifest(site)
            environment = try await WalletTestEnvironment.start {
                $0.additionalManifests = [manifest]
                $0.clock = clock
            }
            site.account = environment.accounts[0]
            try await environment.manager.ready()
            coordinator = try XCTUnwrap(environment.manager.coordinator)
            coordinator.presenter = presenter
            site.trust(in: coordinator.context)
            tap = BridgeEventTap(coordinator) { [weak self] event, deliver in
                if case .popupsChanged = event { self?.look() }
                deliver()
            }
        }

        private func look() {
            for popup in coordinator.popups where popup.isPresented {
                seen.insert(popup.view.committedURI.flatMap(WebAddress.init)?.origin ?? "nothing yet")
            }
        }

        func signIn() -> Task<NEARAccount, any Error> {
            Task { [manager, wallet] in try await manager.signIn(walletId: wallet.rawValue) }
        }

        func sign() -> Task<SignedMessage, any Error> {
            Task { [manager] in try await manager.sign(message: "to be signed", recipient: "app.test.near") }
        }

        /// Closes the visible popup as a user does.
        func closePopup() async throws {
            await waitUntil("the window's page") {
                self.coordinator.popups.first.map {
                    $0.isPresented && $0.view.committedURI?.hasPrefix("https:") == true
                }
                    == true
            }
            try XCTUnwrap(coordinator.popups.first).close(by: .user)
        }

        /// Nothing is open, and the wallet signs.
        func expectReady() async throws {
            XCTAssertFalse(manager.isBusy)
            XCTAssertFalse(manager.showWalletUI)
            XCTAssertEqual(manager.requests.table.count, 0)
            await waitUntil("the windows to go") { self.coordinator.popups.isEmpty }
            site.waits = false
            let account = try await signIn().value
            XCTAssertEqual(account.accountId, "alice.test.near")
        }

        func end() async throws {
            site.stop()
            try await environment.stop()
        }
    }

    @MainActor
    private static func expectCancelled<Value>(_ task: Task<Value, any Error>, line: UInt = #line) async {
        do {
            _ = try await task.value
            XCTFail("no error", line: line)
        } catch NEARError.userCancelled {
        } catch {
            XCTFail("\(error)", line: line)
        }
    }

    @MainActor
    private static func expect(_ account: NEARAccount, _ signed: SignedMessage, of stage: Stage) {
        let alice = stage.environment.accounts[0]
        XCTAssertEqual(account.accountId, alice.id.text)
        XCTAssertEqual(account.walletId, stage.wallet.rawValue)
        XCTAssertEqual(signed.accountId, alice.id)
        XCTAssertEqual(signed.publicKey, alice.publicKey)
    }

    func testASignInAndASignatureThroughAWindow() throws {
        for wallet in [PopupWallet.redirecting, .nesting] {
            try run {
                let stage = try await Stage(wallet)
                let account = try await stage.signIn().value
                let signed = try await stage.sign().value
                Self.expect(account, signed, of: stage)
                XCTAssertFalse(stage.seen.isEmpty, "no window of \(wallet) was seen")
                await waitUntil("the windows to go") { stage.coordinator.popups.isEmpty }
                let asked = stage.site.requests
                switch wallet {
                case .redirecting: XCTAssertTrue(asked.contains("redirecting.localhost/answer/1"), "\(asked)")
                default:
                    XCTAssertEqual(asked.filter { $0 == "inner.localhost/inner" }.count, 2, "\(asked)")
                    XCTAssertEqual(asked.filter { $0 == "nesting.localhost/sign" }.count, 2, "\(asked)")
                }
                try await stage.end()
            }
        }
    }

    func testASignInAndASignatureFromAPhone() throws {
        try run {
            let stage = try await Stage(.phone)
            let signingIn = stage.signIn()
            await waitUntil("the link") { stage.presenter.links.count == 1 }
            XCTAssertEqual(stage.presenter.offers.first?.wallet?.name, "phone")
            await waitUntil("a question to the server") { stage.site.requests.count > 1 }
            XCTAssertTrue(stage.manager.isBusy)
            try stage.site.answerOnPhone(stage.presenter.links[0])
            let account = try await signingIn.value
            let signing = stage.sign()
            await waitUntil("the second link") { stage.presenter.links.count == 2 }
            try stage.site.answerOnPhone(stage.presenter.links[1])
            Self.expect(account, try await signing.value, of: stage)
            XCTAssertTrue(stage.seen.isEmpty)
            try await stage.end()
        }
    }

    func testAUserWhoClosesTheWindowHasCancelled() throws {
        for wallet in [PopupWallet.redirecting, .nesting] {
            try run {
                let stage = try await Stage(wallet)
                stage.site.waits = true
                let signingIn = stage.signIn()
                try await stage.closePopup()
                await Self.expectCancelled(signingIn)
                XCTAssertNil(stage.manager.currentAccount)
                try await stage.expectReady()
                stage.site.waits = true
                let signing = stage.sign()
                try await stage.closePopup()
                await Self.expectCancelled(signing)
                try await stage.expectReady()
                try await stage.end()
            }
        }
    }

    /// The user closes the wallet's window and the wallet's own answer ends the call; this clock stands still.
    @MainActor
    private static func expectTheWalletsWord(_ wallet: PopupWallet, before: StaticString = "return ''") async throws {
        let stage = try await Stage(wallet, clock: ManualClock())
        _ = try await stage.coordinator.view.call(before)
        stage.site.waits = true
        let signingIn = stage.signIn()
        try await stage.closePopup()
        await expectCancelled(signingIn)
        XCTAssertFalse(stage.manager.isBusy)
        try await stage.end()
    }

    func testAWalletHearsThatItsWindowWasClosedInAPageThatNobodySees() throws {
        for wallet in [PopupWallet.redirecting, .nesting] {
            try run { try await Self.expectTheWalletsWord(wallet) }
        }
    }

    func testAWalletHearsThatItsWindowWasClosedWithoutALookAtItByTheClock() throws {
        try run {
            // The wallet's frame has its own timers; the page, which polls whether windows are closed, has none here.
            try await Self.expectTheWalletsWord(.redirecting, before: "window.setInterval = () => 0; return ''")
        }
    }

    func testAUserWhoClosesThePhonesSheetHasCancelled() throws {
        try run {
            let stage = try await Stage(.phone)
            let signingIn = stage.signIn()
            await waitUntil("the link") { stage.presenter.links.count == 1 && stage.manager.showWalletUI }
            _ = try await stage.coordinator.view.call(
                "document.querySelector('dialog[open] .nc-close').click(); return ''")
            await Self.expectCancelled(signingIn)
            XCTAssertFalse(stage.manager.isBusy)
            XCTAssertFalse(stage.manager.showWalletUI)
            XCTAssertNil(stage.manager.currentAccount)
            try await stage.end()
        }
    }
}
