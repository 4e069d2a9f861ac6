// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore

/// The origin in the dialog of a page's question is the asker's, whatever the page does.
final class QuestionOriginTests: MainLoopTestCase {
    /// Says everywhere that a page can write that it is another site.
    private static let lies = """
        document.title = "https://bank.example";
        try { document.domain = "localhost"; } catch {}
        history.pushState({}, "", "/https://bank.example/");
        history.replaceState({}, "", "//bank.example".slice(1) + "?https://bank.example#https://bank.example");
        for (const [owner, name] of [[window, "origin"], [document, "domain"], [document, "URL"], [document, "referrer"], [Document.prototype, "URL"]]) {
          try { Object.defineProperty(owner, name, { configurable: true, get: () => "https://bank.example" }); } catch {}
        }
        try { self.origin = "https://bank.example"; } catch {}
        window.name = "https://bank.example";
        const work = wallet.signIn({ network: undefined, origin: "https://bank.example", topOrigin: "https://bank.example", url: "https://bank.example" });
        return { code: await work.then(() => 0, (error) => error.code) };
        """

    func testTheDialogNamesTheAskerWhateverThePageSays() throws {
        try run(timeout: 120) {
            let plain = try await WalletSite.start(["/": DAppScene.blank])
            let answer: @MainActor (LoopbackSite.Request) -> LoopbackSite.Reply = { request in
                guard request.path == "/away" else { return LoopbackSite.Reply("<!doctype html><body></body>") }
                return LoopbackSite.Reply(
                    status: 302, headers: [("Location", "https://second.localhost:\(request.port)/")])
            }
            let secure = try LoopbackSite(answer)
            let other = try LoopbackSite(answer)
            let scene = try await AppsScene()
            try await scene.show("\(plain.origin)/")
            let context = try XCTUnwrap(scene.browser.session.pages).context
            let long = (0..<6).map { _ in "login.bank.example" }.joined(separator: ".") + ".localhost"
            let widest = String(repeating: "a", count: 63) + ".localhost"
            let punycode = "xn--pple-43d.localhost"
            let hosts = ["app.localhost", "second.localhost", "bank.example.localhost", long, widest, punycode]
            for host in hosts {
                secure.trust(in: context, for: host)
                other.trust(in: context, for: host)
            }
            let cases: [(written: String, host: String, site: LoopbackSite?)] =
                hosts.map { (secure.url($0), $0, secure) } + [
                    (other.url("app.localhost"), "app.localhost", other),
                    (secure.url("APP.LocalHost"), "app.localhost", secure),
                    (secure.url("app.localhost", "/https://bank.example/@bank.example"), "app.localhost", secure),
                    (secure.url("\u{0430}pple.localhost"), punycode, secure),
                    (secure.url("app.localhost", "/away"), "second.localhost", secure),
                    ("\(plain.origin)/", "", nil),
                ]
            for (written, host, site) in cases {
                let origin = site?.origin(host) ?? plain.origin
                let tab = try scene.tab
                try scene.enter(written)
                await waitUntil("\(written), not \(tab.documentAddress ?? "")") {
                    tab.pending == nil && tab.page?.view.isLoading == false
                        && tab.documentAddress?.hasPrefix(origin + "/") == true
                }
                let page = try XCTUnwrap(tab.page)
                let asking = Task { try await page.run(Self.lies) }
                let question = try await scene.question()
                let facts = question.text.facts.map(\.value)
                XCTAssertEqual(facts.count { $0.contains(origin) }, 1, "\(written): \(facts)")
                let words = ([question.text.heading] + facts).joined(separator: " ").replacing(origin, with: "")
                XCTAssertFalse(words.contains("bank.example"), "\(written): \(words)")
                // Nothing in the address field changes it, nor runs in the page.
                for address in ["javascript:document.title='ran'", "view-source:\(origin)/", "data:text/html,x"] {
                    try scene.enter(address)
                    XCTAssertNil(tab.pending, address)
                }
                XCTAssertTrue(scene.browser.session.approvals.current === question)
                question.dialog.cancel()
                let end = try await asking.value
                XCTAssertEqual(end["code"], 4001, written)
                XCTAssertNotEqual(page.view.title, "ran")
            }
            // A name before the host is refused: it can make one site look like another.
            try scene.enter("https://bank.example@app.localhost/")
            XCTAssertTrue(try scene.tab.notice.text?.contains("@") == true)
            XCTAssertNil(try scene.tab.pending)
            try await scene.stop()
            await plain.stop()
            secure.stop()
            other.stop()
        }
    }

    /// Two pages set one domain, so that their scripts may reach each other; each asks as itself.
    func testACommonDomainMakesNoCommonOrigin() throws {
        try run {
            let asking = """
                <!doctype html><body><script>
                (async () => {
                  try { document.domain = "localhost"; } catch {}
                  const found = [];
                  addEventListener("near-wallet-injected", ({ detail }) => found.push(detail));
                  dispatchEvent(new Event("near-selector-ready"));
                  let reached = false;
                  try { reached = top.document.body !== null; } catch {}
                  const codes = [];
                  for (const wallet of found) await wallet.getAccounts().then((all) => codes.push(all.length), (error) => codes.push(error.code));
                  parent.postMessage({ reached, codes }, "*");
                })();
                </script></body>
                """
            let scene = try await DAppScene([:])
            let site = try LoopbackSite { request in
                LoopbackSite.Reply(
                    request.host == "first.localhost" ? "<!doctype html><title>dApp</title><body></body>" : asking)
            }
            site.trust(in: scene.pages.context, for: "first.localhost", "second.localhost")
            let page = try await scene.pages.show(site.url("first.localhost"))
            let told = try await page.view.call(
                """
                try { document.domain = "localhost"; } catch {}
                const told = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data), { once: true }));
                document.body.append(Object.assign(document.createElement("iframe"), { src: other }));
                return JSON.stringify(await told);
                """, arguments: ["other": site.url("second.localhost")])
            let answer = try JSONValue.parse(told)
            for request in scene.requests {
                XCTAssertEqual(request.asker.origin.text.text, site.origin("second.localhost"))
                XCTAssertFalse(request.asker.isOfOneOrigin, "\(answer)")
            }
            site.stop()
            await scene.stop()
        }
    }
}
