// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The bridge's top frame gets another document, or is held where WebKit allows that.
final class BridgeTopFrameTests: MainLoopTestCase {
    func testAPopupThatEmptiesTheTopFrameLosesItsOwnWindowAndTheBridgeComesBack() throws {
        try run {
            let environment = try await WalletTestEnvironment.start(script: ["signMessage": ["show", "hang"]])
            let manager = environment.manager
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
            let coordinator = try XCTUnwrap(manager.coordinator)
            let message = Task { try await manager.sign(message: "hello", recipient: "test") }
            await waitUntil("the wallet's frame") { manager.showWalletUI }
            _ = try await coordinator.view.call("window.open('about:blank'); return ''")
            await waitUntil("the popup") { coordinator.popups.count == 1 }
            let popup = try XCTUnwrap(coordinator.popups.first)
            popup.view.call("opener.location = 'about:blank'; return ''", arguments: [:]) { _ in
                // The popup may be gone before it answers.
            }
            do {
                _ = try await message.value
                XCTFail("no error")
            } catch NEARError.bridgeReloaded {}
            XCTAssertTrue(coordinator.popups.isEmpty)
            await waitUntil("the new page") { manager.isBridgeReady }
            XCTAssertEqual(coordinator.view.committedURI, "https://near-connect-bridge.local/")
            let outcome = try await manager.sendNEAR(to: environment.accounts[1].id, amount: .near(1))
            XCTAssertTrue(outcome.isSuccess)
            try await environment.stop()
        }
    }

    func testAPageThatKeepsLeavingIsGivenUp() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            let coordinator = try XCTUnwrap(manager.coordinator)
            let page = PageEvents(coordinator)
            for number in 0...BridgeCoordinator.crashLimit {
                try await manager.ready()
                coordinator.view.call("location.href = 'about:blank'; return ''", arguments: [:]) { _ in }
                await waitUntil("loss \(number)") { page.losses == number + 1 }
            }
            XCTAssertNotNil(manager.unavailableReason)
            manager.reloadBridge()
            try await manager.ready()
            try await environment.stop()
        }
    }

    func testAFragmentOfThePageIsNoOtherPage() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            try await manager.ready()
            let view = try XCTUnwrap(manager.coordinator?.view)
            _ = try await view.call("history.pushState(null, '', '#wallet'); return ''")
            let text = try await manager.echo("still here")
            XCTAssertEqual(text, "still here")
            XCTAssertTrue(manager.isBridgeReady)
            try await environment.stop()
        }
    }

    /// Lets every request out, as the policy does with https, and asks the policy when the response comes.
    @MainActor private final class ResponseGuard: WebViewDelegate {
        let policy = NavigationPolicy(origin: .standard)
        var responses: [NavigationRequest] = []
        var commits: [String?] = []

        func webView(_ view: WebView, allows request: NavigationRequest) -> Bool {
            guard case .response = request.kind else { return true }
            responses.append(request)
            return policy.decide(request, from: .bridge) == .allow
        }
        func webView(_ view: WebView, popupFor request: NavigationRequest) -> WebView? { nil }
        func webViewIsReadyToShow(_ view: WebView) {}
        func webViewWantsToClose(_ view: WebView) {}
        func webView(_ view: WebView, asks question: PageQuestion) {}
        func webViewDidUpdate(_ view: WebView) {}
        func webViewDidCommit(_ view: WebView) { commits.append(view.committedURI) }
        func webViewDidFinishLoading(_ view: WebView) {}
        func webView(_ view: WebView, processEnded reason: WebProcessEnd) {}
    }

    func testAResponseReachesFramesAndNotTheTopFrame() throws {
        try run {
            let devnet = try await Devnet.start(DevnetConfiguration())
            let observer = ResponseGuard()
            let view = WebView(context: WebContext(storage: .ephemeral), contentManager: UserContentManager())
            view.delegate = observer
            // The devnet speaks plain http, which an https page may not load into a frame.
            let page = "http://page.test/"
            view.load(html: "<!DOCTYPE html><title>top</title>", baseURI: page)
            await waitUntil("the page") { observer.commits == [page] }
            // The explorer's page refuses to be framed; this one is plain JSON.
            let target = devnet.rpcURL.appendingPathComponent("status").absoluteString
            _ = try await view.call(
                """
                const frame = document.createElement("iframe");
                const loaded = new Promise((resolve) => { frame.onload = resolve; });
                frame.src = target;
                document.body.append(frame);
                await loaded;
                return "";
                """, arguments: ["target": target])
            XCTAssertEqual(observer.responses.map(\.kind).last, .response(isMainFrame: false))
            observer.responses = []
            _ = try await view.call("location.href = target; return ''", arguments: ["target": target])
            await waitUntil("the response") { observer.responses.map(\.kind) == [.response(isMainFrame: true)] }
            let title = try await view.call("return document.title")
            XCTAssertEqual(title, "top", "the response was held")
            XCTAssertEqual(observer.commits, [page])
            XCTAssertEqual(view.committedURI, page)
            await devnet.stop()
        }
    }
}
