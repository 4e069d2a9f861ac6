// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import TestSupport
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// A page that asks for as much as it can, beside one that wants to work.
final class DAppFloodTests: MainLoopTestCase {
    /// Requests without end, in the page and in frames of its origin: small ones, huge ones, subscriptions, windows.
    private static let flood = """
        globalThis.ends = 0;
        const count = () => { ends += 1; };
        const big = { message: "x".repeat(3 << 20), recipient: location.host, nonce: new Uint8Array(32) };
        const flood = (wallet) => {
          for (let turn = 0; turn < 50; turn += 1) wallet.getAccounts().then(count, count);
          wallet.signMessage(big).then(count, count);
          wallet.signIn().then(count, count);
        };
        // The first question doesn't have to find its way through the flood.
        wallet.signIn().then(count, count);
        for (let number = 0; number < 100; number += 1) {
          const frame = document.createElement("iframe");
          document.body.append(frame);
          frame.contentWindow.addEventListener("near-wallet-injected", ({ detail }) => setInterval(() => flood(detail), 50));
          frame.contentWindow.dispatchEvent(new Event("near-selector-ready"));
          frame.contentWindow.near?.["near-connect"]?.on("accountsChanged", () => {});
        }
        setInterval(() => flood(wallet), 20);
        setInterval(() => window.open("/"), 100);
        return null;
        """

    func testOnePageDoesNotStarveAnother() throws {
        try run(timeout: 120) {
            let scene = try await BrowserScene()
            let other = try await WalletSite.start(["/": DAppScene.blank])
            let quiet = try await scene.browser.pages.show(other.origin + "/")
            _ = try await quiet.run("await wallet.signIn(); return null;")
            let loud = try await scene.open()
            // The user is away when the loud site asks.
            scene.user.waits = true
            _ = try await loud.run(Self.flood)
            await waitUntil("the loud site's question") { scene.user.asked.count > 1 }
            // Windows come of the same timers as requests.
            await waitUntil("the flood") { scene.browser.pages.pages.count > 2 }
            scene.user.waits = false
            for _ in 0..<10 {
                let answer = try await quiet.run("return { accounts: (await wallet.getAccounts()).length };")
                XCTAssertEqual(answer["accounts"], 1)
            }
            // Its question has its turn as soon as the one that is open is answered.
            scene.user.approve()
            let sent = try await quiet.run(
                "return { signer: (await wallet.signAndSendTransaction({ receiverId: 'bob.test.near', actions: [{ type: 'Transfer', params: { deposit: '1' } }] })).transaction.signer_id };"
            )
            XCTAssertEqual(sent["signer"], "alice.test.near")
            XCTAssertLessThanOrEqual(scene.browser.pages.pages.count, DAppPages.limit)
            await other.stop()
            try await scene.stop()
        }
    }

    /// Such a loop never leaves its page's microtasks where a refusal comes at once: the page hangs, and its driver.
    func testAPageThatAsksAgainAtOnceGoesOn() throws {
        try run {
            let scene = try await BrowserScene()
            let page = try await scene.open()
            let answer = try await page.run(
                """
                let [isOver, refused] = [false, 0];
                const loop = async () => { while (!isOver) await wallet.getAccounts().catch(() => { refused += 1; }); };
                const loops = Array.from({ length: 32 }, loop);
                while (refused === 0) await new Promise((resolve) => setTimeout(resolve, 1));
                isOver = true;
                await Promise.all(loops);
                return { refused: refused > 0 };
                """)
            XCTAssertEqual(answer["refused"], true)
            try await scene.stop()
        }
    }

    /// Requests by the count, beside frames, subscriptions and arguments of 4 MB, and windows that open windows.
    private static let counted = """
        globalThis.ends = 0;
        const count = () => { ends += 1; };
        const text = "x".repeat((4 << 20) - 300);
        const frames = Number(counts.frames), subscriptions = Number(counts.subscriptions), requests = Number(counts.requests);
        let windows = 0;
        globalThis.deeper = (inner) => { if ((windows += 1) < 100) inner.open("/").addEventListener("load", function () { globalThis.deeper?.(this); }); };
        deeper(window);
        for (let number = 0; number < frames; number += 1) {
          const frame = document.createElement("iframe");
          document.body.append(frame);
          frame.contentWindow.addEventListener("near-wallet-injected", ({ detail }) => detail.getAccounts().catch(() => {}), { once: true });
          frame.contentWindow.dispatchEvent(new Event("near-selector-ready"));
        }
        const extension = await window.injectedWeb3["near-connect"].enable("flood").catch(() => null);
        for (let number = 0; number < subscriptions; number += 1) {
          window.near["near-connect"].on("accountsChanged", () => {});
          if (number % 10 === 0) extension?.accounts.subscribe(() => {});
        }
        let begun = 0;
        while (begun < requests) {
          for (let turn = 0; turn < 500 && begun < requests; turn += 1) {
            begun += 1;
            const isLarge = begun % 5000 === 0;
            const work = isLarge ? wallet.signMessage({ message: text, recipient: "shop", nonce: new Uint8Array(32) }) : wallet.getAccounts();
            work.then(count, count);
          }
          await new Promise((resolve) => setTimeout(resolve));
        }
        while (ends < begun) await new Promise((resolve) => setTimeout(resolve, 10));
        return { ends, begun };
        """

    func testAFloodOfManyRequestsEndsAndOthersAreAnsweredMeanwhile() throws {
        try run(timeout: 3600) {
            let requests = SoakCount.full(or: 100_000)
            let (frames, subscriptions) = (requests < 1_000_000 ? 200 : 1000, requests / 100)
            let scene = try await BrowserScene()
            let other = try await WalletSite.start(["/": DAppScene.blank])
            let quiet = try await scene.browser.pages.show(other.origin + "/")
            _ = try await quiet.run("await wallet.signIn(); return null;")
            let loud = try await scene.open()
            let counts: JSONValue = [
                "requests": .integer(Int128(requests)), "frames": .integer(Int128(frames)),
                "subscriptions": .integer(Int128(subscriptions)),
            ]
            var end: JSONValue?
            let flood = Task { end = try await loud.run("const counts = \(counts.text);\n\(Self.counted)") }
            var answered = 0
            while end == nil, !flood.isCancelled {
                // The second site and this loop, which is the window's, go on.
                let answer = try await quiet.run(
                    "const begin = performance.now(); const all = await wallet.getAccounts(); return { accounts: all.length, time: Math.ceil(performance.now() - begin) };"
                )
                XCTAssertEqual(answer["accounts"], 1)
                answered += 1
                for _ in 0..<50 { await MainLoop.turn() }
            }
            try await flood.value
            XCTAssertEqual(end?["ends"], .integer(Int128(requests)))
            XCTAssertEqual(end?["begun"], .integer(Int128(requests)))
            XCTAssertGreaterThan(answered, 5)
            XCTAssertLessThanOrEqual(scene.browser.pages.pages.count, DAppPages.limit)
            print("answered meanwhile: \(answered)")
            await other.stop()
            try await scene.stop()
        }
    }
}
