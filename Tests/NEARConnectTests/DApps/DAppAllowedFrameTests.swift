// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Frames of one site that the user has allowed inside another one.
final class DAppAllowedFrameTests: MainLoopTestCase {
    /// Asks for accounts and a signature as a connector does, and tells the outermost page what came of it.
    private static let asking = WalletSite.Page(
        """
        <!doctype html><meta charset="utf-8"><body><script>
        (async () => {
          const found = [];
          addEventListener("near-wallet-injected", (event) => found.push(event.detail));
          dispatchEvent(new Event("near-selector-ready"));
          if (found.length === 0) return "none";
          const accounts = (await found[0].getAccounts({})).map(({ accountId }) => accountId);
          const signed = await found[0].signMessage({ message: "hello", recipient: location.host, nonce: crypto.getRandomValues(new Uint8Array(32)) }).then(({ accountId }) => accountId, (error) => error.code);
          return { accounts, signed };
        })().catch((error) => `${error}`).then((result) => top.postMessage({ frame: name, result }, "*"));
        </script></body>
        """)
    private static let nesting = WalletSite.Page(
        """
        <!doctype html><body><script>
        const frame = Object.assign(document.createElement("iframe"), { name: "asking", src: new URLSearchParams(location.search).get("in") });
        if (location.search.includes("sandbox")) frame.sandbox = "allow-scripts";
        document.body.append(frame);
        </script></body>
        """)

    /// A page at 127.0.0.1 with frames of localhost, which has a permission; both are sites of their own.
    @MainActor
    private struct Place {
        let scene: BrowserScene
        let page: DAppPage
        let own: SiteOrigin
        let other: SiteOrigin

        init(_ more: [String: WalletSite.Page] = [:]) async throws {
            let site = try await WalletSite.start(
                ["/": DAppScene.blank, "/asking": asking, "/nesting": nesting].merging(more) { $1 })
            scene = try await BrowserScene(on: site)
            own = try XCTUnwrap(SiteOrigin(site.origin))
            other = try XCTUnwrap(SiteOrigin(site.origin.replacing("127.0.0.1", with: "localhost")))
            let first = try await scene.browser.pages.show("\(other)/")
            _ = try await first.run("await wallet.signIn({}); return null;")
            scene.browser.pages.close(first)
            page = try await scene.open()
        }

        /// Allows frames of the other site inside this one, or takes that back; pages are loaded again after it.
        func allow(_ areAllowed: Bool = true) async throws {
            try scene.browser.host.permissions.setFrames(of: other, inside: own, areAllowed: areAllowed)
            let host = scene.browser.host
            if areAllowed { host.noteChange() } else { host.endFrames(of: other, inside: own) }
            await page.reload()
        }

        /// Shows a frame, and returns what it tells.
        func ask(_ make: String) async throws -> JSONValue {
            let text = try await page.view.call(
                """
                const told = new Promise((resolve) => {
                  const hear = (event) => {
                    if (event.data?.frame === undefined) return;
                    removeEventListener("message", hear);
                    resolve(event.data.result);
                  };
                  addEventListener("message", hear);
                  setTimeout(() => resolve("nothing was heard for 20 s"), 20000);
                });
                const frame = document.createElement("iframe");
                frame.name = "asking";
                new Function("frame", make)(frame);
                document.body.append(frame);
                const result = await told;
                frame.remove();
                return JSON.stringify({ result });
                """, arguments: ["make": make])
            return try XCTUnwrap(try JSONValue.parse(text)["result"])
        }
    }

    private static let allowed: JSONValue = ["accounts": ["alice.test.near"], "signed": "alice.test.near"]

    func testAFrameIsAnsweredWhereTheUserHasAllowedIt() throws {
        try run(timeout: 120) {
            let place = try await Place()
            var wanted: [DAppAsker] = []
            place.scene.browser.onEvent = { if case .framed(_, let asker) = $0 { wanted.append(asker) } }
            let before = try await place.ask("frame.src = '\(place.other)/asking'")
            XCTAssertEqual(before, "none")
            // The window hears which site looks for a wallet inside which, from a frame that stays.
            _ = try await place.page.view.call(
                "document.body.append(Object.assign(document.createElement('iframe'), { src: address })); return '';",
                arguments: ["address": "\(place.other)/asking"])
            await waitUntil("the frames' wishes") { wanted.count == 2 }
            for asker in wanted {
                XCTAssertEqual(asker.origin, place.other)
                XCTAssertEqual(asker.top, place.own)
            }
            try await place.allow()
            let asked = place.scene.user.asked.count
            let answer = try await place.ask("frame.src = '\(place.other)/asking'")
            XCTAssertEqual(answer, Self.allowed)
            // The question names both.
            XCTAssertEqual(place.scene.user.asked.count, asked + 1)
            let facts = ApprovalText(try XCTUnwrap(place.scene.user.asked.last)).facts
            XCTAssertEqual(facts.first { $0.name == "Website" }?.value, place.other.description)
            XCTAssertEqual(facts.first { $0.name == "Shown inside" }?.value, place.own.description)
            // A frame of its own in that frame is the same site.
            let nested = try await place.ask("frame.src = '\(place.other)/nesting?in=\(place.other)/asking'")
            XCTAssertEqual(nested, Self.allowed)
            // What was taken back is over.
            try await place.allow(false)
            let after = try await place.ask("frame.src = '\(place.other)/asking'")
            XCTAssertEqual(after, "none")
            try await place.scene.stop()
        }
    }

    /// A frame says that it looks for a wallet, and lies about its place; its origin is the browser's word.
    func testAWishIsOfTheFrameThatSaysIt() throws {
        try run(timeout: 120) {
            let looking = WalletSite.Page(
                """
                <!doctype html><body><script>
                const say = (window, ...text) => window.postMessage(text, "*", [new MessageChannel().port1]);
                const word = "near-connect-dapp:looking";
                const { searchParams } = new URL(location);
                const outermost = searchParams.get("in");
                for (const around of [["https://bank.example"], [], "x", null, [outermost, "https://bank.example"], [7], { length: 1e9 }]) {
                  say(opener ?? top, word, around);
                }
                say(opener ?? top, "near-connect-dapp:other", [outermost]);
                (opener ?? top).postMessage([word, [outermost]], "*");
                for (let turn = 0; turn < 100; turn += 1) say(opener ?? top, word, [outermost]);
                (opener ?? top).postMessage({ frame: name, result: "said" }, "*");
                </script></body>
                """)
            let place = try await Place(["/looking": looking])
            var wanted: [DAppAsker] = []
            place.scene.browser.onEvent = { if case .framed(_, let asker) = $0 { wanted.append(asker) } }
            // A window of its own is no frame of this page.
            let windows = try await place.page.view.call(
                """
                const told = new Promise((resolve) => addEventListener("message", ({ data }) => { if (data?.result) resolve(data.result); }));
                globalThis.open(address);
                return await told;
                """, arguments: ["address": "\(place.other)/looking?in=\(place.own)"])
            XCTAssertEqual(windows, "said")
            // The page's own request comes after all of them.
            _ = try await place.page.run("await wallet.getAccounts(); return null;")
            XCTAssertEqual(wanted, [])
            let said = try await place.ask("frame.src = '\(place.other)/looking?in=\(place.own)'")
            XCTAssertEqual(said, "said")
            await waitUntil("the frame's wishes") { !wanted.isEmpty }
            _ = try await place.page.run("await wallet.getAccounts(); return null;")
            XCTAssertLessThan(wanted.count, 100, "as many as requests in a second, and not each")
            for asker in wanted {
                XCTAssertEqual(asker.origin, place.other)
                XCTAssertEqual(asker.top, place.own)
            }
            try await place.scene.stop()
        }
    }

    func testNoOtherFrameIsAnswered() throws {
        try run(timeout: 180) {
            let place = try await Place()
            try await place.allow()
            let (own, other) = (place.own, place.other)
            let refused = place.scene.user.asked.count
            let nothing: JSONValue = ["accounts": [], "signed": 4100]
            for way in [
                // A third origin in between, one that is allowed in the other order, and opaque ones.
                "frame.src = 'http://app.localhost:\(own.port ?? 0)/nesting?in=\(other)/asking'",
                "frame.src = '\(other)/nesting?in=\(own)/asking'",
                "frame.src = 'http://app.localhost:\(own.port ?? 0)/asking'",
                "frame.sandbox = 'allow-scripts'; frame.src = '\(other)/asking'",
                "frame.src = '\(other)/nesting?sandbox&in=\(other)/asking'",
            ] {
                let answer = try await place.ask(way)
                XCTAssertTrue(answer == "none" || answer == nothing, "\(way): \(answer)")
            }
            XCTAssertEqual(place.scene.user.asked.count, refused)
            try await place.scene.stop()
        }
    }

    /// A page writes the messages by which relays vouch: as the outermost page, and as the frame.
    func testNobodyIsVouchedForByAPage() throws {
        try run(timeout: 180) {
            // The frame has itself vouched for, and tells once the outermost page's relay has done that.
            let forging = WalletSite.Page(
                """
                <!doctype html><body><script>
                const answers = [];
                const channel = new EventTarget();
                channel.addEventListener("answer", (event) => answers.push(event.detail));
                document.dispatchEvent(new FocusEvent("near-connect-dapp:hello", { relatedTarget: channel, cancelable: true }));
                const nonce = crypto.randomUUID();
                addEventListener("message", ({ data }) => {
                  if (data === (location.search ? "end" : `near-connect-dapp:vouched ${nonce}`)) top.postMessage({ frame: name, result: answers }, "*");
                });
                for (const text of ["x", `near-connect-dapp:frame ${nonce}`, "near-connect-dapp:frame x", `near-connect-dapp:vouched ${nonce}`]) top.postMessage(text, "*");
                channel.dispatchEvent(new CustomEvent("request", { detail: '1 {"method":"getAccounts","params":{}}' }));
                channel.dispatchEvent(new CustomEvent("request", { detail: '2 {"method":"signIn","params":{}}' }));
                top.postMessage("end", "*");
                </script></body>
                """)
            let place = try await Place(["/forging": forging])
            let asked = place.scene.user.asked.count
            // The outermost page vouches, too, as itself and in the frame's name, and answers what it hears of.
            let spying: StaticString = """
                globalThis.seen = [];
                addEventListener("message", (event) => {
                  // The frame's last word comes back after all others.
                  if (event.data === "end") return frames[0].postMessage("end", "*");
                  if (!event.isTrusted || typeof event.data !== "string" || seen.length > 20) return;
                  seen.push(event.data);
                  const nonce = crypto.randomUUID();
                  postMessage(`near-connect-dapp:frame ${nonce}`, "*");
                  dispatchEvent(new MessageEvent("message", { data: `near-connect-dapp:frame ${nonce}`, origin: other, source: frames[0] }));
                  frames[0]?.postMessage(`near-connect-dapp:vouched ${nonce}`, "*");
                }, true);
                return "";
                """
            _ = try await place.page.view.call(spying, arguments: ["other": "\(place.other)"])
            let answers = try await place.ask("frame.src = '\(place.other)/forging?end'")
            for text in answers.arrayValue ?? [] {
                XCTAssertFalse(text.stringValue?.contains("alice") == true, "\(text)")
            }
            XCTAssertEqual(place.scene.user.asked.count, asked)
            // Where the frame is allowed, all of this changes nothing, and the page hears none of the relays' words.
            try await place.allow()
            _ = try await place.page.view.call(spying, arguments: ["other": "\(place.other)"])
            let answer = try await place.ask("frame.src = '\(place.other)/asking'")
            XCTAssertEqual(answer, Self.allowed)
            let forged = try await place.ask("frame.src = '\(place.other)/forging'")
            XCTAssertFalse(forged.text.contains("alice"))
            let seen = try await place.page.view.call(
                "return JSON.stringify(seen.filter((text) => text.startsWith('near-connect-dapp:frame')))")
            XCTAssertEqual(seen, "[]")
            try await place.scene.stop()
        }
    }

    /// The relays hear the page's own messages, too, and take nothing away from them, also if they look like theirs.
    func testWhatAFrameTransfersToThePageArrivesWhole() throws {
        try run(timeout: 120) {
            let sending = WalletSite.Page(
                """
                <!doctype html><body><script>
                const bytes = new Uint8Array([1, 2, 3]).buffer;
                const { port1, port2 } = new MessageChannel();
                port1.onmessage = ({ data }) => top.postMessage({ frame: name, result: data }, "*");
                top.postMessage({ bytes }, "*", [bytes, port2]);
                </script></body>
                """)
            let place = try await Place(["/sending": sending])
            let hearing: StaticString = """
                addEventListener("message", ({ data, ports }) => {
                  if (data.bytes) ports[0].postMessage([...new Uint8Array(data.bytes)].join(" "));
                });
                return "";
                """
            for isAllowed in [false, true] {
                if isAllowed { try await place.allow() }
                _ = try await place.page.view.call(hearing)
                let heard = try await place.ask("frame.src = '\(place.other)/sending'")
                XCTAssertEqual(heard, "1 2 3", "allowed: \(isAllowed)")
            }
            try await place.scene.stop()
        }
    }

    /// The outermost page goes on while a frame asks: what comes late is nobody's.
    func testAFrameOfAPageThatWasLeftIsNotAnswered() throws {
        try run(timeout: 180) {
            let place = try await Place(["/next": DAppScene.blank])
            try await place.allow()
            place.scene.user.waits = true
            _ = try await place.page.view.call(
                """
                document.body.append(Object.assign(document.createElement("iframe"), { name: "asking", src: address }));
                return "";
                """, arguments: ["address": "\(place.other)/asking"])
            let asked = place.scene.user.asked.count
            await waitUntil("the frame's question") { place.scene.user.asked.count == asked + 1 }
            place.scene.browser.pages.load(try XCTUnwrap(WebAddress("\(place.own)/next")), in: place.page)
            await waitUntil("its end") {
                place.scene.browser.host.queue.count == 0 && place.page.view.committedURI == "\(place.own)/next"
            }
            XCTAssertFalse(place.scene.browser.host.hasSubscriptions)
            place.scene.user.waits = false
            // The page that is there now has frames of its own.
            await waitUntil("the page") { !place.page.view.isLoading }
            let answer = try await place.ask("frame.src = '\(place.other)/asking'")
            XCTAssertEqual(answer, Self.allowed)
            try await place.scene.stop()
        }
    }

    /// A permission that is taken back is heard at once by a frame that waits.
    func testAFrameHearsThatItMayNotAskAnyMore() throws {
        try run(timeout: 120) {
            let listening = WalletSite.Page(
                """
                <!doctype html><body><script>
                const nep408 = window.near?.["near-connect"];
                nep408?.on("accountsChanged", ({ accounts }) => top.postMessage({ frame: name, result: accounts.length }, "*"));
                </script></body>
                """)
            let place = try await Place(["/listening": listening])
            try await place.allow()
            _ = try await place.page.view.call(
                """
                globalThis.heard = new Promise((resolve) => addEventListener("message", ({ data }) => { if (data?.frame === "asking") resolve(String(data.result)); }));
                document.body.append(Object.assign(document.createElement("iframe"), { name: "asking", src: address }));
                return "";
                """, arguments: ["address": "\(place.other)/listening"])
            await waitUntil("the subscription") { place.scene.browser.host.hasSubscriptions }
            try place.scene.browser.host.permissions.setFrames(of: place.other, inside: place.own, areAllowed: false)
            place.scene.browser.host.endFrames(of: place.other, inside: place.own)
            let heard = try await place.page.view.call("return await heard;")
            XCTAssertEqual(heard, "0")
            await waitUntil("its end") { !place.scene.browser.host.hasSubscriptions }
            try await place.scene.stop()
        }
    }
}
