// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Pages whose server doesn't show who it is, and pages over plain http: none of them has a wallet.
final class PageSecurityTests: MainLoopTestCase {
    private static let blank = "<!doctype html><title>page</title><body></body>"

    /// Looks for a wallet in all ways, and asks what is found for accounts.
    private static let looking = """
        <!doctype html><body><script>
        const found = [];
        addEventListener("near-wallet-injected", ({ detail }) => found.push(detail));
        dispatchEvent(new Event("near-selector-ready"));
        const channel = new EventTarget();
        document.dispatchEvent(new FocusEvent("near-connect-dapp:hello", { relatedTarget: channel }));
        channel.dispatchEvent(new CustomEvent("request", { detail: '1 {"method":"getAccounts","params":{}}' }));
        for (const wallet of found) wallet.getAccounts();
        const wallets = `${found.length} ${typeof window.near} ${typeof window.injectedWeb3}`;
        parent.postMessage({ wallets }, "*");
        </script></body>
        """

    /// Waits for the failure of a load, and returns the faults of the certificate.
    @MainActor
    private static func faults(
        in scene: DAppScene, of load: () async throws -> Void
    ) async throws -> [LoadFailure.CertificateFault] {
        var failure: LoadFailure?
        scene.pages.onEvent = { event in
            if case .failed(_, let found) = event { failure = found }
        }
        try await load()
        await waitUntil("the failure") { failure != nil }
        guard case .certificate(let faults)? = failure?.reason else { return [] }
        return faults
    }

    func testAPageOfAServerWithoutAValidCertificateIsNotAskedFor() throws {
        try run(timeout: 120) {
            let faults: [LoopbackSite.Identity: LoadFailure.CertificateFault] = [
                .localhost: .unknownAuthority, .other: .otherName, .expired: .expired,
            ]
            for identity in LoopbackSite.Identity.allCases {
                let scene = try await DAppScene(["/": DAppScene.blank])
                let secure = try LoopbackSite(showing: identity) { _ in LoopbackSite.Reply(Self.looking) }
                let good = try LoopbackSite { _ in LoopbackSite.Reply(Self.blank) }
                good.trust(in: scene.pages.context, for: "good.localhost")
                let address = try XCTUnwrap(WebAddress(secure.url("bad.localhost")))
                let alone = try await Self.faults(in: scene) { _ = try await scene.pages.open(address) }
                XCTAssertTrue(alone.contains(try XCTUnwrap(faults[identity])), "\(alone)")
                // Also in place of a page that has a wallet.
                let page = try await scene.open("/")
                let again = try await Self.faults(in: scene) { scene.pages.load(address, in: page) }
                XCTAssertEqual(again, alone)
                XCTAssertEqual(page.view.committedURI, scene.site.origin + "/")
                // And inside of one that is trusted, by a frame, a script or a request.
                let trusted = try await scene.pages.show(good.url("good.localhost"))
                let ends = try await trusted.view.call(
                    """
                    const fetched = await fetch(address).then(() => "came", () => "failed");
                    const script = await new Promise((resolve) => {
                      document.body.append(Object.assign(document.createElement("script"), { src: address, onload: () => resolve("came"), onerror: () => resolve("failed") }));
                    });
                    const frame = Object.assign(document.createElement("iframe"), { src: address });
                    await new Promise((resolve) => { frame.onload = frame.onerror = resolve; document.body.append(frame); setTimeout(resolve, 1000); });
                    return `${fetched} ${script}`;
                    """, arguments: ["address": address.text])
                XCTAssertEqual(ends, "failed failed")
                XCTAssertEqual(secure.requests.count, 0)
                XCTAssertEqual(scene.requests.count, 0)
                secure.stop()
                good.stop()
                await scene.stop()
            }
        }
    }

    func testAPageThatARedirectLeadsToPlainHTTPHasNoWallet() throws {
        try run {
            let scene = try await DAppScene([:])
            let plain = "http://plain.example/"
            let proxy = try LoopbackProxy { _ in LoopbackSite.Reply(Self.looking) }
            proxy.use(in: scene.pages.context, directly: ["*.localhost"])
            let secure = try LoopbackSite { request in
                request.path == "/away"
                    ? LoopbackSite.Reply(status: 302, headers: [("Location", plain)]) : LoopbackSite.Reply(Self.looking)
            }
            secure.trust(in: scene.pages.context, for: "app.localhost")
            // The same site over https has one, so there is something to lose.
            let good = try await scene.pages.show(secure.url("app.localhost"))
            await waitUntil("its request") { scene.requests.count > 0 }
            let before = scene.requests.count
            scene.pages.load(try XCTUnwrap(WebAddress(secure.url("app.localhost", "/away"))), in: good)
            await waitUntil("the plain page") { good.view.committedURI == plain && !good.view.isLoading }
            let found = try await good.view.call("return wallets")
            XCTAssertEqual(found, "0 undefined undefined")
            // Neither has it by the page's own way, nor in a frame of a page that would have one.
            let framing = try await good.view.call(
                """
                const told = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data.wallets)));
                document.body.append(Object.assign(document.createElement("iframe"), { src: "/frame" }));
                return await told;
                """)
            XCTAssertEqual(framing, "0 undefined undefined")
            XCTAssertEqual(scene.requests.count, before)
            secure.stop()
            proxy.stop()
            await scene.stop()
        }
    }

    func testASecurePageLoadsNothingOverPlainHTTPAndAPlainOneFramesNoWallet() throws {
        try run {
            let scene = try await DAppScene([:])
            let proxy = try LoopbackProxy { _ in LoopbackSite.Reply(Self.looking) }
            proxy.use(in: scene.pages.context, directly: ["*.localhost", "localhost."])
            let secure = try LoopbackSite { _ in LoopbackSite.Reply(Self.looking) }
            secure.trust(in: scene.pages.context, for: "app.localhost")
            let page = try await scene.pages.show(secure.url("app.localhost"))
            await waitUntil("its request") { scene.requests.count > 0 }
            let before = scene.requests.count
            let ends = try await page.view.call(
                """
                const plain = "http://plain.example/";
                const fetched = await fetch(plain, { mode: "no-cors" }).then(() => "came", () => "failed");
                const script = await new Promise((resolve) => {
                  document.body.append(Object.assign(document.createElement("script"), { src: plain, onload: () => resolve("came"), onerror: () => resolve("failed") }));
                });
                let heard = "nothing";
                addEventListener("message", ({ data, source }) => { if (source !== window) heard = data.wallets; });
                document.body.append(Object.assign(document.createElement("iframe"), { src: plain + "frame" }));
                // The frame of the page itself comes after it.
                const own = Object.assign(document.createElement("iframe"), { src: "/frame" });
                await new Promise((resolve) => { own.onload = resolve; document.body.append(own); });
                return `${fetched} ${script}`;
                """)
            XCTAssertEqual(ends, "failed failed")
            XCTAssertEqual(proxy.requests.filter { $0.path == "/frame" }, [])
            XCTAssertEqual(proxy.requests.count, 0)
            // The frame of its own origin has asked, and nobody else.
            await waitUntil("its frame's request") { scene.requests.count > before }
            XCTAssertEqual(Set(scene.requests.map(\.asker.origin.text.text)), [secure.origin("app.localhost")])
            let asked = scene.requests.count
            // A page that isn't secure has a secure one in a frame: there is no wallet in there.
            let site = try await WalletSite.start(["/": DAppScene.blank])
            let insecure = try await scene.pages.show(site.origin.replacing("127.0.0.1", with: "localhost.") + "/")
            let framed = try await insecure.view.call(
                """
                const told = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data.wallets)));
                document.body.append(Object.assign(document.createElement("iframe"), { src: address }));
                return await told;
                """, arguments: ["address": secure.url("app.localhost", "/inner")])
            XCTAssertEqual(framed, "0 undefined undefined")
            XCTAssertEqual(scene.requests.count, asked)
            await site.stop()
            secure.stop()
            proxy.stop()
            await scene.stop()
        }
    }
}
