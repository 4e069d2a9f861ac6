// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectTestKit
import NEARPrimitives
import NEARRPC
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Frames in a page that has a permission, under a policy that signs all that the page asks for.
final class DAppFrameTests: MainLoopTestCase {
    /// Looks for the wallet in every way, asks it for accounts and a transfer, and tells the result.
    private static let attack = """
        <!doctype html><meta charset="utf-8"><body><script>
        const got = [];
        (async () => {
          const wallets = [];
          addEventListener("near-wallet-injected", (event) => wallets.push(event.detail));
          dispatchEvent(new Event("near-selector-ready"));
          try { top[Symbol.for("near-connect.provider")](window, new EventTarget()); dispatchEvent(new Event("near-selector-ready")); } catch {}
          const transfer = { receiverId: "bob.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] };
          const patient = (work) => Promise.race([work, new Promise((resolve) => setTimeout(() => resolve(null), 500))]).catch(() => null);
          for (const wallet of wallets) {
            const accounts = await patient(wallet.getAccounts?.() ?? wallet.connect?.({}));
            if (accounts?.length > 0) got.push("accounts");
            if (await patient(wallet.signAndSendTransaction?.(transfer) ?? wallet.signTransaction?.({ transaction: transfer }))) got.push("signature");
          }
          const channel = new EventTarget();
          channel.addEventListener("answer", (event) => { if (/alice|"result":[^n]/.test(event.detail)) got.push(event.detail); });
          document.dispatchEvent(new FocusEvent("near-connect-dapp:hello", { relatedTarget: channel, cancelable: true }));
          for (const text of ['{"method":"getAccounts","params":{}}', `{"method":"signAndSendTransaction","params":${JSON.stringify(transfer)}}`]) {
            channel.dispatchEvent(new CustomEvent("request", { detail: `1 ${text}` }));
          }
          await patient(new Promise(() => {}));
        })().catch((error) => got.push(`${error}`)).finally(() => top.postMessage({ frame: "attack", got }, "*"));
        </script></body>
        """
    /// Asks for a transfer again and again, past the limits.
    private static let asking = """
        <!doctype html><body><script>
        const channel = new EventTarget();
        document.dispatchEvent(new FocusEvent("near-connect-dapp:hello", { relatedTarget: channel, cancelable: true }));
        const transfer = { receiverId: "bob.test.near", actions: [{ type: "Transfer", params: { deposit: "1" } }] };
        const wallets = [];
        addEventListener("near-wallet-injected", ({ detail }) => wallets.push(detail));
        dispatchEvent(new Event("near-selector-ready"));
        const ask = () => {
          for (const method of ["signIn", "signAndSendTransaction", "getAccounts"]) {
            channel.dispatchEvent(new CustomEvent("request", { detail: `1 ${JSON.stringify({ method, params: transfer })}` }));
            for (const wallet of wallets) wallet[method](transfer).catch(() => {});
          }
        };
        ask();
        setInterval(ask, 1);
        onpagehide = ask;
        onunload = ask;
        top.postMessage("begun", "*");
        </script></body>
        """
    /// Counts what is heard in it.
    private static let quiet = """
        <!doctype html><body><script>
        globalThis.heard = 0;
        for (const name of ["answer", "message", "near-connect-dapp:hello"]) for (const target of [window, document]) target.addEventListener(name, () => { heard += 1; }, true);
        </script></body>
        """

    /// A site with a page that may do all, in which the attack is framed.
    @MainActor
    private static func scene() async throws -> (BrowserScene, DAppPage) {
        let site = try await WalletSite.start([
            "/": DAppScene.blank, "/attack": WalletSite.Page(attack),
            "/blank": WalletSite.Page(
                "<!doctype html><body><script>const frame = document.createElement('iframe'); document.body.append(frame); fetch('/attack').then((answer) => answer.text()).then((html) => frame.contentDocument.write(html))</script>"
            ),
            "/asking": WalletSite.Page(asking), "/quiet": WalletSite.Page(quiet),
            "/nested": WalletSite.Page(
                "<!doctype html><body><script>document.body.append(Object.assign(document.createElement('iframe'), { src: new URLSearchParams(location.search).get('in') }))</script>"
            ),
        ])
        let rule = #"{"name": "site", "askers": ["dapp:\#(site.origin)"], "networks": ["devnet"]"#
        let policy = try ApprovalPolicy(
            parsing: Array(
                #"{"version": 1, "rules": [\#(rule), "receivers": ["bob.test.near"], "deposit": "1 NEAR"}]}"#.utf8),
            file: "policy.json")
        let scene = try await BrowserScene(policy: policy, on: site)
        let page = try await scene.open()
        _ = try await page.run("await wallet.signIn(); return null;")
        return (scene, page)
    }

    func testNoFrameOfAnotherOriginGetsAnAccountOrASignature() throws {
        try run(timeout: 120) {
            let (scene, page) = try await Self.scene()
            let own = scene.site.origin
            let other = own.replacing("127.0.0.1", with: "localhost")
            let ways = [
                "frame.src = '\(other)/attack'",
                "frame.sandbox = 'allow-scripts'; frame.src = '/attack'",
                "frame.sandbox = 'allow-scripts'; frame.srcdoc = html",
                "frame.src = 'data:text/html;base64,' + btoa(html)",
                "frame.src = '\(other)/nested?in=\(other)/attack'",
                "frame.src = '\(other)/nested?in=\(own)/attack'",
                "frame.sandbox = 'allow-scripts'; frame.src = URL.createObjectURL(new Blob([html], { type: 'text/html' }))",
                // Empty documents, and what is written into them, without an origin or with the other one's.
                "frame.sandbox = 'allow-scripts'; frame.srcdoc = '<iframe srcdoc=\"' + html.replaceAll('&', '&amp;').replaceAll('\"', '&quot;') + '\"></iframe>'",
                "frame.src = '\(other)/blank'",
                "frame.src = '\(other)/nested?in=data:text/html;base64,' + encodeURIComponent(btoa(html))",
                "frame.sandbox = 'allow-scripts'; frame.srcdoc = `<iframe src='\(own)/attack'></iframe>`",
                "return Object.assign(document.createElement('object'), { type: 'text/html', data: '\(other)/attack' })",
                "return Object.assign(document.createElement('embed'), { type: 'text/html', src: '\(other)/attack' })",
                "return Object.assign(document.createElement('object'), { type: 'text/html', data: 'data:text/html;base64,' + btoa(html) })",
            ]
            for way in ways {
                let answer = try await page.view.call(
                    """
                    const told = new Promise((resolve) => addEventListener("message", ({ data }) => { if (data?.frame === "attack") resolve(data.got); }));
                    const late = new Promise((resolve) => setTimeout(() => resolve("no document"), 5000));
                    let frame = document.createElement("iframe");
                    frame = new Function("frame", "html", way)(frame, html) ?? frame;
                    document.body.append(frame);
                    const got = await Promise.race([told, late]);
                    frame.remove();
                    return JSON.stringify(got);
                    """, arguments: ["way": way, "html": Self.attack])
                XCTAssertEqual(answer, "[]", way)
            }
            let balance = try await scene.client.viewAccount(AccountId("bob.test.near")).value.amount
            XCTAssertEqual(balance, try NEARToken("10000 NEAR"))
            // The page itself gets both, so the attacks had something to take.
            let outcome = try await page.run(
                "return { sent: (await wallet.signAndSendTransaction({ receiverId: 'bob.test.near', actions: [{ type: 'Transfer', params: { deposit: '1' } }] })).transaction.signer_id };"
            )
            XCTAssertEqual(outcome["sent"], "alice.test.near")
            try await scene.stop()
        }
    }

    /// A frame of another origin goes away or on while it asks, or becomes one of the page's own origin.
    func testAFrameThatGoesWhileItAsksGetsNothing() throws {
        try run(timeout: 60) {
            let (scene, page) = try await Self.scene()
            let other = scene.site.origin.replacing("127.0.0.1", with: "localhost")
            let asked = scene.user.asked.count
            for end in [
                "frame.remove()", "frame.src = '/quiet'", "frame.src = '\(other)/quiet'", "frame.srcdoc = '<p>'",
            ] {
                for turns in 0..<6 {
                    let answer = try await page.view.call(
                        """
                        const frame = document.createElement("iframe");
                        frame.src = asking;
                        const begun = new Promise((resolve) => addEventListener("message", resolve, { once: true }));
                        document.body.append(frame);
                        await begun;
                        for (let turn = 0; turn < Number(turns); turn += 1) await new Promise((resolve) => setTimeout(resolve));
                        const ended = new Promise((resolve) => { frame.onload = resolve; });
                        new Function("frame", end)(frame);
                        if (frame.isConnected) await ended;
                        let heard = 0;
                        try {
                          heard = frame.contentWindow?.heard ?? 0;
                        } catch {
                          // Another origin's.
                        }
                        frame.remove();
                        return `${heard}`;
                        """, arguments: ["asking": other + "/asking", "end": end, "turns": "\(turns)"])
                    XCTAssertEqual(answer, "0", end)
                }
            }
            // What has come of it would be through by now: the page's own request comes after.
            _ = try await page.run("await wallet.getAccounts(); return null;")
            XCTAssertEqual(scene.user.asked.count, asked)
            let balance = try await scene.client.viewAccount(AccountId("bob.test.near")).value.amount
            XCTAssertEqual(balance, try NEARToken("10000 NEAR"))
            try await scene.stop()
        }
    }

    func testAnAnswerReachesNoDocumentThatAFrameHasGoneOnTo() throws {
        try run {
            let listening = WalletSite.Page(
                """
                <!doctype html><body><script>
                globalThis.heard = 0;
                for (const name of ["answer", "message", "near-connect-dapp:hello"]) for (const target of [window, document]) target.addEventListener(name, () => { heard += 1; }, true);
                addEventListener("message", ({ source }) => source.postMessage({ heard: heard - 1 }, "*"));
                </script></body>
                """)
            let site = try await WalletSite.start(["/": DAppScene.blank, "/frame": DAppScene.blank, "/next": listening])
            let scene = try await BrowserScene(on: site)
            let page = try await scene.open()
            _ = try await page.run("await wallet.signIn(); return null;")
            scene.user.waits = true
            let other = site.origin.replacing("127.0.0.1", with: "localhost")
            _ = try await page.view.call(
                """
                const frame = document.createElement("iframe");
                frame.src = "/frame";
                await new Promise((resolve) => { frame.onload = resolve; document.body.append(frame); });
                const found = new Promise((resolve) => frame.contentWindow.addEventListener("near-wallet-injected", (event) => resolve(event.detail), { once: true }));
                frame.contentWindow.dispatchEvent(new Event("near-selector-ready"));
                const wallet = await found;
                globalThis.ends = 0;
                wallet.signMessage({ message: "hello", recipient: location.host, nonce: new Uint8Array(32) }).then(() => { ends += 1; }, () => { ends += 1; });
                globalThis.frame = frame;
                return "";
                """)
            await waitUntil("the question") { scene.user.asked.count == 2 }
            _ = try await page.view.call(
                """
                await new Promise((resolve) => { frame.onload = resolve; frame.src = next; });
                return "";
                """, arguments: ["next": other + "/next"])
            scene.user.approve()
            await waitUntil("its end") { scene.browser.host.queue.count == 0 }
            let heard = try await page.view.call(
                """
                const told = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data.heard), { once: true }));
                frame.contentWindow.postMessage("how many", "*");
                return `${await told} ${ends}`;
                """)
            XCTAssertEqual(heard, "0 0")
            try await scene.stop()
        }
    }
}
