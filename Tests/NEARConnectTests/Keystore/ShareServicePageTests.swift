// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import XCTest

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// A page of another origin that tries all that pages may do to reach a share service here.
final class ShareServicePageTests: MainLoopTestCase {
    func testAPageReachesNothingOfAShareService() throws {
        try run {
            let provider = try await IdentityProvider.start()
            let service = try await ShareService.start(
                ShareServiceSettings(issuers: [.init(provider.issuer, programs: ["program"])]))
            let blank = "<!doctype html><title>page</title><body></body>"
            let site = try await WalletSite.start(["/": .init(blank)])
            let view = PlainWebView()
            view.load(site.origin + "/")
            await waitUntil("the page") { view.shows(site.origin + "/") }
            let answer = try await view.call(
                """
                const body = JSON.stringify({ version: 1, call: "sets" });
                const json = { "content-type": "application/json", "login-signature": "AAAA" };
                const tries = {
                    description: () => fetch(service + "/v1/service"),
                    call: () => fetch(service + "/v1/shares", { method: "POST", headers: json, body }),
                    plain: () => fetch(service + "/v1/shares", { method: "POST", body }),
                    opaque: () => fetch(service + "/v1/shares", { method: "POST", body, mode: "no-cors" }),
                    opaqueDescription: () => fetch(service + "/v1/service", { mode: "no-cors" }),
                };
                const found = {};
                for (const [name, attempt] of Object.entries(tries)) {
                    try {
                        const answer = await attempt();
                        found[name] = answer.type + " " + answer.status + " " + await answer.text();
                    } catch (error) {
                        found[name] = error.name;
                    }
                }
                found.beacon = String(navigator.sendBeacon(service + "/v1/shares", new Blob([body], { type: "application/json" })));
                const frame = document.createElement("iframe");
                frame.src = service + "/v1/service";
                document.body.append(frame);
                await new Promise((resolve) => { frame.onload = resolve; frame.onerror = resolve; });
                try {
                    found.frame = frame.contentDocument?.body?.textContent ?? "closed";
                } catch (error) {
                    found.frame = error.name;
                }
                return JSON.stringify(found);
                """, ["service": service.address])
            let found = try JSONValue.parse(answer)
            for name in ["description", "call", "plain"] { XCTAssertEqual(found[name], "TypeError", answer) }
            // These reach it, and are refused unread; the page can't read the answers.
            for name in ["opaque", "opaqueDescription"] { XCTAssertEqual(found[name], "opaque 0 ", answer) }
            XCTAssertEqual(found["frame"], "closed", answer)
            XCTAssertFalse(answer.contains("modes"), answer)
            let events = await service.events
            XCTAssertEqual(events, [], "nothing was read as a request")
            await site.stop()
            await service.stop()
            await provider.stop()
        }
    }
}
