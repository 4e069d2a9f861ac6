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

/// Wallet frames and popups that try to speak as the bridge.
///
/// Nothing that they say is taken for the bridge's word.
final class BridgeImpersonationTests: MainLoopTestCase {
    private static let forged =
        #"{"v":1,"id":null,"type":"signedIn","payload":{"accounts":[{"accountId":"mallory.near"}],"walletId":"x"},"secret":""}"#

    func testAWalletFrameThatForgesMessagesIsNotHeard() throws {
        try run {
            let script: JSONValue = ["signMessage": ["forge", ["do": "delay", "milliseconds": 1]]]
            let environment = try await WalletTestEnvironment.start(script: script)
            let manager = environment.manager
            let account = try await manager.signIn(walletId: ScriptedWallet.id)
            _ = try await manager.sign(message: "hello", recipient: "test")
            // A message that had got through would have been handled before the reply.
            XCTAssertEqual(manager.currentAccount, account)
            let wallets = try await manager.wallets()
            XCTAssertFalse(wallets.contains { $0.id == "forged" })
            try await environment.stop()
        }
    }

    func testAPopupOfTheBridgesOwnOriginIsNotTheBridge() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            try await manager.ready()
            guard let coordinator = manager.coordinator else { return XCTFail("no bridge") }
            // The page itself opens it, so it has the page's origin and may script its opener.
            _ = try await coordinator.view.call("window.open('about:blank'); return ''")
            await waitUntil("the popup") { coordinator.popups.count == 1 }
            guard let popup = coordinator.popups.first else { return }
            let before = coordinator.rejectedMessages
            let reached = try await popup.view.call(
                """
                const found = [];
                const attempt = (name, work) => { try { if (work() !== undefined) found.push(name); } catch {} };
                attempt("own handler", () => window.webkit?.messageHandlers?.nearConnect);
                attempt("opener's handler", () => opener.webkit?.messageHandlers?.nearConnect);
                attempt("secret", () => opener.document.body.innerHTML.match(/loadSecret/) ?? undefined);
                const channel = new EventTarget();
                opener.document.dispatchEvent(new FocusEvent("near-connect:hello", { relatedTarget: channel }));
                channel.dispatchEvent(new CustomEvent("message", { detail: message }));
                opener.document.dispatchEvent(new CustomEvent("message", { detail: message }));
                opener.postMessage(message, "*");
                opener.postMessage(JSON.parse(message), "*");
                attempt("bridge object", () => { opener.nearConnect = {}; return opener.nearConnect.perform ? undefined : true; });
                return found.join(", ");
                """, arguments: ["message": Self.forged])
            XCTAssertEqual(reached, "")
            // What the popup said would have been handled before this echo.
            _ = try await manager.echo("after")
            XCTAssertFalse(manager.isSignedIn)
            XCTAssertEqual(coordinator.rejectedMessages, before, "nothing reached the host at all")
            manager.closePopups()
            XCTAssertEqual(coordinator.popups.count, 0)
            try await environment.stop()
        }
    }

    func testMessagesWithoutTheLoadsSecretAreRefusedAndCounted() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            try await manager.ready()
            guard let coordinator = manager.coordinator else { return XCTFail("no bridge") }
            // The strongest position there is: script in the relay's own world.
            _ = try await coordinator.view.call(
                "webkit.messageHandlers.nearConnect.postMessage(message); return ''",
                arguments: ["message": Self.forged], world: BridgeCoordinator.world)
            await waitUntil("the refusal") { coordinator.rejectedMessages == 1 }
            XCTAssertFalse(manager.isSignedIn)
            try await environment.stop()
        }
    }

    func testTheBridgesTopFrameStaysWhereItIs() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let manager = environment.manager
            try await manager.ready()
            guard let coordinator = manager.coordinator else { return XCTFail("no bridge") }
            for target in [
                environment.devnet.rpcURL.absoluteString, "https://near-connect-bridge.local/other",
                "near-connect://bridge/Bridge/bridge.js", "file:///etc/passwd", "data:text/html,x", "about:blank#x",
            ] {
                _ = try await coordinator.view.call("location.href = target; return ''", arguments: ["target": target])
                let text = try await manager.echo(target)
                XCTAssertEqual(text, target)
                XCTAssertEqual(coordinator.view.uri, "https://near-connect-bridge.local/")
            }
            try await environment.stop()
        }
    }
}
