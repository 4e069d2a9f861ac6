// SPDX-License-Identifier: MIT

import GLibRuntime
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import TestSupport
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// A wallet's frame that goes to a web page during a call: the call ends.
///
/// That page, which knows all that the wallet knew, is neither heard nor told anything. The rules' pages have no https;
/// these have it.
final class WalletFrameNavigationTests: MainLoopTestCase {
    /// The way in which a frame leaves.
    private struct Departure {
        /// The wallet's JavaScript before it leaves.
        var before = ""
        /// The content of the page that it goes to, besides its script.
        var content = ""
    }

    private static let host = "beyond.localhost"

    /// Returns a page that speaks for the wallet to its parent, and reports to its own server.
    private static func page(_ content: String) -> String {
        """
        <!DOCTYPE html><script>
        const origin = location.hash.slice(1);
        addEventListener("message", ({ data }) => { fetch(`/overheard/${data?.method}`, { mode: "no-cors", keepalive: true }); });
        for (const message of [
          { method: "storage.set", params: { key: "k", value: "from beyond" }, id: "1" },
          { method: "storage.get", params: { key: "secret" }, id: "2" },
          { method: "signIn", id: origin, status: "success", result: [{ accountId: "mallory.test.near" }] },
        ]) parent.postMessage({ ...message, origin }, "*");
        fetch("/spoken", { mode: "no-cors", keepalive: true });
        </script>\(content)
        """
    }

    @MainActor
    private static func expectNothingHeard(_ departure: Departure, line: UInt = #line) async throws {
        let site = try LoopbackSite { request in
            request.path == "/beyond" ? LoopbackSite.Reply(page(departure.content)) : LoopbackSite.Reply("")
        }
        let manifest = WalletCode.manifest(
            id: "leaving",
            """
            ...(() => {
              let origin;
              window.addEventListener("message", ({ data }) => { if (data.method?.startsWith("wallet:")) origin = data.origin; });
              return {
                async signIn() {
                  await window.selector.storage.set("secret", "of the wallet");
                  \(departure.before)
                  location.href = "\(site.url(host, "/beyond"))#" + origin;
                  return new Promise(() => {});
                },
              };
            })()
            """)
        let environment = try await WalletTestEnvironment.start(script: [:]) {
            $0.additionalManifests.append(manifest)
        }
        let manager = environment.manager
        try await manager.ready()
        let coordinator = try XCTUnwrap(manager.coordinator)
        site.trust(in: coordinator.context, for: host)
        do {
            let account = try await manager.signIn(walletId: "leaving")
            XCTFail("\(account.accountId) signed in", line: line)
        } catch {
            guard case .walletError(let reason) = error else { throw error }
            XCTAssertEqual(reason, "leaving left its page before it answered", line: line)
        }
        XCTAssertFalse(manager.isBusy)
        // Either the page has spoken, or its frame is gone before it could.
        let frames: StaticString =
            "return String([...document.querySelectorAll('iframe')].filter((f) => f.title === 'leaving').length)"
        while !site.requests.contains(where: { $0.path == "/spoken" }), try await coordinator.view.call(frames) != "0" {
            await MainLoop.turn()
        }
        let stored = try await coordinator.view.call("return String(localStorage.getItem('leaving:k'))")
        XCTAssertEqual(stored, "null", "it was heard", line: line)
        _ = try await manager.signIn(walletId: ScriptedWallet.id)
        let overheard = site.requests.map(\.path).filter { $0.hasPrefix("/overheard") }
        XCTAssertEqual(overheard, [], line: line)
        site.stop()
        try await environment.stop()
    }

    func testAFrameThatGoesToAnotherPage() throws {
        try run { try await Self.expectNothingHeard(Departure()) }
    }

    func testAFrameThatGoesToAPageThatNeverFinishesLoading() throws {
        try run {
            // A server that never answers, for a picture that stays pending.
            let doorbell = try Doorbell()
            try await Self.expectNothingHeard(Departure(content: "<img src=\"\(doorbell.origin)/never.png\">"))
        }
    }

    func testAFrameThatKeepsItsDepartureToItself() throws {
        try run {
            let doorbell = try Doorbell()
            try await Self.expectNothingHeard(
                Departure(
                    before: "window.addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true);",
                    content: "<img src=\"\(doorbell.origin)/never.png\">"))
        }
    }

    func testAFrameThatEmptiesItsDocumentBefore() throws {
        try run {
            let doorbell = try Doorbell()
            for way in ["document.open();", "document.write('');", "Document.prototype.writeln.call(document);"] {
                try await Self.expectNothingHeard(
                    Departure(
                        before: "try { \(way) } catch {}", content: "<img src=\"\(doorbell.origin)/never.png\">"))
            }
        }
    }
}
