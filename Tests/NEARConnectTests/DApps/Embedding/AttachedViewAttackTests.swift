// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnect
import NEARConnectTestKit
import XCTest

/// Pages and views that try to have more of an attached view's wallet than its own page.
final class AttachedViewAttackTests: MainLoopTestCase {
    /// Looks for accounts in all interfaces, and returns what came of it.
    private static let looking: StaticString = """
        const accounts = [];
        addEventListener("near-wallet-injected", ({ detail }) => accounts.push(detail.getAccounts({}).then((a) => a.length, (e) => e.code)));
        dispatchEvent(new Event("near-selector-ready"));
        return JSON.stringify(await Promise.all(accounts));
        """

    func testAViewThatGetsTheManagerLaterSeesNobodyOfThePermittedSite() throws {
        try withEmbedding { scene in
            try await scene.connect()
            let other = PlainWebView(sharingWith: scene.view)
            await scene.show(in: other)
            // Its relay never hears a token, so the host knows no such view: each request ends with an error.
            let found = try await other.call(Self.looking)
            XCTAssertEqual(found, "[4100]")
            try await scene.begin("getAccounts", "{}")
            let accounts = try await scene.result()
            XCTAssertEqual(accounts[0]?["accountId"]?.stringValue, scene.alice.text)
        }
    }

    func testAWindowOfThePageSeesNobodyAndEachOfItsRequestsEnds() throws {
        try withEmbedding { scene in
            try await scene.connect()
            _ = try await scene.view.call("window.open('/next'); return '';")
            await waitUntil("the window") { scene.view.popups.first?.shows(scene.site.origin + "/next") == true }
            let window = try XCTUnwrap(scene.view.popups.first)
            let found = try await window.call(Self.looking)
            XCTAssertEqual(found, "[4100]")
            XCTAssertEqual(scene.host.openRequests.count, 0)
        }
    }

    func testAFrameOfAnotherOriginSeesNobody() throws {
        let framed = WalletSite.Page(
            """
            <!doctype html><script>
            let answers = [];
            addEventListener("near-wallet-injected", ({ detail }) => answers.push(detail.getAccounts({}).then((a) => a.length, (e) => e.code)));
            dispatchEvent(new Event("near-selector-ready"));
            Promise.all(answers).then((all) => parent.postMessage(JSON.stringify(all), "*"));
            </script>
            """)
        try withEmbedding(["/framed": framed]) { scene in
            try await scene.connect()
            let other = scene.site.origin.replacing("127.0.0.1", with: "localhost")
            let heard = try await scene.view.call(
                """
                return await new Promise((resolve) => {
                  addEventListener("message", ({ data }) => resolve(data), { once: true });
                  document.body.append(Object.assign(document.createElement("iframe"), { src: address }));
                });
                """, ["address": other + "/framed"])
            XCTAssertTrue(["[]", "[0]", "[4100]"].contains(heard), heard)
        }
    }

    func testWhatAPageHasAskedEndsWithItsWebProcess() throws {
        try withEmbedding { scene in
            try await scene.host.attach(to: scene.view.view)
            await scene.show()
            try await scene.begin("signIn", "{}")
            let request = try await scene.question()
            scene.view.crash()
            let end = await request.ended()
            XCTAssertEqual(end, .withdrawn)
            await scene.show("/next")
            try await scene.begin("getAccounts", "{}")
            let accounts = try await scene.result()
            XCTAssertEqual(accounts, [])
        }
    }

    func testAPageOfTheInternetReachesNoServiceOfThisComputer() throws {
        try withEmbedding { scene in
            let proxy = try LoopbackProxy { _ in LoopbackSite.Reply("<!doctype html><title>page</title><body></body>") }
            scene.view.use(proxy)
            try await scene.host.attach(to: scene.view.view)
            scene.view.load("http://shop.example/")
            await waitUntil("the page") { scene.view.shows("http://shop.example/") }
            let ends = try await scene.view.call(
                """
                const targets = ["http://127.0.0.1:20000/", "http://localhost:20001/", "http://10.0.0.1:20002/", "http://127.1:20003/", "http://[::1]:20004/"];
                const fetched = await Promise.all(targets.map((address) => fetch(address, { mode: "no-cors" }).then(() => "came", () => "failed")));
                const shown = await Promise.all(targets.map((src) => new Promise((resolve) => Object.assign(new Image(), { src, onload: () => resolve("came"), onerror: () => resolve("failed") }))));
                for (const src of targets) document.body.append(Object.assign(document.createElement("iframe"), { src }));
                await fetch("http://other.example:20099/", { mode: "no-cors" });
                return [...fetched, ...shown].join(" ");
                """)
            XCTAssertEqual(Set(ends.split(separator: " ")), ["failed"])
            await waitUntil("the last") { proxy.requests.contains { $0.port == 20_099 } }
            XCTAssertEqual(proxy.requests.filter { (20_000..<20_099).contains($0.port) }.map(\.host), [])
            proxy.stop()
        }
    }

    func testAServerThatTheProgramMakesAnExceptionForHasNoWallet() throws {
        try withEmbedding { scene in
            let secure = try LoopbackSite(showing: .other) { _ in
                LoopbackSite.Reply("<!doctype html><title>page</title><body></body>")
            }
            secure.trust(in: scene.view, for: "bad.localhost")
            try await scene.host.attach(to: scene.view.view)
            let address = secure.url("bad.localhost")
            scene.view.load(address)
            await waitUntil("the page") { scene.view.shows(address) }
            try await scene.begin("signIn", "{}")
            let code = try await scene.code()
            XCTAssertEqual(code, 4100)
            let message = try await scene.view.call("return (await promise).message;")
            XCTAssertEqual(message, "The server of bad.localhost doesn’t show who it is.")
            XCTAssertEqual(scene.host.openRequests.count, 0)
            secure.stop()
        }
    }
}
